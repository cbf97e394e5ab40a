"""The tab of findings: counted, each with its line, the way there, and why as a card; consequences are folded."""

from __future__ import annotations

import pytest

from opscope import events as ev
from opscope.ui import static_table
from opscope.ui.event_fold import Fold
from opscope.ui.widget import Panel
from tests.ui.test_live import GROWN, show, stop

__all__ = ["show"]


def finding(number, rule, **fields):
    given = {
        "severity": "warning",
        "step": 3,
        "value": "relu2.out",
        "evidence": "5 of 8 units were 0",
        "op": 5,
        **fields,
    }
    return ev.FindingSeen(
        number=number, origin="rule", rule=rule, site="train.py:17 in net", code="h = relu(x)", **given
    )


FINDINGS = [
    finding(1, "dead-units", suggestion="a smaller learning rate", times=3),
    finding(2, "loss-not-falling", step=9, value="loss", cause=1),
    finding(3, "negated-loss", severity="error", step=0, value="mean_0.tmp_0", called="loss"),
]
WHY = ev.ValueExplained(
    asked="relu2.out", at=3, summary="log of 0: p[3] = 0", cause=1, values=("relu2.out[1] = NaN", "log.out[1] = NaN"),
    makers=("relu", "log"), ops=(5, 3), reads=("log.out[1] = NaN", "p[3] = 0"), notes=("", "log of 0"), steps=(3, 3),
    sites=("train.py:17 in net", "train.py:16 in net"), sources=("h = relu(x)", "x = log(p)"), gaps=(0, 4),
)  # fmt: skip


@pytest.mark.browser
def test_findings_are_counted_and_lead_there(show):
    panel = show(GROWN, stop(), *FINDINGS, tab="findings")
    page = panel.page
    assert page.inner_text(".opscope-tab-findings .opscope-count") == "2"
    heads = page.locator(".opscope-findings-rows > li > .opscope-finding .opscope-finding-head b").all_inner_texts()
    assert heads == ["negated-loss", "dead-units"]  # the most severe first
    head = page.locator(".opscope-finding-head").first
    assert head.locator("code").all_inner_texts() == ["loss", "mean_0.tmp_0"]  # the name of the code first
    text = page.inner_text(".opscope-findings-rows")
    for part in (
        "5 of 8 units were 0",
        "step 3, 3 times",
        "train.py:17 in net: h = relu(x)",
        "Try: a smaller",
        "may explain 1 more",
    ):
        assert part in text
    assert "loss-not-falling" not in text
    page.click(".opscope-consequences summary")
    assert "loss-not-falling" in page.inner_text(".opscope-findings-rows")
    page.click(".opscope-there[data-number='1']")
    (command,) = panel.commands()
    assert (command["kind"], command["step"], command["op"]) == ("Goto", 3, 5)
    panel.push([finding(4, "saturated-units")])
    assert page.locator(".opscope-consequences[open]").count() == 1  # what was opened stays open
    page.click(".opscope-look")
    (command,) = panel.commands("FindFaults")
    panel.answer(command, text="2 findings")
    assert "2 findings" in page.inner_text(".opscope-look-answer")
    page.click(".opscope-check")
    (command,) = panel.commands("CheckGradients")
    panel.answer(command, text="checks until the end of step 11")
    assert page.inner_text(".opscope-look-answer") == "checks until the end of step 11: continue the run"
    panel.push([ev.GradientsChecked(step=11, text="2 gradients checked: 1 wrong, 1 right")])
    assert page.inner_text(".opscope-look-answer") == "Step 11: 2 gradients checked: 1 wrong, 1 right."


@pytest.mark.browser
def test_why_is_a_card_whose_links_lead_on(show):
    panel = show(GROWN, stop(), *FINDINGS, tab="findings")
    page = panel.page
    page.click(".opscope-ask-why[data-number='1']")
    (command,) = panel.commands()
    assert (command["kind"], command["name"], command["step"]) == ("Explain", "relu2.out", 3)
    panel.push([WHY, ev.Response(request=command["request"], ok=True, text="relu2.out[1] = NaN\nchain")])
    card = page.locator(".opscope-findings .opscope-why-card")
    assert card.locator("li").count() == 2 and "4 more" in card.inner_text()
    cause = card.locator("li[data-cause]").inner_text()
    assert "cause" in cause and "log of 0: p[3] = 0" in cause and "train.py:16 in net: x = log(p)" in cause
    card.locator(".opscope-go").last.click()
    (command,) = panel.commands()
    assert (command["kind"], command["step"], command["op"]) == ("Goto", 3, 3)
    page.click(".opscope-ask-why[data-number='1']")
    assert card.is_hidden()  # a second click closes it
    page.click(".opscope-ask-why[data-number='1']")
    (command,) = panel.commands("Explain")
    panel.answer(command, ok=False, text="no value 'relu2.out'")
    assert "no value" in page.inner_text(".opscope-findings .opscope-cause")


def test_the_trait_has_what_the_feed_has():
    panel = Panel("feed")
    seen = []
    panel.observe(lambda change: seen.append([(f["rule"], f["step"], f["cause"]) for f in change["new"]]), ["findings"])
    panel.push(FINDINGS[:2])
    panel.push([ev.RunStarted(title="again", place="cpu")])
    assert seen == [[("dead-units", 3, 0), ("loss-not-falling", 9, 1)], []]
    panel.close()


def test_the_static_form_lists_what_stands_alone():
    fold = Fold()
    for event in [*FINDINGS, ev.Terminated(reason="finished", steps=9)]:
        fold.add(event)
    page = static_table.table("demo", fold)
    assert "negated-loss" in page and "dead-units" in page and "loss-not-falling" not in page
