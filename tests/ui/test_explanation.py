"""Two buttons beside a value ask why; the answer stands below them until the value or the place is another."""

from __future__ import annotations

import pytest

from tests.ui.test_live import show, stop

__all__ = ["show"]
pytestmark = pytest.mark.browser
ANSWER = """loss = NaN in step 10
cause: log of 0: p[3, 1] = 0
  at train.py:17 in <module>: loss = -log(p).mean()
chain, latest first:
  step 10  loss = NaN  reduce_mean of log_0.tmp_0[3, 1] = -Inf"""


def test_why_is_asked_and_answered_in_the_panel(show):
    panel = show(stop(reason="data breakpoint", text="loss: 1 NaN"))
    chosen = panel.page.text_content(".opscope-detail-name")
    why, first = panel.page.locator(".opscope-why").all()
    why.click()
    (command,) = panel.commands()
    assert (command["kind"], command["name"]) == ("Explain", chosen)
    assert panel.page.text_content(".opscope-cause") == "Searching …"
    panel.answer(command, text=ANSWER)
    assert panel.page.text_content(".opscope-cause") == "\n".join(ANSWER.splitlines()[:3])
    assert panel.page.text_content(".opscope-chain").startswith("chain, latest first")
    panel.push([stop(step=11, tick=4)])
    assert panel.page.locator(".opscope-cause").is_hidden()  # it was about another place
    first.click()
    (command,) = panel.commands()
    assert (command["kind"], command["name"]) == ("Explain", "")
    panel.answer(command, ok=False, text="there is no NaN or Inf in what is recorded")
    assert "there is no NaN" in panel.page.text_content(".opscope-cause")
