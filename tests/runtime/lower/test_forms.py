"""Every op: the run through the plan, and the third, which is lowered, say the same, gradients included."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from opscope.core import random, state
from opscope.core.machine_code import llvm_compiler
from opscope.core.place import CUDAPlace, to_host
from opscope.errors import RangeError
from opscope.ir.gradients.backward import gradients as append_gradients
from opscope.ir.program.context import data, program_guard
from opscope.ir.program.program import Program
from opscope.ops.registry import REGISTRY, Op, Sample
from opscope.runtime.executor import Executor
from opscope.runtime.lower import fusion
from opscope.runtime.lower.lowerings import compiled_groups, row_blocks
from tests.laws import fake_cupy
from tests.laws.cases import Case, every_sample, inputs_with_gradient, law_for, listed, narrowed, seeds

# sums in another order, a factor for a quotient: some ulps of the largest number that is added
TOLERANCE = {"float16": 2e-3, "float32": 3e-6, "float64": 1e-13}


@pytest.fixture(autouse=True)
def static_mode(fresh_state: None) -> None:
    state.mode.static = True


def program_of(op: Op, sample: Sample) -> tuple[Program, dict[str, Any], list[Any]]:
    """(program, feed, what to fetch: outputs and gradients)."""
    program, feed = Program(), {}
    outs = listed(op.run(sample.args, sample.attrs, rng=random.Generator(11)))
    with program_guard(program):
        args: list[Any] = []
        for i, value in enumerate(sample.args):
            if isinstance(value, np.ndarray):
                feed[f"x{i}"] = value
                args.append(data(f"x{i}", value.shape, str(value.dtype)))
                args[-1].stop_gradient = False
            else:
                args.append(value)
        n = len(op.inputs)
        results = listed(op(*args[:n], args[n:], **sample.attrs) if op.variadic else op(*args, **sample.attrs))
        fetched = list(results)
        douts = seeds(op, outs)
        wrt = inputs_with_gradient(op, sample.args)
        pairs = [(r, d) for r, d in zip(results, douts, strict=True) if d is not None]
        if wrt and pairs:
            given = []
            for i, (_, d) in enumerate(pairs):
                feed[f"d{i}"] = d
                given.append(data(f"d{i}", d.shape, str(d.dtype)))
            grads = append_gradients([r for r, _ in pairs], [args[i] for i in wrt], given)
            fetched += [g for g in grads if g is not None]
    return program, feed, fetched


def check(op: Op, sample: Sample, place: Any = None) -> None:
    program, feed, fetched = program_of(op, sample)
    exe = Executor(place)
    runs: list[list[Any]] = []
    with np.errstate(all="ignore"):
        for _ in range(4 if place else 3):  # on a GPU the last one is captured
            random.seed(11)
            made = exe.run(program, feed=feed, fetch_list=fetched, return_numpy=False)  # lod_reset gives a LoD
            runs.append([to_host(tensor.array) for tensor in made])
    for first, third in zip(runs[0], runs[-1], strict=True):
        assert third.dtype == first.dtype and third.shape == first.shape
        if first.dtype.kind != "f":
            np.testing.assert_array_equal(third, first)
            continue
        tolerance = TOLERANCE[str(first.dtype)] * (5 if place else 1)  # cupy rounds a product and a sum at once
        finite = np.abs(first[np.isfinite(first)])
        np.testing.assert_allclose(third, first, rtol=tolerance, atol=tolerance * float(finite.max(initial=0.0)))


def lowerable(op: Op, sample: Sample) -> bool:
    return not op.random or bool(sample.attrs.get("seed")) or not sample.attrs.get("training", True)


LOWERABLE = every_sample(lowerable)
LAST = {case.op: case for case in LOWERABLE}
FIRST = {case.op: case for case in LOWERABLE[::-1]}


def is_at_an_end(case: Case) -> bool:
    """True for the first and the last sample of an op."""
    return case is FIRST[case.op] or case is LAST[case.op]


@law_for(LOWERABLE)
@pytest.mark.parametrize("width", ["double", "single"])
def test_a_lowered_run_says_what_the_plan_says(op: Op, sample: Sample, width: str):
    check(op, narrowed(sample) if width == "single" else sample)


@pytest.fixture(params=["stand-in", pytest.param("real", marks=pytest.mark.gpu)])
def gpu(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> CUDAPlace:
    if request.param == "stand-in":
        fake_cupy.install(monkeypatch)
    return CUDAPlace(0)


@pytest.mark.thorough
@pytest.mark.unmeasured
@law_for(case for case in LOWERABLE if is_at_an_end(case))
def test_on_a_gpu_too(op: Op, sample: Sample, gpu: CUDAPlace):
    check(op, narrowed(sample), gpu)


@pytest.mark.unmeasured
@pytest.mark.thorough  # each kernel is compiled
@law_for(case for case in LOWERABLE if not is_at_an_end(case))
def test_other_samples_on_a_gpu(op: Op, sample: Sample, gpu: CUDAPlace):
    check(op, narrowed(sample), gpu)


# --- larger shapes, in small blocks, with threads ---------------------------------------------------


@pytest.fixture(params=[True, False], ids=["compiled", "blocks"])
def small_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks and threads at sizes that a test can afford."""
    monkeypatch.setattr(llvm_compiler, "available", lambda: request.param)
    monkeypatch.setattr(compiled_groups, "BLOCK_SIZES", (1 << 9, 1 << 10))
    monkeypatch.setattr(fusion, "MIN_KERNEL_SIZE", 64)
    monkeypatch.setattr(fusion, "MIN_BLOCKED_SIZE", 64)
    monkeypatch.setattr(fusion, "MIN_SINGLE_SIZE", 64)
    monkeypatch.setattr(row_blocks, "BLOCK_SIZES", (1 << 9, 1 << 10))
    monkeypatch.setattr(row_blocks.thread_pool, "MIN_PARALLEL_SIZE", 1 << 11)
    monkeypatch.setattr(row_blocks, "MIN_BLOCKS_TO_TILE", 2)
    monkeypatch.setattr(row_blocks.thread_pool, "_pool", row_blocks.thread_pool.Pool(2))


def normal(*shape: int, seed: int = 0) -> Any:
    return (np.random.default_rng(seed).standard_normal(shape) * 3).astype("float32")


X, WIDE = normal(7, 9, 128), normal(6, 640)
LABELS = np.random.default_rng(1).integers(0, 128, (7, 9, 1))

LARGE: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    *((name, (X,), {}) for name in ("relu", "sigmoid", "silu", "tanh", "exp", "leaky_relu", "softplus", "log_sigmoid")),
    *((name, (X,), {}) for name in ("gelu", "erf", "square", "sign", "elu", "abs", "softmax", "log_softmax", "scale")),
    *((name, (np.abs(X) + 1,), {}) for name in ("rsqrt", "sqrt", "reciprocal", "log")),
    ("gelu", (X,), {"approximate": True}),
    ("gelu", (X.astype("float64"),), {}),
    ("softplus", (X,), {"beta": 2.0, "threshold": 3.0}),
    ("leaky_relu", (X,), {"negative_slope": 1.5}),
    ("softmax", (X,), {"axis": 1}),
    ("softmax", (WIDE,), {}),
    ("log_softmax", (WIDE,), {"axis": 0}),
    ("logsumexp", (X,), {"axis": -1}),
    ("logsumexp", (X,), {"axis": (0, 1), "keepdim": True}),
    ("clip", (X,), {"min": -1.0, "max": 0.5}),
    ("pow", (np.abs(X),), {"factor": 0.5}),
    ("pow", (X,), {"factor": 3}),
    ("add", (X, normal(128)), {}),
    ("multiply", (X, normal(7, 1, 128)), {}),
    ("multiply", (X, normal(7, 9, 1)), {}),
    ("subtract", (X, normal(9, 1)), {}),
    ("divide", (X, np.array(3.0, "float32")), {}),
    ("where", (X > 0, X, normal(7, 9, 128, seed=2)), {}),
    ("where", (X > 0, normal(128), 0.5), {}),
    ("square_error_cost", (X, normal(7, 9, 128, seed=2)), {}),
    ("layer_norm", (X, normal(128), normal(128, seed=1)), {"normalized_shape": [128]}),
    ("layer_norm", (WIDE, normal(640), None), {"normalized_shape": [640]}),
    ("layer_norm", (X, None, None), {"normalized_shape": [9, 128]}),
    ("batch_norm", (normal(5, 4, 6, 8), *(np.abs(normal(4, seed=s)) for s in range(4))), {}),
    ("batch_norm", (normal(5, 4, 6, 12), *(np.abs(normal(4, seed=s)) for s in range(4))), {"is_test": True}),
    ("softmax_with_cross_entropy", (X, LABELS), {}),
    ("softmax_with_cross_entropy", (X, LABELS[..., 0]), {"ignore_index": int(LABELS[0, 0, 0])}),
    ("softmax_with_cross_entropy", (X, np.where(LABELS > 100, -100, LABELS)), {}),
    ("softmax_with_cross_entropy", (X, (X[:, :1] > 0) * 8), {"axis": 1}),
    ("softmax_with_cross_entropy", (X, np.abs(normal(7, 9, 128, seed=4))), {"soft_label": True}),
    ("mean", (X,), {}),
    ("mean", (X,), {"axis": -1}),
    ("sum", (X,), {"axis": (0, 1)}),
    ("sum", (X,), {"axis": 1}),
    ("max", (X,), {"axis": -1, "keepdim": True}),
    ("embedding", (LABELS, normal(128, 5)), {}),
    ("embedding", (LABELS, normal(128, 5)), {"padding_idx": 3}),
    ("gather", (X, np.array([3, 1, 3])), {"axis": 1}),
    ("concat", (X, X[:, :2]), {"axis": 1}),
    ("stack", (X, X), {"axis": -1}),
    ("split", (X,), {"num_or_sections": [30, -1], "axis": 2}),
    ("add_n", (X, X * 2, X * 3), {}),
    ("cast", (X,), {"dtype": "float64"}),
]


@pytest.mark.parametrize("name, args, attrs", LARGE)
@pytest.mark.usefixtures("small_blocks")
def test_blocks_say_what_the_plan_says(name: str, args: tuple[Any, ...], attrs: dict[str, Any]):
    check(REGISTRY[name], Sample(args, attrs))


@pytest.mark.parametrize("name, args, attrs", LARGE)
def test_larger_shapes_on_a_gpu(name: str, args: tuple[Any, ...], attrs: dict[str, Any], gpu: CUDAPlace):
    check(REGISTRY[name], Sample(args, attrs), gpu)


@pytest.mark.parametrize("name", ["gather", "embedding"])
def test_an_index_out_of_range_is_an_error_in_every_run(name: str):
    program, table = Program(), normal(4, 3)
    with program_guard(program):
        i, t = data("i", [2], "int64"), data("t", [4, 3], "float32")
        out = REGISTRY["gather"](t, i) if name == "gather" else REGISTRY["embedding"](i, t)
    exe = Executor()
    for wanted in (0, 1, 3):
        feed = {"i": np.array([wanted, 1]), "t": table}
        np.testing.assert_array_equal(exe.run(program, feed=feed, fetch_list=[out])[0], table[feed["i"]])
    for wanted in (4, -1):
        with pytest.raises(RangeError, match=f"(but got|which is) {wanted}"):
            exe.run(program, feed={"i": np.array([1, wanted]), "t": table}, fetch_list=[out])


@pytest.mark.parametrize("values", [[0.0, -0.0, 1e-20, 3e5, -3e5, 1e30, -1e30], [np.inf, -np.inf, np.nan, 1.0]])
def test_erf_and_gelu_at_the_ends(values: list[float]):
    x = np.array(values, "float32")
    with np.errstate(all="ignore"):
        check(REGISTRY["erf"], Sample((x,)))
        check(REGISTRY["gelu"], Sample((x,)))


def test_erf_in_float32_is_near_the_true_one():
    from math import erf

    x = np.concatenate([np.linspace(-6, 6, 40001), np.logspace(-30, 0, 1000)]).astype("float32")
    wanted = np.array([erf(float(v)) for v in x])
    np.testing.assert_allclose(REGISTRY["erf"].run((x,), {}), wanted, rtol=3e-7)
