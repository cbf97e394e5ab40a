"""Operators of onnxruntime's own domain: models that its quantization and its optimizer write, and single nodes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx as onnx_package
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static

from opscope import onnx
from opscope.errors import UnsupportedError

RNG = np.random.default_rng(0)
MICROSOFT = "com.microsoft"


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype("float32")


def runtime(path: Path | bytes, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    source = path if isinstance(path, bytes) else str(path)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"]).run(None, feed)


def image_net() -> onnx_package.ModelProto:
    """Each operator that quantize_static has a quantized form of."""
    node = helper.make_node
    nodes = [
        node("Conv", ["x", "w1", "b1"], ["c1"], "conv1", pads=[1] * 4), node("Relu", ["c1"], ["r1"], "relu"),
        node("MaxPool", ["r1"], ["p1"], "pool", kernel_shape=[2, 2], strides=[2, 2]),
        node("Conv", ["p1", "w2"], ["c2"], "conv2", pads=[1] * 4), node("LeakyRelu", ["c2"], ["l2"], "leaky"),
        node("Add", ["l2", "p1"], ["a2"], "add"), node("Sigmoid", ["a2"], ["s2"], "sigmoid"),
        node("Mul", ["a2", "s2"], ["m2"], "mul"), node("AveragePool", ["m2"], ["ap"], "average", kernel_shape=[2, 2]),
        node("GlobalAveragePool", ["ap"], ["g"], "global"), node("Flatten", ["g"], ["f"], "flatten"),
        node("Gemm", ["f", "w3", "b3"], ["z"], "fc", transB=1), node("Softmax", ["z"], ["sm"], "softmax"),
        node("Concat", ["z", "sm"], ["y"], "concat", axis=1),
    ]  # fmt: skip
    weights = {"w1": floats(4, 3, 3, 3), "b1": floats(4), "w2": floats(4, 4, 3, 3), "w3": floats(5, 4), "b3": floats(5)}
    ends = [
        helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in (("x", ["n", 3, 8, 8]), ("y", ["n", 10]))
    ]
    made = [numpy_helper.from_array(v, n) for n, v in weights.items()]
    graph = helper.make_graph(nodes, "g", ends[:1], ends[1:], made)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


class Samples(CalibrationDataReader):
    def __init__(self) -> None:
        self.left: Iterator[dict[str, np.ndarray]] = iter([{"x": floats(2, 3, 8, 8)} for _ in range(3)])

    def get_next(self) -> dict[str, np.ndarray]:
        return next(self.left, None)  # pyright: ignore[reportReturnType]


@pytest.mark.parametrize("form", [QuantFormat.QOperator, QuantFormat.QDQ])
@pytest.mark.parametrize("activation", [QuantType.QInt8, QuantType.QUInt8])
def test_a_model_that_onnxruntime_quantized(tmp_path: Path, form: QuantFormat, activation: QuantType):
    file, small = tmp_path / "m.onnx", tmp_path / "small.onnx"
    onnx_package.save(image_net(), file)
    quantize_static(
        file, small, Samples(), quant_format=form, activation_type=activation, weight_type=QuantType.QInt8,
        reduce_range=True,  # products of uint8 and int8 saturate in onnxruntime on processors without VNNI
    )  # fmt: skip
    kinds = {n.op_type for n in onnx_package.load(small).graph.node if n.domain == MICROSOFT}
    assert len(kinds) == (9 if form is QuantFormat.QOperator else 0)
    x = {"x": floats(2, 3, 8, 8)}
    (mine,), (theirs,), (exact,) = onnx.load(small).run(x), runtime(small, x), runtime(file, x)
    step = np.abs(theirs).max() / 127
    assert np.abs(mine - theirs).max() < 2.1 * step  # a sum between two whole numbers is rounded either way
    assert 0 < np.abs(mine - exact).max() < 0.2 * np.abs(exact).max()


def test_a_model_that_onnxruntime_quantizes_while_it_runs(tmp_path: Path):
    file, small = tmp_path / "m.onnx", tmp_path / "small.onnx"
    onnx_package.save(image_net(), file)
    quantize_dynamic(file, small, weight_type=QuantType.QUInt8)
    x = {"x": floats(2, 3, 8, 8)}
    np.testing.assert_allclose(onnx.load(small).run(x)[0], runtime(small, x)[0], rtol=1e-4, atol=1e-4)


def test_a_model_that_onnxruntime_optimized(tmp_path: Path):
    file, fused = tmp_path / "m.onnx", tmp_path / "fused.onnx"
    onnx_package.save(image_net(), file)
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(fused)
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    assert "FusedConv" in {n.op_type for n in onnx_package.load(fused).graph.node}
    x = {"x": floats(2, 3, 8, 8)}
    np.testing.assert_allclose(onnx.load(fused).run(x)[0], runtime(file, x)[0], rtol=1e-4, atol=1e-5)


def one(op: str, inputs: dict[str, np.ndarray], domain: str = MICROSOFT, **attrs: object) -> tuple[bytes, dict]:
    """A model of one node, and its feed."""
    node = helper.make_node(
        op, [n if v is not None else "" for n, v in inputs.items()], ["y"], op, domain=domain, **attrs
    )
    given = {n: v for n, v in inputs.items() if v is not None}
    kinds = {n: helper.np_dtype_to_tensor_dtype(v.dtype) for n, v in given.items()}
    ends = [helper.make_tensor_value_info(n, kinds[n], v.shape) for n, v in given.items()]
    out = {"QLinearWhere": TensorProto.UINT8, "QLinearReduceMean": TensorProto.UINT8}.get(op, TensorProto.FLOAT)
    graph = helper.make_graph([node], "g", ends, [helper.make_tensor_value_info("y", out, None)])
    imports = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(graph, opset_imports=imports, ir_version=8).SerializeToString(), given


def whole(*shape: int, dtype: str = "uint8") -> np.ndarray:
    return RNG.integers(0, 100, shape).astype(dtype)


SCALE, WIDE, ZERO = np.array(0.05, "float32"), np.array(0.1, "float32"), np.array(7, "uint8")
NODES = {
    "Gelu": {"x": floats(2, 5)},
    "BiasGelu": {"x": floats(2, 5), "b": floats(5)},
    "FastGelu": {"x": floats(2, 5), "b": floats(5)},
    "QuickGelu": {"x": floats(2, 5)},
    "FusedMatMul": {"a": floats(2, 5, 3), "b": floats(2, 5, 4)},
    "FusedGemm": {"a": floats(2, 5), "b": floats(5, 4), "c": floats(4)},
    "SkipLayerNormalization": {
        "x": floats(2, 3, 4), "s": floats(2, 3, 4), "g": floats(4), "b": floats(4), "c": floats(4)
    },
    "SkipSimplifiedLayerNormalization": {"x": floats(2, 3, 4), "s": floats(2, 3, 4), "g": floats(4)},
    "SimplifiedLayerNormalization": {"x": floats(2, 3, 4), "g": floats(4)},
    "MatMulIntegerToFloat": {
        "a": whole(3, 4), "b": whole(4, 5), "s": SCALE, "t": np.float32([0.1]), "z": ZERO, "w": ZERO, "c": floats(5)
    },
    "DynamicQuantizeMatMul": {"a": floats(3, 4), "b": whole(4, 5), "t": np.float32([0.1]), "w": ZERO.reshape(1)},
    "QGemm": {"a": whole(3, 4), "s": SCALE, "z": ZERO, "b": whole(4, 5), "t": SCALE, "w": ZERO},
    "QLinearWhere": {
        "c": RNG.random((3, 4)) > 0.5, "a": whole(3, 4), "s": SCALE, "z": ZERO, "b": whole(3, 4), "t": WIDE,
        "w": ZERO, "u": WIDE, "v": ZERO,
    },
}  # fmt: skip
ATTRIBUTES = {
    "QuickGelu": {"alpha": 1.5},
    "FusedMatMul": {"alpha": 0.5, "transA": 1},
    "FusedGemm": {"alpha": 0.5, "beta": 2.0, "activation": "LeakyRelu", "activation_alpha": 0.3},
    "SkipLayerNormalization": {"epsilon": 1e-5},
}


@pytest.mark.parametrize("op", NODES)
def test_a_node_of_onnxruntime(op: str):
    domain = "" if op == "SimplifiedLayerNormalization" else MICROSOFT
    content, feed = one(op, NODES[op], domain, **ATTRIBUTES.get(op, {}))
    (mine,), (theirs,) = onnx.load(content).run(feed), runtime(content, feed)
    assert mine.dtype == theirs.dtype
    np.testing.assert_allclose(mine, theirs, rtol=1e-4, atol=1e-5)


def test_what_is_not_supported_is_named():
    scale = {"x": whole(1, 2, 3, 3), "s": SCALE, "z": ZERO, "t": SCALE, "w": ZERO}
    content, _ = one("QLinearGlobalAveragePool", scale, channels_last=1)
    with pytest.raises(UnsupportedError, match="QLinearGlobalAveragePool 'QLinearGlobalAveragePool': channels_last"):
        onnx.load(content)
    with pytest.raises(UnsupportedError, match="QuickGelu 'QuickGelu': attribute 'beta'"):
        onnx.load(one("QuickGelu", NODES["QuickGelu"], beta=1.0)[0])
    with pytest.raises(UnsupportedError, match="Attention 'Attention': there is no operator Attention"):
        onnx.load(one("Attention", NODES["Gelu"])[0])
