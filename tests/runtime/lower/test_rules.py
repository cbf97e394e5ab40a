"""Update rules as calls: whatever a kernel does, in whatever order, its values come home."""

import numpy as np
import pytest

from opscope.ops.registry import REGISTRY, Op
from opscope.runtime.lower.optimizer_update import STATE_INPUTS
from opscope.runtime.lower.trace import Unlowerable
from opscope.runtime.lower.update_rules import UpdateRule


def exchanged(xp, param, grad, state, other, learning_rate):
    return [state + grad, param + other, other - state]


def all_at_the_end(xp, param, grad, state, other, learning_rate):
    a, b, c = param * grad, state * grad, other * grad
    return [a + b, b + c, c + a]


def old_values_last(xp, param, grad, state, other, learning_rate):
    new = param - learning_rate * grad
    moved = state + new * other
    return [new, moved, other * (param - state) + moved]


def lengths(xp, param, grad, state, other, learning_rate):
    long = xp.sqrt(xp.sum(xp.reshape(param * param, (-1,))))
    kept = xp.where(long > 1.0, xp.minimum(long, 2.0), 1.0)
    return [param - learning_rate * kept * grad, xp.maximum(state, grad), xp.abs(other)]


def untouched(xp, param, grad, state, other, learning_rate):
    return [param - learning_rate * grad, state, other * 0.5]


KERNELS = [exchanged, all_at_the_end, old_values_last, lengths, untouched]
LARGE = ("param", "state", "other")


def as_op(kernel):
    return Op(kernel, infer=lambda *specs, **attrs: specs, outputs=[f"{n}_out" for n in LARGE])


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.__name__)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_calls_do_what_the_kernel_does(kernel, dtype):
    rng = np.random.default_rng(0)
    arrays = {n: rng.normal(size=37).astype(dtype) for n in (*LARGE, "grad")}
    rate = np.asarray(0.1, dtype)
    op = as_op(kernel)
    inputs = [{**arrays, "learning_rate": rate}[n] for n in op.inputs]
    wanted = dict(zip(LARGE, op.run([a.copy() for a in inputs], {}), strict=True))
    gradient = arrays["grad"].copy()
    rule = UpdateRule(op, {}, LARGE, (), dtype)
    before: list = []
    scalars = rule.bind_scalars({"learning_rate": rate}, before)
    scratch = [np.empty(37, dtype) for _ in range(rule.scratch_count)]
    for call in [*before, *rule.bind_pass(arrays, scratch, scalars)]:
        call()
    for name, value in wanted.items():
        assert np.array_equal(arrays[name], value), name
    assert np.array_equal(arrays["grad"], gradient)  # it may be fetched
    assert rule.per_parameter == (kernel is lengths)


def test_a_value_that_goes_to_two_places_is_left_to_the_plan():
    def twice(xp, param, grad, state, other, learning_rate):
        new = param - grad
        return [new, new, other + 1.0]

    with pytest.raises(Unlowerable, match="twice returns one value twice"):
        UpdateRule(as_op(twice), {}, LARGE, (), "float32")


@pytest.mark.parametrize("name", STATE_INPUTS)
def test_every_rule_of_the_registry_is_lowered(name):
    """With little memory: a pass stays in the cache."""
    large, small = STATE_INPUTS[name]
    rule = UpdateRule(REGISTRY[name], {}, large, small, "float32")
    assert rule.scratch_count <= 3
    assert len(rule.calls) < 40 and set(rule.powers) == set(small)


def test_adam_takes_twelve_passes_over_memory():
    rule = UpdateRule(REGISTRY["adam"], {}, *STATE_INPUTS["adam"], "float32")
    arrays = {n: np.zeros(4, "f") for n in ("param", "grad", "moment1", "moment2")}
    scalar = np.asarray(0.5, "f")
    scalars = rule.bind_scalars({"learning_rate": scalar, "beta1_pow": scalar, "beta2_pow": scalar}, [])
    assert (
        len(rule.bind_pass(arrays, [np.empty(4, "f")] * rule.scratch_count, scalars)) == 12 and rule.scratch_count == 1
    )
