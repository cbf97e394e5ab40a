"""The guides for contributors are true: the files that they name exist."""

import re
from pathlib import Path

import pytest

from tests.examples import ROOT

GUIDES = ["CONTRIBUTING.md", "SECURITY.md", "opscope/README.md"]
PATHS = re.compile(r"`((?:[\w.]+/)+[\w.]*)`")


@pytest.mark.parametrize("guide", GUIDES)
def test_the_paths_in_a_guide_exist(guide: str):
    """A path in backticks is relative to the repository or to opscope/; in the map also to runtime/lower/."""
    roots = (ROOT, ROOT / "opscope", ROOT / "opscope" / "runtime" / "lower")
    named = set(PATHS.findall((ROOT / guide).read_text(encoding="utf-8")))
    assert not [path for path in named if not any((root / path).exists() for root in roots)]


def test_the_map_names_modules_of_the_lowering():
    text = (ROOT / "opscope" / "README.md").read_text(encoding="utf-8")
    table = text.partition("## From a plan to calls")[2].partition("On a GPU")[0]
    files = set(re.findall(r"`(\w+\.py)`", table))
    assert len(files) > 8
    assert not [name for name in files if not (ROOT / "opscope" / "runtime" / "lower" / name).exists()]


def test_contributing_has_a_recipe_for_each_kind_of_change():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipes = re.findall(r"^### (\d+)\. .+\n\n((?:(?!^### ).*\n?)+)", text, re.MULTILINE)
    assert [int(number) for number, _ in recipes] == list(range(1, 14))
    assert all(PATHS.search(body) for _, body in recipes)


def test_links_in_guides_lead_somewhere():
    for guide in (*GUIDES, "README.md"):
        folder = (ROOT / guide).parent
        links = re.findall(r"\]\((?!https?:)([^)#]+)\)", (ROOT / guide).read_text(encoding="utf-8"))
        assert not [link for link in links if not (folder / link).exists()], guide
    assert Path(ROOT / "CITATION.cff").exists()
