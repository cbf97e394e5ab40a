"""Published kinds of faulty training programs: each is found on its line, and its mended twin is quiet."""

import pytest

from tests.debug.rules.faulty_programs import CASES
from tests.debug.rules.run_cases import run_case

NAMES = [case.name for case in CASES]


def test_there_are_thirty_kinds():
    assert len(CASES) >= 30
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_fault_is_found_on_its_line(case):
    found = run_case(case, True)
    assert found.hit, found.findings
    assert found.on_line, found.findings


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_mended_twin_is_quiet(case):
    assert not len(run_case(case, False).findings), run_case(case, False).findings
