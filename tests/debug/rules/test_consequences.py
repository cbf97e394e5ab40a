"""Findings that may follow from another one are listed under it."""

import dataclasses
import itertools
from random import Random

import pytest

from opscope.debug.rules import RULES
from opscope.debug.rules.consequences import FAULTS, FOLLOWERS, NAN_WATCH, Causes
from opscope.debug.rules.findings import Finding, Findings, Mute
from opscope.errors import UsageError


def finding(rule, step=1, value="w", severity="warning", since=0):
    return Finding(rule, severity, step, value, "", "", "", "evidence", "try", since=since)


def names(found):
    return [(f.rule, [c.rule for c in f.consequences]) for f in found]


def test_the_rules_that_it_names_exist():
    followers = set(itertools.chain.from_iterable(FOLLOWERS.values()))
    assert followers | set(FOLLOWERS) <= set(RULES) | {NAN_WATCH}
    assert set(FAULTS) <= set(FOLLOWERS)
    assert followers & set(FAULTS) == {"parameter-cut-off", "parameter-without-optimizer"}


def test_one_cause_is_one_finding():
    measured = [("loss-not-falling", 30, "loss"), ("dead-units", 4, "h"), ("vanishing-gradient", 3, "w")]
    found = Findings([*(finding(*each) for each in measured), finding("negated-loss", 0, "loss", "error")])
    assert names(found) == [("negated-loss", ["loss-not-falling", "dead-units", "vanishing-gradient"])]
    assert len(found) == 1 and len(found.every) == 4
    assert found.of("dead-*")[0].step == 4
    assert "may explain: loss-not-falling loss (step 30)" in repr(found)
    assert "dead-units" in found._repr_html_()


def test_a_text_lists_few_consequences_of_a_rule():
    cut = [finding("parameter-unused", 0, f"w_{i}") for i in range(40)]
    first, *rest = cut
    cause = dataclasses.replace(first, consequences=(*rest, finding("loss-not-falling", 30, "loss")))
    (line,) = [line for line in str(cause).splitlines() if "may explain" in line]
    assert line.count("parameter-unused w_") == 3 and "36 more of parameter-unused" in line
    assert "loss-not-falling loss (step 30)" in line


def test_grouping_again_changes_nothing():
    """The fixture `opscope_rules` named each consequence twice."""
    measured = [("loss-not-falling", 30, "loss"), ("dead-units", 4, "h"), ("input-range", 1, "x")]
    found = Findings([finding(*each) for each in measured])
    assert names(Findings(found)) == names(found) and Findings(found).every == found.every
    without = Findings(found, [Mute("input-range", "*", "meant")])
    assert names(without) == [("dead-units", ["loss-not-falling"])] and len(without.muted) == 1


def test_what_came_earlier_explains_what_came_later_and_not_the_other_way():
    assert names(Findings([finding("dead-units", 4), finding("loss-not-falling", 30)])) == [
        ("dead-units", ["loss-not-falling"])
    ]
    assert len(Findings([finding("dead-units", 40), finding("loss-not-falling", 30)])) == 2
    late_fault = [finding("no-gradients", 40, severity="error"), finding("weights-unchanged", 5)]
    assert len(Findings(late_fault)) == 1  # a fault was there from the first step on, whenever it is seen


def test_what_has_nothing_to_do_with_each_other_stands_alone():
    assert len(Findings([finding("high-dropout", 0, "d", "hint"), finding("loss-not-falling", 30)])) == 2
    assert len(Findings([finding("negated-loss", 0), finding("input-range", 1)])) == 2
    assert len(Findings([finding("a rule of mine"), finding("negated-loss")])) == 2


def test_a_nan_stands_alone_unless_something_was_seen_to_grow():
    assert len(Findings([finding("input-range"), finding("not-finite", 9)])) == 2
    grown = [finding("input-range"), finding("loss-rising", 8), finding("not-finite", 9)]
    assert names(Findings(grown)) == [("input-range", ["loss-rising", "not-finite"])]


def test_a_rule_about_several_values_is_one_finding():
    found = Findings([finding("dead-units", 9, "relu_1"), finding("dead-units", 4, "relu_0")])
    assert names(found) == [("dead-units", ["dead-units"])] and found[0].value == "relu_0"


def test_the_worst_of_a_group_counts():
    found = Findings([finding("input-range"), finding("loss-rising", 9, severity="error")])
    assert names(found) == [("input-range", ["loss-rising"])]
    with pytest.raises(UsageError, match="loss-rising"):
        found.require("error")


def test_a_muted_cause_leaves_its_consequences():
    found = Findings([finding("input-range"), finding("loss-rising", 9)], [Mute("input-range", "*", "meant")])
    assert names(found) == [("loss-rising", [])] and found.muted[0][0].rule == "input-range"
    assert names(Findings(list(found), [])) == names(found)


def test_of_two_that_may_cause_each_other_the_earlier_is_the_cause():
    """A rate that is too large was listed under the gradients that it made: they are reported sooner."""
    rate = finding("update-ratio", 5, "learning rate", since=1)
    assert names(Findings([finding("large-activations", 4, since=2), finding("exploding-gradient", 5), rate])) == [
        ("update-ratio", ["large-activations", "exploding-gradient"])
    ]
    large_from_the_start = [finding("exploding-gradient", 3, since=1), finding("large-activations", 3, since=1), rate]
    assert names(Findings(large_from_the_start)) == [("large-activations", ["exploding-gradient", "update-ratio"])]


def test_causes_form_no_circle():
    for rules in itertools.permutations(["exploding-gradient", "update-ratio", "dead-units", "vanishing-gradient"]):
        found = [finding(rule, step) for step, rule in enumerate(rules, 1)]
        assert any(Causes(found).of(each) is None for each in found)


def test_the_cause_of_each_is_what_a_look_at_all_pairs_finds():
    """Only the first finding of a rule is asked: a file may have thousands."""
    random = Random(0)
    rules = [*FOLLOWERS, "parameter-unused", "a-rule-of-mine"]

    def order(found, i):
        rank = list(FOLLOWERS).index(found[i].rule) if found[i].rule in FOLLOWERS else len(FOLLOWERS)
        return 0 if found[i].rule in FAULTS else began(found[i]), rank, found[i].step, i

    def began(each):
        return each.since or each.step

    def causes(a, b):
        return a.rule == b.rule or (
            a.severity != "hint" and b.rule in FOLLOWERS.get(a.rule, ()) and (a.rule in FAULTS or began(a) <= began(b))
        )

    def root(found, i):
        earlier = [k for k in range(len(found)) if order(found, k) < order(found, i) and causes(found[k], found[i])]
        return root(found, min(earlier, key=lambda k: order(found, k))) if earlier else i

    for _ in range(300):
        found: list[Finding] = []
        for step in random.choices(range(1, 5), k=random.randint(1, 12)):
            severity, since = random.choice(["error", "hint"]), random.randint(0, step)
            found.append(finding(random.choice(rules), step, severity=severity, since=since))
        known = Causes(found)
        assert [known.of(f) or f for f in found] == [found[root(found, i)] for i in range(len(found))]
