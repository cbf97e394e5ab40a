"""Two buttons beside a value ask why; the answer stands below them until the value or the place is another."""

from __future__ import annotations

import functools

import pytest

from opscope.events import ValueExplained
from tests.ui.test_live import show, stop

__all__ = ["show"]
pytestmark = pytest.mark.browser
ANSWER = """loss = NaN in step 10
cause: log of 0: p[3, 1] = 0
  at train.py:17 in <module>: loss = -log(p).mean()
chain, latest first:
  step 10  loss = NaN  reduce_mean of log_0.tmp_0[3, 1] = -Inf"""

EXPLAINED = functools.partial(
    ValueExplained, at=0, summary="log of 0", cause=1, values=("loss = NaN", "log_0.tmp_0[3, 1] = -Inf"),
    makers=("reduce_mean", "log"), ops=(9, 3), reads=("log_0.tmp_0[3, 1] = -Inf", "p[3, 1] = 0"),
    notes=("", "log of 0"),
    steps=(10, 10), sites=("", ""), sources=("", ""), gaps=(0, 0),
)  # fmt: skip


def test_why_is_asked_and_answered_in_the_panel(show):
    panel = show(stop(reason="data breakpoint", text="loss: 1 NaN"))
    chosen = panel.page.text_content(".opscope-detail-name")
    why, first = (panel.page.get_by_role("button", name=name) for name in ("Why this value?", "Why NaN or Inf?"))
    why.click()
    (command,) = panel.commands()
    assert (command["kind"], command["name"]) == ("Explain", chosen)
    assert panel.page.locator(".opscope-cause").first.text_content() == "Searching …"
    panel.answer(command, text=ANSWER)
    assert panel.page.locator(".opscope-cause").first.text_content() == "\n".join(ANSWER.splitlines()[:3])
    panel.push([EXPLAINED(asked=chosen)])
    assert panel.page.locator(".opscope-cause").first.is_hidden()  # the card says it, too
    card = panel.page.locator(".opscope-why-card").first
    assert "loss = NaN" in card.inner_text() and card.locator("li[data-cause]").count() == 1
    panel.push([stop(step=11, tick=4)])
    assert panel.page.locator(".opscope-cause").first.is_hidden()  # it was about another place
    assert card.is_hidden()
    first.click()
    (command,) = panel.commands()
    assert (command["kind"], command["name"]) == ("Explain", "")
    panel.answer(command, ok=False, text="there is no NaN or Inf that reaches a result in the recorded part of the run")
    assert "there is no NaN" in panel.page.locator(".opscope-cause").first.text_content()
