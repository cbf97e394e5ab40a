"""Training loops of other habits than the correct programs: frozen parts, unused heads, evaluation, adapters."""

import pytest

from opscope import debug, paddle
from tests.debug.rules.healthy_loops import LOOPS


@pytest.mark.parametrize("loop, expected", LOOPS, ids=[loop.__name__ for loop, _ in LOOPS])
def test_a_healthy_loop_has_no_false_finding(loop, expected):
    paddle.seed(0)
    run = debug.start(loop)
    run.wait()
    assert [finding.rule for finding in run.findings] == expected, run.findings
