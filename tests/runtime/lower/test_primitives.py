"""An op registered once in the table of primitives is fused, compiled for CPU and GPU, and runs without LLVM."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.core.machine_code import llvm_compiler
from opscope.ops import infer
from opscope.ops.registry import Op
from opscope.paddle import static
from opscope.runtime.lower import fusion
from opscope.runtime.lower.cuda import kernel_source
from opscope.runtime.lower.fused_ops import fuse_along_rows
from opscope.runtime.lower.fusion import FusionGroup
from opscope.runtime.lower.kernel_graph import KernelGraph, KernelValue
from opscope.runtime.lower.llvm import kernel_cache
from opscope.runtime.lower.primitives import PRIMITIVES
from opscope.runtime.lower.primitives.primitive_registry import elementwise, primitive
from tests.laws import fake_cupy

SHAPE = (300, 50)


def _hard_sigmoid_kernel(xp: Any, x: Any, *, slope: float = 0.2) -> Any:
    return xp.minimum(xp.maximum(x * x.dtype.type(slope), 0), 1)


def _root_mean_square_kernel(xp: Any, x: Any, *, axis: int = -1) -> Any:
    return x / xp.sqrt(xp.mean(x * x, axis=axis, keepdims=True))


HARD_SIGMOID = Op(_hard_sigmoid_kernel, infer=infer.floating, name="new_hard_sigmoid")
ROOT_MEAN_SQUARE = Op(_root_mean_square_kernel, infer=infer.floating, name="new_root_mean_square")


@pytest.fixture(autouse=True)
def new_primitives(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two new ops, each registered once; small arrays are worth a group."""
    monkeypatch.setattr(fusion, "MIN_BLOCKED_SIZE", 1)
    before = dict(PRIMITIVES)

    @elementwise("new_hard_sigmoid")
    def _hard_sigmoid(graph: KernelGraph, x: KernelValue, slope: float) -> KernelValue:
        return graph.apply("minimum", graph.apply("maximum", graph.apply("mul", x, slope), 0.0), 1.0)

    @primitive("new_root_mean_square", fuse=fuse_along_rows)
    def _root_mean_square(graph: KernelGraph, x: KernelValue, **_: Any) -> KernelValue:
        mean = graph.apply("div", graph.apply("total", graph.apply("mul", x, x)), graph.columns())
        return graph.apply("div", x, graph.apply("sqrt", mean))

    yield
    PRIMITIVES.clear()
    PRIMITIVES.update(before)


def exact(x: Any) -> Any:
    """What the program computes, in float64."""
    h = np.clip(2.0 * x.astype("float64") * 0.3, 0, 1) + 1.0
    return h / np.sqrt((h * h).mean(axis=-1, keepdims=True)) - 1.0


def third_run(monkeypatch: pytest.MonkeyPatch, place: Any) -> tuple[Any, Any, list[FusionGroup]]:
    """(the third result, the exact one, the groups of the lowered run) of a program with both ops."""
    groups: dict[int, FusionGroup] = {}
    add = FusionGroup.add
    monkeypatch.setattr(
        FusionGroup, "add", lambda self, member: (groups.update({id(self): self}), add(self, member))[1]
    )
    paddle.enable_static()
    x = static.data("x", list(SHAPE))
    out = ROOT_MEAN_SQUARE(HARD_SIGMOID(x * 2.0, slope=0.3) + 1.0) - 1.0
    value = np.random.default_rng(0).standard_normal(SHAPE).astype("float32")
    exe = static.Executor(place)
    exe.run(feed={"x": value}, fetch_list=[out])
    groups.clear()  # the first run goes operator by operator: each is a group of its own
    found = [exe.run(feed={"x": value}, fetch_list=[out])[0] for _ in range(2)][-1]
    assert exe.lowered == 1
    return found, exact(value), list(groups.values())


def names(groups: list[FusionGroup]) -> list[list[str]]:
    return [[member.op.name for member in group.members] for group in groups]


ALL = [["scale", "new_hard_sigmoid", "scale", "new_root_mean_square", "scale"]]


def test_a_new_primitive_is_fused_and_compiled(monkeypatch: pytest.MonkeyPatch):
    if not llvm_compiler.available():
        pytest.skip("llvmlite is missing")
    graphs: list[KernelGraph] = []
    compile_kernel = kernel_cache.compile_kernel
    monkeypatch.setattr(
        kernel_cache, "compile_kernel", lambda g, columns: (graphs.append(g), compile_kernel(g, columns))[1]
    )
    found, wanted, groups = third_run(monkeypatch, paddle.CPUPlace())
    assert names(groups) == ALL and groups[0].backend != fusion.NUMPY
    assert {"minimum", "total", "sqrt"} <= {value.op for value in graphs[-1].values()}
    np.testing.assert_allclose(found, wanted, rtol=2e-6, atol=2e-6)


def test_without_llvm_a_new_primitive_runs_on_blocks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(llvm_compiler, "available", lambda: False)
    monkeypatch.setattr(kernel_cache, "compile_kernel", lambda *_: pytest.fail("a kernel was compiled"))
    found, wanted, groups = third_run(monkeypatch, paddle.CPUPlace())
    assert names(groups) == ALL and groups[0].backend == fusion.NUMPY
    np.testing.assert_allclose(found, wanted, rtol=2e-6, atol=2e-6)


def test_a_new_primitive_is_a_cuda_kernel(monkeypatch: pytest.MonkeyPatch):
    fake_cupy.install(monkeypatch)
    sources: list[str] = []
    write = kernel_source.KernelSource._kernel
    monkeypatch.setattr(
        kernel_source.KernelSource, "_kernel", lambda *a, **k: (sources.append(text := write(*a, **k)), text)[1]
    )
    found, wanted, groups = third_run(monkeypatch, paddle.CUDAPlace(0))
    assert names(groups) == ALL and groups[0].backend == fusion.KERNEL
    assert len(set(sources)) == 1 and "sqrtf" in sources[0]
    np.testing.assert_allclose(found, wanted, rtol=2e-6, atol=2e-6)


def test_exact_code_agrees_with_the_kernel_to_the_last_bit(monkeypatch: pytest.MonkeyPatch):
    """The group of an op without functions and reductions may use either back end: both give the same bits."""
    paddle.enable_static()
    monkeypatch.setattr(fusion, "MIN_KERNEL_SIZE", 1)
    out = HARD_SIGMOID(static.data("x", list(SHAPE)) * 2.0, slope=0.3)
    value = np.random.default_rng(1).standard_normal(SHAPE).astype("float32")
    exe = static.Executor()
    first, _, third = (exe.run(feed={"x": value}, fetch_list=[out])[0] for _ in range(3))
    assert exe.lowered == 1 and first.tobytes() == third.tobytes()
