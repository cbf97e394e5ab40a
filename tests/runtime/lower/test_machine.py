"""Compiled chains: each function to a few units in the last place, all other operations as NumPy's to the last bit."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections import OrderedDict
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope import paddle
from opscope.core.machine_code import llvm_compiler
from opscope.errors import RangeError
from opscope.ops.registry import REGISTRY
from opscope.paddle import static
from opscope.runtime.lower import fusion
from opscope.runtime.lower.emitter import LOWERINGS
from opscope.runtime.lower.kernel_graph import FULL, LIBRARY_ONLY, KernelGraph
from opscope.runtime.lower.llvm import kernel_cache
from opscope.runtime.lower.llvm.statistics_kernel import bind_finite_check, bind_measure, measure
from opscope.runtime.lower.moments import CHUNK, HOST_COLUMNS
from opscope.runtime.lower.primitives import PRIMITIVES, fused_op_of
from opscope.runtime.lower.trace import Trace, TraceNode, TraceValue
from opscope.runtime.lower.translation import EITHER, KERNEL, backend_of

F = paddle.nn.functional
SINGLE = np.dtype("float32")


def erf(x: Any) -> Any:
    """Source: Abramowitz & Stegun 7.1.6, and 7.1.23 from 3 on."""
    near, term = np.zeros_like(x), x.copy()
    for n in range(80):
        near = near + term
        term = term * 2 * x * x / (2 * n + 3)
    near *= 2 / np.sqrt(np.pi) * np.exp(-x * x)
    size = np.maximum(np.abs(x), 3)
    tail = size
    for k in range(60, 0, -1):  # a continued fraction
        tail = size + k / 2 / tail
    return np.where(np.abs(x) < 3, near, np.sign(x) * (1 - np.exp(-size * size) / tail / np.sqrt(np.pi)))


# name, what float64 says, how many units in the last place a result may be off
FUNCTIONS = [
    ("exp", np.exp, 1.5),
    ("log", np.log, 1.0),
    ("log1p", np.log1p, 1.6),
    ("tanh", np.tanh, 1.5),
    ("erf", erf, 6.5),
]


def applied(op: str, x: Any) -> Any:
    """One operation on a flat array."""
    graph = KernelGraph(x.dtype)
    graph.add_sink(graph.apply(op, graph.input(FULL, x.dtype)), "store")
    out = np.full_like(x, 7)
    kernel_cache.bind(kernel_cache.compile_kernel(graph, x.size), 1, x.size, x, [x, out])()
    return out


@pytest.mark.parametrize("name, exact, units", FUNCTIONS, ids=lambda v: v if isinstance(v, str) else "")
def test_functions_are_near(name: str, exact: Any, units: float):
    everywhere = np.arange(0, 1 << 32, 99_991, dtype="uint32").view("float32")
    x = np.concatenate([everywhere, np.linspace(-104, 104, 50_001, dtype="float32"),
                        np.linspace(-2, 2, 50_001, dtype="float32")])  # fmt: skip
    x = x[np.abs(x) < 10] if name == "erf" else x
    found = applied(name, x)
    with np.errstate(all="ignore"):
        wanted = exact(x.astype("float64"))
        rounded = wanted.astype("float32")
        plain = np.isfinite(rounded) & (np.abs(rounded) > np.finfo("float32").tiny)
        off = np.abs(found.astype("float64") - wanted)[plain] / np.spacing(np.abs(rounded[plain]))
    assert off.max() <= units
    np.testing.assert_array_equal(found[~np.isfinite(rounded)], rounded[~np.isfinite(rounded)])
    small = np.isfinite(rounded) & ~plain
    np.testing.assert_allclose(found[small], rounded[small], rtol=0, atol=np.finfo("float32").tiny * 1e-6)


def test_tanh_is_never_beyond_1_and_1_at_the_end():
    x = np.linspace(0, 12, 150_001, dtype="float32")
    x = np.concatenate([-x[::-1], x])
    found = applied("tanh", x)
    assert np.abs(found).max() == 1 and (np.abs(found[np.abs(x) > 9.1]) == 1).all()
    np.testing.assert_array_equal(found, -found[::-1])


def node_of(name: str, arrays: list[Any], attrs: dict[str, Any]) -> TraceNode:
    trace = object.__new__(Trace)
    op = REGISTRY[name]
    outs = op.run(arrays, attrs)
    outs = outs if isinstance(outs, list) else [outs]
    refs = tuple(TraceValue(trace, a.shape, a.dtype) if isinstance(a, np.ndarray) else a for a in arrays)
    return TraceNode(op, refs, attrs, tuple(TraceValue(trace, o.shape, o.dtype) for o in outs), 0)


def special(*shape: int, seed: int = 0) -> Any:
    """Numbers with infinities, NaNs, zeros and tiny ones among them."""
    rng = np.random.default_rng(seed)
    made = rng.standard_normal(shape).astype("float32") * np.float32(3)
    odd = rng.choice(np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-40, -1e-40, 3e38], "float32"), shape)
    return np.where(rng.random(shape) < 0.2, odd, made).astype("float32")


ATTRS = {
    "scale": [{"scale": 1.7, "bias": -0.3}, {"scale": 1.0, "bias": 2.0}, {"bias_after_scale": False, "bias": 0.1}],
    "clip": [{"min": -1.0, "max": 0.5}, {"min": None, "max": 1.0}],
    "pow": [{"factor": 2}, {"factor": 0.5}],
    "leaky_relu": [{"negative_slope": 0.1}],
    "cast": [{"dtype": "float32"}],
}
COMPILED_ELEMENTWISE = sorted(
    name for name, p in PRIMITIVES.items() if p.is_elementwise and p.decompose is not None and name not in LIBRARY_ONLY
)
MASKS = ("logical_and", "logical_or", "logical_not")


def operands(name: str) -> list[Any]:
    count = len(REGISTRY[name].inputs) or 3
    made = [special(6, 37, seed=i) for i in range(count)]
    if name in MASKS or name in ("where", "cast", "cast_like"):
        made = [a > 0 if name in MASKS or not i else a for i, a in enumerate(made)]
    return made


@pytest.mark.parametrize("name", COMPILED_ELEMENTWISE)
@np.errstate(all="ignore")
def test_what_is_no_function_is_numpys_to_the_last_bit(name: str, monkeypatch: pytest.MonkeyPatch, fresh_state: None):
    for attrs in ATTRS.get(name, [{}]):
        arrays = operands(name)
        member = fused_op_of(node_of(name, arrays, attrs), {}, None)
        assert member is not None
        code, dtype = backend_of(member)
        assert dtype == (None if name in MASKS else SINGLE)
        if code != EITHER:
            assert name in ["exp", "log", "log1p", "tanh", "erf", "gelu", "sigmoid", "silu", "softplus", "log_sigmoid"]
            continue
        wanted = REGISTRY[name].run(arrays, attrs)
        found = lowered(monkeypatch, name, arrays, attrs)
        same = (found == wanted) | (np.isnan(found) & np.isnan(wanted)) if wanted.dtype.kind == "f" else found == wanted
        assert found.dtype == wanted.dtype and same.all()


def lowered(monkeypatch: pytest.MonkeyPatch, name: str, arrays: list[Any], attrs: dict[str, Any]) -> Any:
    """What the third run of a program of one op says, which is compiled."""
    monkeypatch.setattr(fusion, "MIN_KERNEL_SIZE", 1)
    monkeypatch.setattr(fusion.FusionGroup, "is_profitable", property(lambda self: True))
    used: list[str] = []
    lowering = LOWERINGS["fusion_group"]
    monkeypatch.setitem(
        LOWERINGS, "fusion_group", lambda *a, group: used.append(group.backend) or lowering(*a, group=group)
    )
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        given = [static.data(f"x{i}", a.shape, str(a.dtype)) for i, a in enumerate(arrays)]
        op = REGISTRY[name]
        out = op(given, **attrs) if op.variadic else op(*given, **attrs)
    exe, feed = static.Executor(), {f"x{i}": a for i, a in enumerate(arrays)}
    found = [exe.run(main, feed=feed, fetch_list=[out])[0] for _ in range(3)][-1]
    assert used or name in ("cast", "cast_like")  # a cast to the dtype that is there is no work at all
    return found


@pytest.mark.parametrize("columns", [*range(2, 40), 63, 64, 65, 127, 129, 300])
def test_rows_of_any_length(columns: int, monkeypatch: pytest.MonkeyPatch, fresh_state: None):
    """Whole vectors, several in a turn, and what is left."""
    monkeypatch.setattr(fusion, "MIN_KERNEL_SIZE", 1)
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x, b = static.data("x", [5, columns]), static.data("b", [columns])
        h = F.softmax(x * 2.0 + b)
        fetched = [h, F.layer_norm(x, [columns]), paddle.max(x, axis=-1), paddle.min(h, axis=-1), paddle.sum(h, axis=0),
                   paddle.mean(x), x > b, paddle.logsumexp(x, axis=-1)]  # fmt: skip
    rng, exe = np.random.default_rng(columns), static.Executor()
    feed = {"x": rng.standard_normal((5, columns)).astype("float32"), "b": rng.random(columns, "float32")}
    first, _, third = (exe.run(main, feed=feed, fetch_list=fetched) for _ in range(3))
    for a, b in zip(first, third, strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-5, atol=2e-6)


def test_nan_and_infinite_rows(monkeypatch: pytest.MonkeyPatch, fresh_state: None):
    monkeypatch.setattr(fusion, "MIN_KERNEL_SIZE", 1)
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [40, 19])
        fetched = [F.softmax(x), F.log_softmax(x), paddle.max(x, axis=-1), paddle.min(x, axis=-1),
                   paddle.logsumexp(x, axis=-1), F.relu(x), F.gelu(x), F.sigmoid(x), paddle.sum(x, axis=0)]  # fmt: skip
    feed, exe = {"x": special(40, 19)}, static.Executor()
    with np.errstate(all="ignore"):
        first, _, third = (exe.run(main, feed=feed, fetch_list=fetched) for _ in range(3))
    for a, b in zip(first, third, strict=True):
        np.testing.assert_allclose(b, a, rtol=2e-5, atol=1e-6)


def net(x: Any, label: Any) -> list[Any]:
    loss = paddle.mean(F.cross_entropy(paddle.tanh(x) * 3.0, label))
    return [loss, *static.gradients([loss], [x])]


def run_net(labels: Any, times: int = 3, exe: Any = None) -> Any:
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x, label = static.data("x", [64, 20]), static.data("label", [64, 1], "int64")
        x.stop_gradient = False
        fetched = net(x, label)
    exe = exe or static.Executor()
    feed = {"x": np.random.default_rng(0).standard_normal((64, 20)).astype("float32"), "label": labels}
    return [exe.run(main, feed=feed, fetch_list=fetched) for _ in range(times)], exe, main, feed, fetched


@pytest.mark.usefixtures("fresh_state")
def test_a_stretched_number_is_not_laid_out(monkeypatch: pytest.MonkeyPatch):
    """The gradient of a mean is one number, another one in every run."""
    inputs: list[Any] = []
    bind = kernel_cache.bind
    monkeypatch.setattr(kernel_cache, "bind", lambda *a: inputs.append(a[-1]) or bind(*a))
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [300, 400])
        x.stop_gradient = False
        (grad,) = static.gradients([paddle.square(paddle.mean(paddle.tanh(x)))], [x])
    exe, rng = static.Executor(), np.random.default_rng(0)
    for _ in range(4):
        value = rng.standard_normal((300, 400)).astype("float32")
        (found,) = exe.run(main, feed={"x": value}, fetch_list=[grad])
        wide = np.tanh(value.astype("float64"))
        np.testing.assert_allclose(found, 2 * wide.mean() / wide.size * (1 - wide**2), rtol=1e-4, atol=1e-12)
    assert min(a.size for a in inputs[-1]) == 1 and exe.lowered == 1


def wide(x: Any) -> list[Any]:
    """Whole values that are made of numbers of a row, or of one number, only."""
    total = paddle.sum(x, axis=-1)
    stretched = paddle.ones_like(x) * 3.0 + 1.0
    return [F.relu(paddle.zeros_like(x) * 2.0 + 1.0), paddle.zeros_like(x) * 2.0 + 1.0 > 0.5,
            paddle.sum(stretched, axis=0), paddle.sum(stretched, axis=1), paddle.sum(stretched),
            *static.gradients([paddle.sum(total * total)], [x])]  # fmt: skip


@pytest.mark.parametrize("shape", [(300, 401), (40, 30)])
@pytest.mark.usefixtures("fresh_state")
def test_a_whole_value_may_be_made_of_rows_or_numbers_only(shape: tuple[int, int]):
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", list(shape))
        x.stop_gradient = False
        fetched = wide(x)
    exe, value = static.Executor(), np.random.default_rng(0).standard_normal(shape).astype("float32")
    runs = [exe.run(main, feed={"x": value}, fetch_list=fetched) for _ in range(3)]
    assert exe.lowered == 1
    for a, b in zip(runs[0], runs[2], strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(runs[2][-1][:, 0], 2 * value.astype("float64").sum(1), rtol=1e-4, atol=1e-4)


@pytest.mark.usefixtures("fresh_state")
def test_labels_are_looked_at_in_every_run():
    labels = np.arange(64).reshape(64, 1) % 20
    (first, _, third), exe, main, feed, fetched = run_net(labels)
    for a, b in zip(first, third, strict=True):
        np.testing.assert_allclose(b, a, rtol=1e-5, atol=1e-7)
    with pytest.raises(RangeError, match="20"):
        exe.run(main, feed={**feed, "label": labels + 1}, fetch_list=fetched)
    again = exe.run(main, feed=feed, fetch_list=fetched)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(again, third, strict=True))


@pytest.mark.usefixtures("fresh_state")
def test_programs_of_the_same_structure_share_kernels():
    labels = np.zeros((64, 1), "int64")
    run_net(labels)
    before = len(kernel_cache.compiled)
    run_net(labels)
    assert len(kernel_cache.compiled) == before > 0


def run_two_kernels() -> Any:
    """A program with two kernels that no other test has; its first run has one for each function."""
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [64, 64])
        h = paddle.matmul(paddle.tanh(x * 0.12345) + 0.5, x)
        fetched = [paddle.exp(h * 0.54321) - 0.5]
    exe = static.Executor()
    for _ in range(3):
        exe.run(main, {"x": np.ones((64, 64), "float32")}, fetched)
    return exe, main


@pytest.mark.usefixtures("fresh_state")
def test_code_goes_with_its_program_unless_it_was_used_lately(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kernel_cache, "_kept", OrderedDict())
    run_two_kernels()
    gc.collect()
    tanh, exp, *used = list(kernel_cache._kept)
    assert len(used) == 2 and all(key in kernel_cache.compiled for key in (tanh, exp, *used))
    monkeypatch.setattr(kernel_cache, "MAX_KEPT", 1)
    made = run_two_kernels()
    assert list(kernel_cache._kept) == used[1:] and all(key in kernel_cache.compiled for key in used)
    del made
    for _ in range(5):  # beside a collection of another thread `collect` does nothing
        gc.collect()
        time.sleep(0)
    assert [key for key in used if key in kernel_cache.compiled] == used[1:]


@pytest.mark.usefixtures("fresh_state")
def test_floating_point_errors_that_the_user_wants_to_hear_of():
    """Kernels raise none: then the plan runs, and says which op it was."""
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [50, 40])
        out = paddle.exp(x) * 2.0
    exe, feed = static.Executor(), {"x": np.full((50, 40), 1.0, "float32")}
    for _ in range(3):
        exe.run(main, feed=feed, fetch_list=[out])
    feed["x"][3, 4] = 100.0
    with np.errstate(over="raise"), pytest.raises(FloatingPointError, match="overflow"):
        exe.run(main, feed=feed, fetch_list=[out])
    with np.errstate(all="ignore"):
        (found,) = exe.run(main, feed=feed, fetch_list=[out])
    assert np.isinf(found[3, 4]) and found[0, 0] == np.float32(2 * np.e)


@pytest.mark.usefixtures("fresh_state")
def test_a_long_chain_is_cut():
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [50, 40])
        out = x
        for i in range(3 * fusion.MAX_MEMBERS):
            out = paddle.tanh(out) + 0.01 * i
    exe, feed = static.Executor(), {"x": np.random.default_rng(0).standard_normal((50, 40)).astype("float32")}
    first, _, third = (exe.run(main, feed=feed, fetch_list=[out])[0] for _ in range(3))
    np.testing.assert_allclose(third, first, rtol=1e-5)


@given(st.integers(1, 200), st.sampled_from(["float32", "float64"]), st.integers(0, 99))
def test_measures(size: int, dtype: str, seed: int):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(size).astype(dtype)
    x[rng.random(size) < 0.3] = 0
    numbers = [np.zeros((), dtype) for _ in range(HOST_COLUMNS)]
    bind_measure(x, numbers)()
    low, high, total, squares, zeros, origin = map(float, numbers)
    assert (low, high, zeros, origin) == (x.min(), x.max(), (x == 0).sum(), x[0])
    shifted = x.astype("float64") - origin
    np.testing.assert_allclose([total, squares], [shifted.sum(), (shifted * shifted).sum()], rtol=1e-5, atol=1e-5)
    sound = np.ones((), dtype)
    bind_finite_check(x, sound)()
    assert sound == 0
    x[seed % size] = [np.nan, np.inf, -np.inf][seed % 3]
    bind_finite_check(x, sound)()
    assert np.isnan(sound)


@pytest.mark.parametrize("size", [1, 100, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 77])
def test_measures_of_large_arrays(size: int):
    x = np.random.default_rng(size).standard_normal(size).astype("float32") + np.float32(0.5)
    x[:: max(size // 9, 1)] = 0
    (low, high, total, squares, zeros, origin), summed = measure(x) or ((0.0,) * HOST_COLUMNS, 0.0)
    assert (low, high, zeros, origin) == (x.min(), x.max(), (x == 0).sum(), x[0])
    exact = x.astype("float64") - x[0]
    np.testing.assert_allclose([total, squares], [exact.sum(), (exact * exact).sum()], rtol=2e-6, atol=1e-6)
    chunks = [exact[i : i + CHUNK] - exact[i] for i in range(0, size, CHUNK)]
    np.testing.assert_allclose(summed, sum(float(c @ c) for c in chunks), rtol=2e-6, atol=1e-6)
    assert measure(x[::2]) is None or size == 1  # not in order
    assert measure(np.arange(5)) is None


def test_members_that_only_a_kernel_does_the_same_way_everywhere():
    x = np.zeros((4, 8), "float32")
    for name, attrs, code in (("exp", {}, KERNEL), ("sum", {"axis": -1}, KERNEL), ("add", {}, EITHER)):
        arrays = [x] * len(REGISTRY[name].inputs)
        member = fused_op_of(node_of(name, arrays, attrs), {}, None)
        assert member is not None and backend_of(member)[0] == code


def test_without_llvmlite_numpy_does_it():
    """In a process where it cannot be imported."""
    code = """
import sys
sys.modules["llvmlite"] = None
import importlib.util, numpy as np
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *a: None if name == "llvmlite" else find(name, *a)
from opscope import paddle
paddle.enable_static()
x = paddle.static.data("x", [300, 300])
out = paddle.nn.functional.softmax(paddle.tanh(x) * 2.0)
exe, feed = paddle.static.Executor(), {"x": np.ones((300, 300), "float32")}
found = [exe.run(feed=feed, fetch_list=[out])[0] for _ in range(3)]
assert np.allclose(found[0], found[2]) and exe.lowered == 1
print("done")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert done.stdout == "done\n", done.stderr


def test_here_it_is_installed():
    assert llvm_compiler.available()
