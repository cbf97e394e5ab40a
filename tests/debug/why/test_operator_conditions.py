"""Each condition of the table really yields what it says, in the op of the registry."""

import numpy as np
import pytest

from opscope.debug.why.operator_conditions import CONDITIONS, INF, NAN, Operands
from opscope.ops.registry import REGISTRY

CASES = [(op, i) for op, found in CONDITIONS.items() for i in range(len(found))]


def ran(op, i):
    """The condition, and the operands of its example with the first output that is not finite."""
    condition, call = CONDITIONS[op][i], REGISTRY[op]
    args, attrs = condition.example
    with np.errstate(all="ignore"):
        made = call.run(args, attrs)
    outs = made if isinstance(made, list) else [made]
    inputs = {n: None if a is None else np.asarray(a, "float64") for n, a in zip(call.inputs, args, strict=False)}
    out = next((o for o in outs if not np.isfinite(o).all()), outs[0])
    return condition, Operands(inputs, call.with_defaults(attrs), out, float(np.finfo(out.dtype).max))


@pytest.mark.parametrize("op, i", CASES, ids=[f"{op}-{CONDITIONS[op][i].text[:30]}" for op, i in CASES])
@pytest.mark.filterwarnings("ignore:Mean of empty slice:RuntimeWarning")
def test_where_a_condition_holds_its_op_makes_nan_or_inf(op, i):
    condition, operands = ran(op, i)
    with np.errstate(all="ignore"):
        holds = np.broadcast_to(condition.holds(operands), operands.out.shape)
    is_made = {NAN: np.isnan, INF: np.isinf}[condition.makes](operands.out)
    assert holds.any()
    assert is_made[holds].all()
    assert set(condition.blames) <= set(REGISTRY[op].inputs)
    assert "{" not in condition.describe(operands)


@pytest.mark.parametrize("op, i", CASES, ids=[f"{op}-{CONDITIONS[op][i].text[:30]}" for op, i in CASES])
@pytest.mark.filterwarnings("ignore:Mean of empty slice:RuntimeWarning")
def test_the_conditions_of_an_op_hold_nowhere_in_finite_results(op, i):
    _, operands = ran(op, i)
    finite = np.isfinite(operands.out)
    for condition in CONDITIONS[op]:
        with np.errstate(all="ignore"):
            holds = np.broadcast_to(condition.holds(operands), operands.out.shape)
        assert not holds[finite].any(), condition.text
