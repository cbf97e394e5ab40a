"""Chains: which nodes go together, and that blocks, threads and places change nothing but the order of sums."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from opscope import debug, paddle
from opscope.core import state
from opscope.core.machine_code import llvm_compiler
from opscope.paddle import static
from opscope.runtime.lower import fusion
from opscope.runtime.lower.cuda import launches
from opscope.runtime.lower.emitter import LOWERINGS
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.lowerings import compiled_groups, row_blocks
from tests.laws import fake_cupy

F = paddle.nn.functional


@pytest.fixture(params=["compiled", "blocks"])
def small_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, fresh_state: None) -> None:
    cut_small(request.param, monkeypatch)


GPUS = ["gpu", "gpu, wide rows", "gpu, long rows", pytest.param("real gpu", marks=pytest.mark.gpu)]


@pytest.fixture(params=["compiled", "blocks", *GPUS])
def everywhere(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, fresh_state: None) -> str:
    """The stand-in for a GPU, too."""
    cut_small(request.param, monkeypatch)
    return request.param


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch, fresh_state: None) -> None:
    cut_small("gpu", monkeypatch)


def cut_small(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llvm_compiler, "available", lambda: how != "blocks")
    if how.startswith("gpu"):
        fake_cupy.install(monkeypatch)
    if how.endswith("wide rows"):  # a block does one
        monkeypatch.setattr(launches, "WARP_COLUMNS", 2)
    if how.endswith("long rows"):  # several blocks do
        monkeypatch.setattr(launches, "LONG_ROW", 2)
        monkeypatch.setattr(launches, "THREADS", 32)
    if "gpu" in how:
        monkeypatch.setattr(static, "Executor", functools.partial(static.Executor, paddle.CUDAPlace(0)))
    for name, value in (("MIN_KERNEL_SIZE", 64), ("MIN_BLOCKED_SIZE", 64), ("MIN_SINGLE_SIZE", 1 << 30)):
        monkeypatch.setattr(fusion, name, value)
    for name, value in (("BLOCK_SIZES", (100, 300)), ("MIN_BLOCKS_TO_TILE", 3)):
        monkeypatch.setattr(row_blocks, name, value)
    monkeypatch.setattr(compiled_groups, "BLOCK_SIZES", (100, 300))
    monkeypatch.setattr(row_blocks.thread_pool, "MIN_PARALLEL_SIZE", 400)
    monkeypatch.setattr(row_blocks.thread_pool, "_pool", row_blocks.thread_pool.Pool(2))
    state.mode.static = True


def normal(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape).astype("float32")


def runs(function: Callable[..., Any], feed: dict[str, Any]) -> tuple[list[Any], list[Any], LoweredPlan]:
    """(the first run's fetches, the last one's, what it was lowered to)."""
    main = static.Program()
    with static.program_guard(main):
        given = {name: static.data(name, value.shape, str(value.dtype)) for name, value in feed.items()}
        for value in given.values():
            value.stop_gradient = False
        fetched = function(**given)
    exe = static.Executor()
    made = [exe.run(main, feed=feed, fetch_list=list(fetched)) for _ in range(4)]
    (ready,) = exe._plans.values()
    lowered = ready._latest
    assert lowered is not None
    real = "cupy" in sys.modules and not isinstance(sys.modules["cupy"], fake_cupy._Module)
    for second, last in zip(made[1], made[3], strict=True):  # which on a GPU launches a graph
        np.testing.assert_allclose(second, last, rtol=1e-5 if real else 0, atol=1e-5 if real else 0)
    return made[0], made[3], lowered


def check(function: Callable[..., Any], feed: dict[str, Any]) -> LoweredPlan:
    first, third, lowered = runs(function, feed)
    for a, b in zip(first, third, strict=True):
        assert a.shape == b.shape and a.dtype == b.dtype
        # below 0.05 a result is what is left of larger values
        np.testing.assert_allclose(b, a, rtol=2e-5, atol=2e-5 * max(np.abs(a).max(initial=0.0), 0.05))
    return lowered


def chains_of(monkeypatch: pytest.MonkeyPatch) -> list[fusion.FusionGroup]:
    """Collects the chains that are emitted from now on (twice each: on paper, and for real), but for first runs."""
    found: list[fusion.FusionGroup] = []
    lowering = LOWERINGS["fusion_group"]

    def noted(e: Any, *operands: Any, group: fusion.FusionGroup) -> Any:
        if type(group) is fusion.FusionGroup:
            found.append(group)
        return lowering(e, *operands, group=group)

    monkeypatch.setitem(LOWERINGS, "fusion_group", noted)
    return found


def names(group: fusion.FusionGroup) -> list[str]:
    return [m.node.op.name for m in group.members]


@pytest.mark.usefixtures("small_blocks")
def test_a_layer_with_its_gradients_is_a_few_chains(monkeypatch: pytest.MonkeyPatch):
    found = chains_of(monkeypatch)

    def net(x: Any, w: Any, b: Any, s: Any) -> Any:
        h = F.layer_norm(F.gelu(paddle.matmul(x, w) + b) + x, [40], s, b)
        loss = paddle.mean(paddle.square(F.softmax(h)))
        return [loss, *static.gradients([loss], [x, w, b, s])]

    check(net, {"x": normal(5, 8, 40), "w": normal(40, 40), "b": normal(40), "s": normal(40)})
    forward = names(found[0])
    assert forward[:4] == ["add", "gelu", "add", "layer_norm"] and "softmax" in forward
    assert len(set(map(id, found))) <= 4


@pytest.mark.usefixtures("small_blocks")
def test_what_a_chain_keeps_to_itself_has_no_memory(monkeypatch: pytest.MonkeyPatch):
    x = normal(400, 50)
    lowered = check(lambda x: [paddle.sum(paddle.exp(paddle.tanh(x) * 2.0) + 1.0)], {"x": x})
    assert lowered.peak < 1.5 * x.nbytes


@pytest.mark.usefixtures("small_blocks")
def test_an_output_lies_over_an_input_that_is_not_needed_any_more():
    def net(x: Any, w: Any) -> Any:
        return [F.gelu(paddle.matmul(x, w) * 2.0)]

    x = normal(400, 48)
    assert check(net, {"x": x, "w": normal(48, 48)}).peak < 2.5 * x.nbytes


@pytest.mark.usefixtures("everywhere")
def test_a_chain_does_not_wait_for_itself():
    """b reads a through a product: it is another chain, though they share x."""

    def net(x: Any, w: Any) -> Any:
        a = paddle.exp(x) * 0.5
        b = paddle.tanh(paddle.matmul(a, w)) * x
        return [a + b, paddle.exp(x) * b, a]

    check(net, {"x": normal(30, 20), "w": normal(20, 20)})


@pytest.mark.usefixtures("everywhere")
def test_a_chain_does_not_wait_for_a_view_of_itself():
    def net(x: Any) -> Any:
        h = paddle.tanh(x) * 2.0
        return [paddle.exp(paddle.transpose(h, [1, 0]) + h) * h]

    check(net, {"x": normal(25, 25)})


@pytest.mark.usefixtures("small_blocks")
def test_views_of_what_goes_out(monkeypatch: pytest.MonkeyPatch):
    found = chains_of(monkeypatch)

    def net(x: Any) -> Any:
        h = paddle.tanh(x) * 2.0
        flat = paddle.reshape(h, [-1, 24])
        total = paddle.exp(flat) - flat
        return [h, flat, paddle.reshape(flat, [24, 30]), total, paddle.mean(total, axis=-1)]

    check(net, {"x": normal(6, 5, 24)})
    assert "reshape" in names(found[0])


@pytest.mark.usefixtures("everywhere")
def test_operands_that_are_broadcast_along_some_dims_only():
    def net(x: Any, mask: Any, column: Any) -> Any:
        return [F.softmax(x * 0.5 + mask) * column, paddle.tanh(x - column)]

    check(net, {"x": normal(4, 3, 10, 20), "mask": normal(4, 1, 1, 20), "column": normal(3, 1, 1)})


@pytest.mark.usefixtures("everywhere")
def test_arrays_that_cannot_be_seen_as_rows():
    def net(x: Any, y: Any) -> Any:
        turned = paddle.transpose(x, [0, 2, 1])
        h = paddle.tanh(turned) + y
        return [h, paddle.sum(paddle.reshape(h * turned, [-1, 12]), axis=0)]

    check(net, {"x": normal(6, 12, 9), "y": normal(6, 9, 12)})


@pytest.mark.thorough
@pytest.mark.usefixtures("everywhere")
@pytest.mark.parametrize("shape", [(1000,), (1, 1000), (1000, 2), (3, 333), (7, 11, 13), (2, 600)])
def test_shapes(shape: tuple[int, ...]):
    def net(x: Any) -> Any:
        h = paddle.tanh(x) * 3.0
        return [h, paddle.sum(h * h), paddle.mean(h), paddle.sum(h, axis=-1), paddle.max(h, axis=-1, keepdim=True)]

    check(net, {"x": normal(*shape)})


@pytest.mark.usefixtures("everywhere")
def test_views_beside_rows_of_higher_rank():
    def net(x: Any, row: Any) -> Any:
        h = paddle.tanh(x) * row
        return [paddle.exp(paddle.reshape(h, [-1, 24])) * paddle.reshape(row, [1, 24]), h + row]

    check(net, {"x": normal(6, 5, 24), "row": normal(1, 1, 24)})


@pytest.mark.usefixtures("everywhere")
def test_one_value_a_row():
    def net(x: Any, y: Any) -> Any:
        center = paddle.mean(x, axis=-1, keepdim=True)
        spread = paddle.mean(paddle.square(x - center), axis=-1, keepdim=True) + 1e-5
        h = (x - center) * paddle.rsqrt(spread) * y
        return [h, center, paddle.sum(center), paddle.mean(h, axis=[0, 1])]

    check(net, {"x": normal(8, 9, 30), "y": normal(8, 9, 1)})


@pytest.mark.usefixtures("everywhere")
def test_labels():
    labels = np.random.default_rng(0).integers(0, 30, (50, 1))

    def net(x: Any, y: Any) -> Any:
        loss = paddle.mean(F.cross_entropy(x * 2.0, y))
        return [loss, *static.gradients([loss], [x])]

    check(net, {"x": normal(50, 30), "y": labels})


@pytest.mark.usefixtures("everywhere")
def test_a_label_for_all_rows():
    def net(x: Any, y: Any) -> Any:
        loss = paddle.mean(F.cross_entropy(x * 2.0, paddle.expand(y, [50, 1])))
        return [loss, *static.gradients([loss], [x])]

    check(net, {"x": normal(50, 30), "y": np.array([[7]])})


@pytest.mark.usefixtures("everywhere")
def test_a_value_that_is_read_as_different_things():
    def net(x: Any, row: Any) -> Any:
        return [paddle.tanh(x) + row, paddle.exp(row) * 2.0 + row, paddle.tanh(x) * paddle.reshape(row, [40, 1])]

    check(net, {"x": normal(40, 40), "row": normal(1, 40)})


@pytest.mark.usefixtures("everywhere")
def test_user_code_ends_it_all():
    def net(x: Any) -> Any:
        out = static.default_main_program().current_block().create_var(name="out", shape=x.shape, dtype="float32")
        h = paddle.tanh(x) * 2.0
        static.py_func(lambda a: np.asarray(a) + 1, h, out)
        return [out * 2.0 + h]

    check(net, {"x": normal(40, 40)})


@pytest.mark.unmeasured
@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("shape", [(16, 32, 20), (3, 500), (4000,)])
@pytest.mark.parametrize("pattern", ["*", "*@GRAD*", "tanh*", "*softmax*"])
def test_who_looks_changes_no_bit(shape: tuple[int, ...], pattern: str):
    """Probes cut chains; sums over rows are the same parts all the same."""
    size, feed = shape[-1], {"x": normal(*shape), "y": normal(*shape, seed=1)}
    results: list[list[Any]] = []
    for tapped in (False, True):
        main = static.Program()
        with static.program_guard(main):
            x, y = (static.data(name, list(shape), "float32") for name in feed)
            scale = static.data("scale", [size], "float32")
            for value in (x, y, scale):
                value.stop_gradient = False
            h = F.softmax(F.gelu(paddle.tanh(x) * scale + y) * 2.0 + x)
            loss = paddle.mean(paddle.square(h - F.relu(y))) + paddle.sum(h * scale)
            fetched = [loss, h, paddle.sum(h, axis=-1), *static.gradients([loss], [x, y, scale])]
        exe = static.Executor()
        if tapped:
            debug.attach(exe).tap(pattern)
        given_ = {**feed, "scale": normal(size, seed=2)}
        results.append([exe.run(main, feed=given_, fetch_list=fetched) for _ in range(3)][2])
    for a, b in zip(*results, strict=True):
        assert a.tobytes() == b.tobytes()


@pytest.mark.usefixtures("everywhere")
@pytest.mark.parametrize("width", [20, 200])
def test_softmax_where_exponentials_are_out_of_range(width: int):
    x = normal(40, width)
    x[3], x[5], x[7, 2], x[9], x[11] = 300.0, -300.0, 90.0, np.nan, -np.inf
    x[13, :2], x[15, 4] = (np.inf, 1.0), -np.inf
    with np.errstate(all="ignore"):
        first, third, _ = runs(lambda x: [F.softmax(x), F.softmax(x * 30.0)], {"x": x})
    for a, b in zip(first, third, strict=True):
        np.testing.assert_allclose(b, a, rtol=2e-5, atol=1e-7)


# --- programs by chance -----------------------------------------------------------------------------


def below_largest(x: Any) -> Any:
    """x less its largest value. Where rounding decides which one that is, its gradient is not determined."""
    if isinstance(x, paddle.Tensor):
        two = np.sort(x.numpy(), axis=-1)[..., -2:]
        assume(x.shape[-1] == 1 or bool((np.diff(two) > 1e-5).all()))
    return x - paddle.max(x, axis=-1, keepdim=True)


UNARY = [paddle.tanh, F.sigmoid, F.relu, F.gelu, paddle.square, lambda x: x * 0.5 + 1.0, F.softmax, paddle.abs]
UNARY += [lambda x: paddle.mean(x, axis=-1, keepdim=True), below_largest]
UNARY += [
    lambda x: F.layer_norm(x, [x.shape[-1]]),
    lambda x: paddle.reshape(paddle.reshape(x, [-1, x.shape[-1]]), x.shape),
]
BINARY = [lambda x, y: x + y, lambda x, y: x * y, lambda x, y: x - y, paddle.maximum]


PROGRAMS = (
    st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99)), min_size=3, max_size=14),
    st.sampled_from([(6, 5, 32), (40, 17), (3, 4, 8, 16)]),
    st.booleans(),
)


@pytest.mark.unmeasured
@pytest.mark.usefixtures("small_blocks")
@settings(max_examples=25)
@given(*PROGRAMS)
def test_programs_by_chance(steps: list[tuple[int, int, int]], shape: tuple[int, ...], products: bool):
    by_chance(steps, shape, products)


@pytest.mark.thorough
@pytest.mark.unmeasured
@pytest.mark.usefixtures("gpu")
@settings(max_examples=6)
@given(*PROGRAMS)
def test_programs_by_chance_on_a_gpu(steps: list[tuple[int, int, int]], shape: tuple[int, ...], products: bool):
    by_chance(steps, shape, products)


def by_chance(steps: list[tuple[int, int, int]], shape: tuple[int, ...], products: bool) -> None:
    size = shape[-1]

    def forward(x: Any, y: Any, w: Any, b: Any) -> list[Any]:
        values = [x, y, b]
        for kind, left, right in steps:
            a, c = values[left % len(values)], values[right % len(values)]
            if products and kind % 7 == 0 and a.shape[-1] == size and len(a.shape) > 1:
                values.append(paddle.matmul(a, w) * 0.2)
            elif kind % 2 and a.shape[-1] > 1:
                values.append(UNARY[kind % len(UNARY)](a))
            else:
                values.append(paddle.tanh(BINARY[kind % len(BINARY)](a, c)))
        return values

    def net(x: Any, y: Any, w: Any, b: Any) -> Any:
        values = forward(x, y, w, b)
        loss = paddle.sum(sum((paddle.mean(v) for v in values[3:]), paddle.mean(x)))
        return [loss, values[-1], *(g for g in static.gradients([loss], [x, w, b]) if g is not None)]

    feed = {"x": normal(*shape), "y": normal(*shape, seed=1), "w": normal(size, size), "b": normal(size)}
    state.mode.static = False
    forward(**{name: paddle.to_tensor(value) for name, value in feed.items()})
    state.mode.static = True
    check(net, feed)
