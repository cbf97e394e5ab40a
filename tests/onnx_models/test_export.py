"""Programs and layers as ONNX models: onnxruntime and onnx's reference compute the same of the files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx as onnx_package
import onnxruntime
import pytest
from onnx.reference import ReferenceEvaluator

from opscope import onnx, paddle
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.onnx.exporter.exported_operator import RULES
from opscope.ops import samples
from opscope.ops.registry import REGISTRY, Op, Sample
from opscope.paddle import nn, static
from tests.laws.cases import samples_of
from tests.laws.single_operator import one_operator

F = nn.functional
onnxruntime.set_default_logger_severity(4)
# onnxruntime 1.32 fuses Transpose and MatMul wrongly where one operand is a vector; the reference does not
WRONG_IN_RUNTIME = {("matmul", 14)}
# and the reference knows no groups with output_padding, and no GatherElements with fewer indices
WRONG_IN_REFERENCE = {("conv2d_transpose", 1), ("pick_along", 1)}


# the ops' own samples have cells of different sizes, which ONNX does not
EVEN = {
    "adaptive_avg_pool3d": [Sample((samples.array(1, 2, 4, 2, 3),), {"output_size": (2, 1, 3)})],
    "adaptive_max_pool": [Sample((samples.array(1, 2, 4, 3),), {"output_size": n}) for n in (1, (2, None))],
}


def runtime(path: Path, feed: dict[str, Any]) -> list[Any]:
    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(None, feed)


def reference(path: Path, feed: dict[str, Any]) -> list[Any]:
    return [np.asarray(v) for v in ReferenceEvaluator(str(path)).run(None, feed)]


@pytest.mark.parametrize("op", [op for op in REGISTRY if op.name in RULES], ids=lambda op: op.name)
def test_each_rule_writes_what_the_op_computes(op: Op, tmp_path: Path):
    """All samples that are not refused by name, and at least one."""
    file, written = tmp_path / "m.onnx", 0
    for number, sample in enumerate([*samples_of(op), *EVEN.get(op.name, ())]):
        found = one_operator(op, sample)
        try:
            onnx.save(found.program, file, feeds=list(found.feeds), fetches=found.fetches)
        except UnsupportedError:
            continue
        written += 1
        for compute in (reference, runtime):
            if (op.name, number) in (WRONG_IN_RUNTIME if compute is runtime else WRONG_IN_REFERENCE):
                continue
            for got, wanted in zip(compute(file, found.feeds), found.wanted, strict=True):
                assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape), (number, sample.attrs)
                np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-6, err_msg=f"{number}: {sample.attrs}")
    assert written


def test_there_is_a_rule_for_no_other_op():
    assert RULES.keys() <= {op.name for op in REGISTRY}


class Net(nn.Layer):
    """A convolution, attention and a recurrent layer."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2D(1, 4, 3, stride=2, padding=1),
            nn.BatchNorm2D(4),
            nn.Hardswish(),
            nn.Conv2D(4, 4, 3, padding="SAME"),
        )
        self.attention = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.5)
        self.rnn = nn.GRU(4, 3, direction="bidirect")
        self.head = nn.Linear(6, 2)

    def forward(self, x: Any) -> Any:
        x = F.interpolate(self.body(x), scale_factor=2, mode="nearest")
        rows = paddle.transpose(paddle.flatten(x, 2), [0, 2, 1])[:, ::4]
        out, _ = self.rnn(self.attention(rows))
        return F.softmax(self.head(out.mean(axis=1)))


class Control(nn.Layer):
    """A condition in a loop, and one behind it; each reads values of outside."""

    def forward(self, x: Any) -> Any:
        def body(v: Any, i: Any) -> Any:
            grown = static.nn.cond(i > 1, lambda: v * 2.0, lambda: v + paddle.mean(x))
            return [grown, i + 1]

        last, count = static.nn.while_loop(
            lambda v, i: paddle.sum(v) < 100.0, body, [x * 1.0, paddle.zeros([1], "int64")]
        )
        return static.nn.cond(paddle.mean(last) > 1e3, lambda: last - 10.0, lambda: last + x), count


@pytest.mark.parametrize(
    "build, shape", [(Net, [None, 1, 8, 8]), (Control, [None, 3]), (lambda: nn.Linear(3, 2), [2, None, 3])]
)
def test_layers_are_exported(build: Any, shape: list[int | None], tmp_path: Path):
    paddle.seed(1)
    layer = build()
    layer.eval()
    paddle.onnx.export(layer, str(tmp_path / "net"), [static.InputSpec(shape, "float32", "x")], opset_version=19)
    file = tmp_path / "net.onnx"
    onnx_package.checker.check_model(str(file), full_check=True)
    proto = onnx_package.load(file)
    assert proto.opset_import[0].version == 19 and proto.graph.input[0].name == "x"
    traced = paddle.jit.to_static(layer, input_spec=[static.InputSpec(shape, "float32", "x")])
    for size in (1, 3):
        x = np.random.default_rng(size).uniform(0.5, 1.5, [size if d is None else d for d in shape]).astype("float32")
        wanted = traced(paddle.to_tensor(x))
        wanted = [v.numpy() for v in (wanted if isinstance(wanted, list | tuple) else [wanted])]
        for compute in (reference, runtime, lambda f, feed: onnx.load(f).run(feed)):
            for got, each in zip(compute(file, {"x": x}), wanted, strict=True):
                np.testing.assert_allclose(got, each, rtol=1e-4, atol=1e-5)


def test_nodes_are_named_after_layers(tmp_path: Path):
    net = Net()
    net.eval()
    paddle.onnx.export(net, str(tmp_path / "net"), [static.InputSpec([1, 1, 8, 8], "float32", "x")])
    names = [n.name for n in onnx_package.load(tmp_path / "net.onnx").graph.node]
    assert "/body/0/Conv" in names and any(n.startswith("/attention/linear1/MatMul") for n in names)
    model = onnx.load(tmp_path / "net.onnx")
    assert next(o for o in model.program.operators if o.op.name == "conv2d").layer_path == "body.0"


def test_static_programs_are_exported(tmp_path: Path):
    paddle.enable_static()
    x = static.data("x", [None, 4], "float32")
    out = static.nn.fc(x, 3, activation="gelu")
    loss = paddle.mean(out)
    paddle.optimizer.Adam(0.1).minimize(loss)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    feed = {"x": np.random.default_rng(0).standard_normal((2, 4)).astype("float32")}
    exe.run(feed=feed)
    onnx.save(static.default_main_program(), tmp_path / "m.onnx", feeds=[x], fetches=[out, "x"])
    pruned = static.normalize_program(static.default_main_program(), [x], [out])
    wanted = exe.run(pruned, feed=feed, fetch_list=[out])
    got, same = runtime(tmp_path / "m.onnx", feed)
    np.testing.assert_allclose(got, wanted[0], rtol=1e-5)
    assert np.array_equal(same, feed["x"])
    with pytest.raises(UsageError, match="needs the names of feeds and fetches"):
        onnx.save(static.default_main_program(), tmp_path / "m.onnx", fetches=[out])
    with static.scope_guard(static.Scope()), pytest.raises(ArgumentError, match="has no value in the scope"):
        onnx.save(static.default_main_program(), tmp_path / "m.onnx", feeds=[x], fetches=[out])
    with pytest.raises(UnsupportedError, match="no operator in the file computes it"):
        onnx.save(static.default_main_program(), tmp_path / "m.onnx", feeds=[], fetches=[out])


def test_what_cannot_be_exported_is_named(tmp_path: Path):
    spec = [static.InputSpec([2, 3], "float32")]
    path = str(tmp_path / "net")
    with pytest.raises(UnsupportedError, match="determinant has no ONNX rule") as error:
        paddle.onnx.export(lambda x: paddle.linalg.det(x[:, :2]), path, spec)
    assert "test_export.py" in str(error.value)
    with pytest.raises(ArgumentError, match="opset 99 is not supported: the newest opset is"):
        paddle.onnx.export(lambda x: x + 1, path, spec, opset_version=99)
    with pytest.raises(ArgumentError, match="has no argument verbose"):
        paddle.onnx.export(lambda x: x + 1, path, spec, verbose=True)
    with pytest.raises(UsageError, match="needs a Layer or a function"):
        paddle.onnx.export(static.Program(), path, spec)
    assert not list(tmp_path.iterdir())
