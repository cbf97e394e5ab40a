"""Calls by position take a shorter way than calls with keywords: both must say and keep the same."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.core import random, source
from opscope.eager.tensor import Tensor
from opscope.ops.pullback import pullback_of
from opscope.ops.registry import REGISTRY, Op, Sample
from tests.laws.cases import every_sample, law_for, listed
from tests.laws.fake_cupy import install

pytestmark = pytest.mark.unmeasured  # other tests of eager code run the same lines

F = paddle.nn.functional


def tensors(sample: Sample, tracked: bool) -> list[Any]:
    return [
        Tensor(a, stop_gradient=not (tracked and a.dtype.kind == "f")) if isinstance(a, np.ndarray) else a
        for a in sample.args
    ]


def facts(outs: list[Any]) -> list[Any]:
    """All that a user can see of results."""
    return [
        o if o is None else (type(o), o._value.tobytes(), o.shape, o.dtype, o.stop_gradient, o.is_leaf) for o in outs
    ]


@pytest.mark.parametrize("tracked", [False, True], ids=["untracked", "tracked"])
@law_for(every_sample(lambda op, _: not op.variadic))
def test_by_position_is_by_name(op: Op, sample: Sample, tracked: bool):
    """Inputs by position, attributes by position too, everything by name: one call."""
    args = tensors(sample, tracked)
    full = {n: sample.attrs[n] for n in op.attrs if n in sample.attrs}
    ways = [
        lambda: op(*args, **sample.attrs),
        lambda: op(**dict(zip(op.inputs, args, strict=False)), **sample.attrs),
        lambda: op(*args, name=None, **sample.attrs),
        lambda: op(*args, name="given", **sample.attrs),
        lambda: op.apply((*args, *[None] * (len(op.inputs) - len(args))), dict(sample.attrs)),
    ]
    if list(op.attrs)[: len(full)] == list(full) and len(args) == len(op.inputs):
        ways.append(lambda: op(*args, *full.values()))
    found = []
    for way in ways:
        random.seed(7)
        found.append(facts(listed(way())))
    assert all(f == found[0] for f in found)


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda x: paddle.tanh(), r"the input 'x' of tanh\(\) is missing"),
        (lambda x: paddle.add(x), r"the input 'y' of add\(\) is missing"),
        (lambda x: paddle.tanh(x, 1), r"tanh\(\) does not take 1"),
        (lambda x: paddle.tanh(x, 2, None), r"tanh\(\) does not take 2"),
        (lambda x: paddle.tanh(x, axis=1), r"tanh\(\) does not take axis"),
        (lambda x: paddle.sum(x, 0, axis=0), r"sum\(\) does not take axis"),
        (lambda x: paddle.tanh("a"), r"tanh\(\): argument 'x' \(position 0\) must be Tensor, but got str"),
    ],
    ids=range(7),
)
def test_what_is_wrong_is_said(call: Any, text: str):
    with pytest.raises((TypeError, ValueError), match=text):
        call(paddle.ones([2]))


def test_numpy_scalars_are_numbers_wherever_they_stand():
    x = paddle.to_tensor([1.0, 2.0])
    half = np.float64(0.5)
    for out in (x * half, half * x, x + half, half - x, x / half, paddle.scale(x, half), paddle.scale(x, scale=half)):
        assert out.dtype == paddle.float32
    assert (paddle.to_tensor([1, 2]) * half).dtype == paddle.float32
    assert (paddle.to_tensor([1, 2]) * np.int32(3)).dtype == paddle.int64
    assert (x > np.float64(1)).tolist() == [False, True]


def test_arrays_and_numbers_give_what_their_interpreter_gives():
    array = np.array([1.0, 2.0], "f")
    assert type(paddle.tanh(array)) is np.ndarray and type(paddle.add(array, 1.0)) is np.ndarray
    assert type(paddle.add(0.5, 0.5)) is Tensor and type(paddle.full([1], 2.0)) is Tensor
    assert type(paddle.add(array, paddle.to_tensor(array))) is Tensor
    assert type(paddle.sum(array)) is np.ndarray  # of rank 0, never a scalar


def test_a_subclass_of_ndarray_leaves_as_an_array():
    class Own(np.ndarray):
        pass

    out = paddle.tanh(Tensor(np.ones(2).view(Own)))
    assert type(out._value) is np.ndarray


def test_recording_is_where_a_rule_is_and_where_it_is_wanted():
    x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    assert (x > 1).stop_gradient and (x > 1).is_leaf  # has no gradient
    assert paddle.argmax(x).stop_gradient and not x.astype("int64").stop_gradient
    with paddle.no_grad():
        assert (x * 2.0).stop_gradient
    top, where = paddle.topk(x, 1)
    assert not top.stop_gradient and not where.stop_gradient


def test_views_count_as_what_they_show():
    x = paddle.to_tensor([[1.0, 2.0]])
    view = x.reshape([2])
    view[0] = 5.0
    assert x.inplace_version == view.inplace_version == 1


# --- where it was made ------------------------------------------------------------------------------


def line(code: Any, offset: int) -> int:
    return code.__code__.co_firstlineno + offset


def made(x: Any) -> list[Any]:
    return [
        x + x,
        x * 2.0,
        paddle.tanh(x),
        F.linear(
            x,
            x,
        ),
        x.sum(),
        paddle.scale(x, scale=3.0),
        x[0],
    ]


def test_the_site_is_the_users_line_by_every_way_in():
    x = paddle.ones([2, 2])
    x.stop_gradient = False
    sites = [t._edge[0].site for t in made(x)]
    assert [s.line for s in sites] == [line(made, k) for k in (2, 3, 4, 5, 9, 10, 11)]
    assert {(s.filename, s.function) for s in sites} == {(__file__, "made")}


def test_a_line_found_later_is_the_line_found_at_once():
    later, now = source.user_position(), source.site()
    found = source.site_of(later)
    assert found is not None and now is not None
    assert found == now and now.line == line(test_a_line_found_later_is_the_line_found_at_once, 1)
    assert source.site_of(None) is None


def test_a_new_file_is_the_users_until_it_is_known_not_to_be():
    space: dict[str, Any] = {"paddle": paddle}
    exec(compile("def f(x):\n    return paddle.tanh(x)", "cell-7", "exec"), space)
    x = paddle.ones([2])
    x.stop_gradient = False
    found = space["f"](x)._edge[0].site
    assert (found.filename, found.line, found.function) == ("cell-7", 2, "f")


# --- what is kept -----------------------------------------------------------------------------------


def test_an_op_made_for_one_call_goes_with_it():
    class Twice(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, d: Any) -> Any:
            return d * 2

    x = paddle.ones([2])
    x.stop_gradient = False
    y = Twice.apply(x)
    op = weakref.ref(y._edge[0].op)
    gc.collect()
    gc.disable()
    try:
        y.sum().backward()
        del y
        assert op() is None  # at once: nothing but the node held it, and no cycle
    finally:
        gc.enable()


def test_what_is_worked_out_of_a_rule_is_kept_on_its_op():
    op = Op(lambda xp, x, y: x * y, infer=REGISTRY["add"].infer, vjp={"x": lambda dout, y: dout * y}, name="product")
    assert pullback_of(op, (0, 1), 2, 1) is pullback_of(op, (0, 1), 2, 1)
    assert pullback_of(op, (0, 1), 2, 1).wrt == (0,)  # y has no gradient
    assert pullback_of(op, (1,), 2, 1).wrt == ()


# --- another array library --------------------------------------------------------------------------


def test_arrays_of_another_library_keep_to_it(monkeypatch: pytest.MonkeyPatch):
    cupy = install(monkeypatch)
    x = Tensor(cupy.asarray(np.ones((2, 2), "f")), stop_gradient=False)
    y = Tensor(np.ones((2, 2), "f"), stop_gradient=False)
    out = paddle.tanh(x + x * 2.0)
    assert isinstance(out._value, cupy.ndarray)
    out.sum().backward()
    assert isinstance(x.grad._value, cupy.ndarray)
    assert type((y + y)._value) is np.ndarray  # NumPy's arrays stay NumPy's beside it
