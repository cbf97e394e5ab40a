"""Each rule on PyTorch's twin of a faulty program, and its mended twin, which is quiet."""

import re
import warnings

import pytest
import torch

from opscope.debug.rules import RULES
from tests.torch_calls.conftest import LONG
from tests.torch_calls.faulty_torch_programs import CASES
from tests.torch_calls.published_programs import PROGRAMS, autocast, resnet

# PyTorch itself raises for labels that are no classes.
WITHOUT_TWIN = {"labels-outside-classes"}
NAMES = [case.name for case in CASES]


def findings(begin, program, *args):
    def body():
        torch.manual_seed(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program(*args)

    run = begin(body)
    run.wait(LONG)
    return run.findings


def test_each_rule_has_a_twin():
    assert {rule for case in CASES for rule in case.rules} >= RULES.keys() - WITHOUT_TWIN
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_fault_is_found_on_its_line(begin, case):
    found = findings(begin, case.program, True)
    expected = [f for f in found.every if f.rule in case.rules]
    assert expected, found
    lines = {int(number) for f in expected for number in re.findall(r":(\d+) in", f.line)}
    assert not case.lines or lines & case.lines, found


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_mended_twin_is_quiet(begin, case):
    found = findings(begin, case.program, False)
    assert not len(found), found


@pytest.mark.thorough
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_published_program_has_no_finding(begin, program):
    found = findings(begin, program, 24)
    # one batch of autocast overflows on purpose; resnet learns random labels in steps of a tenth of its weights
    true = {autocast: {"nan-watch", "input-range", "not-finite"}, resnet: {"update-ratio"}}
    assert {f.rule for f in found.every} <= true.get(program, set()), found
