"""Correct custom ops are not called wrong, and hardly ever unclear."""

from __future__ import annotations

import pytest

from tests.debug.gradients.correct_ops import CORRECT
from tests.debug.gradients.hard_ops import HARD
from tests.debug.gradients.held_out_ops import HELD_OUT
from tests.debug.gradients.op_cases import Case, run

UNCLEAR = set[str]()  # those that may be unclear: at most 5 %


@pytest.mark.parametrize("case", [*CORRECT, *HARD, *(c for c in HELD_OUT if not c.wrong)], ids=lambda case: case.name)
def test_a_correct_op_is_right(case: Case):
    found = run(case)
    assert len(found) == len(case.inputs), found
    assert not found.wrong and (case.name in UNCLEAR or not found.unclear), found


def test_there_are_sixty_in_three_kinds():
    assert len(CORRECT) == 60 and {c.kind for c in CORRECT} == {"layer", "func", "block"}
    assert len(UNCLEAR) <= 3
