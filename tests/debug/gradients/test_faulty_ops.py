"""Faulty custom ops are found: at op, input and line of the backward function, with the kind of the fault."""

from __future__ import annotations

import functools
import re

import pytest

from opscope import debug
from tests.debug.gradients.faulty_ops import FAULTY
from tests.debug.gradients.held_out_ops import HELD_OUT
from tests.debug.gradients.op_cases import Case, run

ALL = [*FAULTY, *(c for c in HELD_OUT if c.wrong)]

NOT_FOUND = set[str]()  # at most 5 %
NOT_NAMED = {"static transposed"}  # at most 30 %


@functools.cache
def found_in(name: str) -> debug.Checks:
    return run(next(c for c in ALL if c.name == name))


@pytest.mark.parametrize("case", [c for c in ALL if c.name not in NOT_FOUND], ids=lambda case: case.name)
def test_a_fault_is_found_at_its_op_input_and_line(case: Case):
    found = found_in(case.name)
    assert [i for i, c in enumerate(found) if c.right is False] == list(case.wrong), found
    for wrong in found.wrong:
        line = re.search(r"_ops\.py:(\d+) in|op_cases\.py:(\d+) in", wrong.backward)
        assert line and wrong.site and str(wrong) in repr(found), found


@pytest.mark.parametrize("case", [c for c in ALL if c.name not in NOT_NAMED], ids=lambda case: case.name)
def test_a_fault_is_named(case: Case):
    for wrong in found_in(case.name).wrong:
        assert wrong.kind.partition(":")[0] in case.kinds and wrong.reason, wrong


def test_there_are_sixty_in_three_kinds():
    assert len(FAULTY) == 60 and {c.kind for c in FAULTY} == {"layer", "func", "block"}
    assert len(NOT_FOUND) <= 3 and len(NOT_NAMED) <= 18
