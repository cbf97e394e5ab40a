"""The page of Paddle's names has all of them, and the reasons for what is ignored."""

import re

from opscope.cli.api.surface import surface
from tests.api_audit.page import page

KNOWN = {name: entry for entry in surface() for name in entry.names}


def test_the_page_has_every_name_once():
    text = page(surface())
    rows = re.findall(r"^\| `[^`]+` \|.*$", text.partition("\n## Ignored\n")[0], re.MULTILINE)
    assert len(rows) == len(surface())
    assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) == 1  # as many cells in each
    assert "\n## paddle.nn.functional\n" in text


def test_the_page_says_what_is_ignored_and_why():
    name = "softmax_with_cross_entropy"
    text = page([KNOWN[f"paddle.nn.functional.{name}"]])
    row = rf"^\| `{name}` \| function \| `paddle\.functions\.neural` \|[^|]*\| \*numeric_stable_mode\* \|"
    assert re.search(row, text, re.MULTILINE)
    assert f"| `numeric_stable_mode` | the stable way is the only one | `nn.functional.{name}` |" in text
