"""Of which element a number was made: over the registry, a change of the element that is named changes the number."""

import numpy as np
import pytest

from opscope.core.random import Generator
from opscope.debug.why.blame import blame
from opscope.debug.why.executions import ExecutedOp
from opscope.ops.registry import Op, Sample
from tests.laws.cases import every_sample, law_for, listed


def call_of(op: Op, args: tuple[object, ...], attrs: dict[str, object]) -> ExecutedOp:
    named = tuple((None if a is None else f"input{i}", a) for i, a in enumerate(args))
    call = ExecutedOp(op, attrs, named, tick=0)
    call.outputs = tuple((f"output{i}", v) for i, v in enumerate(listed(op.run(list(args), attrs, Generator()))))
    return call


def has_gradient(op: Op, sample: Sample) -> bool:
    """Whether the op computes numbers of others, which differences can show."""
    given = [i for i, a in enumerate(sample.args) if is_floating(a) and a.size]
    is_pure = not (op.opaque or op.random or "blocks" in sample.attrs)
    return sample.smooth and is_pure and any(op.has_gradient(i) for i in given)


def is_floating(value: object) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind == "f"


@pytest.mark.unmeasured
@law_for(every_sample(has_gradient))
def test_a_change_of_the_element_that_is_named_changes_the_number(op: Op, sample: Sample):
    call = call_of(op, sample.args, sample.attrs)
    out = call.result(0)
    if out is None or out.dtype.kind != "f" or not out.size:
        return
    index = tuple(int(i) for i in np.unravel_index(int(np.argmax(np.abs(out))), out.shape))
    found = blame(call, 0, index)
    if found.follow is None:
        return
    named = (found.follow.position, found.follow.index)
    if not changes(call, sample, *named, index):
        others = [(i, at) for i, a in enumerate(sample.args) if is_floating(a) for at in np.ndindex(a.shape)]
        assert not [o for o in others if changes(call, sample, *o, index)], f"not {named}"


def changes(call: ExecutedOp, sample: Sample, position: int, place: tuple[int, ...], index: tuple[int, ...]) -> bool:
    """Whether the number at `index` is another one with another element of an input."""
    out = call.result(0)
    for change in (0.25, -0.25):
        changed = np.array(sample.args[position])
        changed[place] += change
        other = call.run_again({position: changed}, 0)
        if other is not None and other.shape == out.shape and other[index] != out[index]:
            return True
    return False
