"""Of which elements a number was made: over the registry and its gradients, against a change of each input element."""

from typing import Any

import numpy as np
import pytest

from opscope.core.random import Generator
from opscope.debug.why.blame import blame
from opscope.debug.why.executions import ExecutedOp
from opscope.ops.registry import REGISTRY, Op, Sample
from tests.laws.cases import as_grad_op, every_sample, law_for, listed

Place = tuple[int, tuple[int, ...]]  # an input, and an element of it
MAX_ELEMENTS = 60  # of the inputs of a sample, each of which is changed
TRIED = 3  # elements of an output

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def call_of(op: Op, args: Any, attrs: dict[str, object]) -> ExecutedOp:
    named = tuple((None if a is None else f"input{i}", a) for i, a in enumerate(args))
    call = ExecutedOp(op, attrs, named, tick=0)
    call.outputs = tuple((f"output{i}", v) for i, v in enumerate(listed(op.run(list(args), attrs, Generator()))))
    return call


def changes(array: Any, place: tuple[int, ...]) -> list[Any]:
    """Copies of an array with another number at a place."""
    old = array[place]
    if array.dtype.kind == "b":
        others = [not old]
    elif array.dtype.kind in "iu":
        others = [old + 1, old - 1, 0, old + 2, *np.unique(array)[:8]]
    else:
        others = [old + 0.25, old - 0.25, -old, old + 0.5, old - 0.5, 0.0, old * 2, old + 40, -40.0]
    made = []
    for other in others:
        copy = np.array(array)
        copy[place] = other
        made.append(copy)
    return made


def other_result(call: ExecutedOp, position: int, index: tuple[int, ...], i: int, changed: Any) -> Any:
    """An element of an output with another array for an input; None if the kernel refuses it, or gives other shapes."""
    out = call.run_again({i: changed}, position)
    return None if out is None or out.shape != call.result(position).shape else out[index]


def depends_on(call: ExecutedOp, position: int, index: tuple[int, ...], place: Place) -> bool:
    """Whether another number in one input element gives another element of an output."""
    base = call.run_again({}, position)[index]
    found = [other_result(call, position, index, place[0], c) for c in changes(call.array(place[0]), place[1])]
    return any(f is not None and not np.array_equal(f, base, equal_nan=base.dtype.kind == "f") for f in found)


def moved_to(call: ExecutedOp, position: int, index: tuple[int, ...]) -> set[Place]:
    """The input elements that the op puts at a place of an output: it has there whatever they are, and it has now."""
    out = call.run_again({}, position)[index]
    found: set[Place] = set()
    for i in range(len(call.inputs)):
        array = call.array(i)
        for place in () if array is None or array.dtype != out.dtype else np.ndindex(array.shape):
            others = changes(array, place)[:3]
            results = [other_result(call, position, index, i, c) for c in others]
            if array[place] == out and all(
                r is not None and r == c[place] for r, c in zip(results, others, strict=True)
            ):
                found.add((i, place))
    return found


def elements(out: Any) -> list[tuple[int, ...]]:
    """Some elements of an output: the largest, the smallest, a zero, others."""
    if out.dtype.kind not in "fb" or not out.size:
        return []
    finite = np.isfinite(out)
    flat = np.where(finite, np.abs(out), 0).reshape(-1)
    drawn = np.random.default_rng(1).integers(0, out.size, 2)
    places = dict.fromkeys([flat.argmax(), flat.argmin(), out.argmax(), out.argmin(), *drawn])
    return [tuple(int(k) for k in np.unravel_index(p, out.shape)) for p in places if finite.reshape(-1)[p]][:TRIED]


def is_small(op: Op, sample: Sample) -> bool:
    # distribute_fpn_proposals puts a box whose size changes among others: several elements together decide
    is_pure = not (op.opaque or op.random or "blocks" in sample.attrs)
    return is_pure and is_cheap(sample.args) and op.name != "distribute_fpn_proposals"


def is_cheap(args: Any) -> bool:
    return 0 < sum(a.size for a in args if isinstance(a, np.ndarray)) <= MAX_ELEMENTS


def check(call: ExecutedOp) -> None:
    for position, (_, out) in enumerate(call.outputs):
        for index in elements(out) if isinstance(out, np.ndarray) else ():
            found = blame(call, position, index)
            named = [(o.position, o.index) for o in found.operands]
            what = f"{call.op.name}, output {position} {index} = {out[index]}: {named}"
            alone = [depends_on(call, position, index, place) for place in named]
            assert all(alone) or not any(alone), f"{what} {alone}"
            moved = moved_to(call, position, index)
            assert not moved or moved.intersection(named), f"{what}, moved {moved}"
            if moved and found.text == "":
                assert (found.follow.position, found.follow.index) in moved, what


@pytest.mark.unmeasured
@law_for(every_sample(is_small))
def test_the_elements_that_are_named_are_those_on_which_the_number_depends(op: Op, sample: Sample):
    check(call_of(op, sample.args, sample.attrs))


@pytest.mark.unmeasured
@law_for(every_sample(lambda op, s: is_small(op, s) and s.smooth and as_grad_op(op, s) is not None))
def test_so_are_those_of_gradients(op: Op, sample: Sample):
    made = as_grad_op(op, sample)
    if made is not None and is_cheap(made[1]):
        check(call_of(made[0], made[1], sample.attrs))


def test_a_softmax_that_rounds_to_zero_depends_on_its_own_input():
    """Of the others several are so large that none of them changes it alone."""
    call = call_of(REGISTRY["softmax"], [np.array([[3, 500, 600, -700], [0, 1, 2, 3]], "float32")], {})
    assert call.outputs[0][1][0, 0] == 0
    assert [(o.position, o.index) for o in blame(call, 0, (0, 0)).operands] == [(0, (0, 0))]
