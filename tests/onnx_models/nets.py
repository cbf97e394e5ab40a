"""Models that exporters would write: a ResNet of bottlenecks and a Transformer encoder, of any size."""

from __future__ import annotations

from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper


class Builder:
    """Nodes and weights of a graph."""

    def __init__(self, seed: int = 0) -> None:
        self.nodes: list[NodeProto] = []
        self.weights: list[TensorProto] = []
        self.rng = np.random.default_rng(seed)

    def weight(self, name: str, *shape: int, scale: float | None = None) -> str:
        """Random numbers, by default so small that a product with them keeps its size."""
        scale = 1 / np.sqrt(max(np.prod(shape[1:]), 1)) if scale is None else scale
        return self.array(name, (self.rng.standard_normal(shape) * scale).astype("float32"))

    def array(self, name: str, value: Any) -> str:
        self.weights.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def node(self, op: str, inputs: list[str], name: str, **attrs: Any) -> str:
        """Append a node called `name`; its output is `<name>_output`."""
        self.nodes.append(helper.make_node(op, inputs, [f"{name}_output"], name=name, **attrs))
        return f"{name}_output"

    def model(self, inputs: list[Any], output: str, rank: int, opset: int = 17) -> ModelProto:
        graph = helper.make_graph(
            self.nodes,
            "g",
            inputs,
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, [None] * rank)],
            self.weights,
        )
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
        checker.check_model(made)
        return made


def resnet(blocks: tuple[int, ...] = (1, 1), width: int = 4, size: int = 16) -> ModelProto:
    """A ResNet of bottlenecks: (3, 4, 6, 3), 64 and 224 are ResNet-50."""
    b = Builder()

    def conv(x: str, name: str, inner: int, outer: int, kernel: int, stride: int = 1, relu: bool = True) -> str:
        w = b.weight(f"{name}.weight", outer, inner, kernel, kernel)
        pad = kernel // 2
        x = b.node(
            "Conv", [x, w], f"/{name}/conv/Conv", kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=[pad] * 4
        )
        ones = np.ones(outer, "float32")
        stats = [b.array(f"{name}.{k}", v) for k, v in (("g", ones), ("b", 0 * ones), ("m", 0 * ones), ("v", ones))]
        x = b.node("BatchNormalization", [x, *stats], f"/{name}/bn/BatchNormalization")
        return b.node("Relu", [x], f"/{name}/relu/Relu") if relu else x

    x = conv("image", "stem", 3, width, 7, 2)
    x = b.node("MaxPool", [x], "/pool/MaxPool", kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    channels = width
    for stage, count in enumerate(blocks):
        inner = width << stage
        for i in range(count):
            name, stride = f"layer{stage + 1}.{i}", 2 if i == 0 and stage else 1
            short = x
            if i == 0:
                short = conv(x, f"{name}.down", channels, 4 * inner, 1, stride, relu=False)
            y = conv(x, f"{name}.conv1", channels, inner, 1)
            y = conv(y, f"{name}.conv2", inner, inner, 3, stride)
            y = conv(y, f"{name}.conv3", inner, 4 * inner, 1, relu=False)
            x = b.node("Relu", [b.node("Add", [y, short], f"/{name}/Add")], f"/{name}/relu/Relu")
            channels = 4 * inner
    x = b.node("Flatten", [b.node("GlobalAveragePool", [x], "/avg/GlobalAveragePool")], "/Flatten")
    w = b.weight("fc.weight", 10, channels)
    x = b.node("Gemm", [x, w, b.array("fc.bias", np.zeros(10, "float32"))], "/fc/Gemm", transB=1)
    out = b.node("Softmax", [x], "/Softmax", axis=1)
    return b.model([helper.make_tensor_value_info("image", TensorProto.FLOAT, ["batch", 3, size, size])], out, 2)


def encoder(layers: int = 2, size: int = 16, heads: int = 4, length: int = 6, opset: int = 17) -> ModelProto:
    """A Transformer encoder, as PyTorch exports it: shapes are computed of the batch's own."""
    b = Builder(1)
    x = "tokens"
    for layer in range(layers):
        p = f"layer{layer}"
        shape = b.node("Shape", [x], f"/{p}/attn/Shape")
        batch = b.node("Gather", [shape, b.array(f"{p}.zero", np.int64(0))], f"/{p}/attn/Gather", axis=0)
        batch = b.node("Unsqueeze", [batch, b.array(f"{p}.axes", np.array([0]))], f"/{p}/attn/Unsqueeze")
        split = b.array(f"{p}.split", np.array([length, heads, size // heads]))
        split = b.node("Concat", [batch, split], f"/{p}/attn/Concat", axis=0)
        parts = []
        for part, perm in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
            y = b.node("MatMul", [x, b.weight(f"{p}.{part}.weight", size, size)], f"/{p}/attn/{part}/MatMul")
            y = b.node("Reshape", [y, split], f"/{p}/attn/{part}/Reshape")
            parts.append(b.node("Transpose", [y], f"/{p}/attn/{part}/Transpose", perm=perm))
        scores = b.node("MatMul", parts[:2], f"/{p}/attn/MatMul")
        scores = b.node("Div", [scores, b.array(f"{p}.root", np.float32(np.sqrt(size // heads)))], f"/{p}/attn/Div")
        mix = b.node(
            "MatMul", [b.node("Softmax", [scores], f"/{p}/attn/Softmax", axis=-1), parts[2]], f"/{p}/attn/MatMul_1"
        )
        mix = b.node("Transpose", [mix], f"/{p}/attn/Transpose", perm=[0, 2, 1, 3])
        joined = b.node(
            "Concat", [batch, b.array(f"{p}.join", np.array([length, size]))], f"/{p}/attn/Concat_1", axis=0
        )
        mix = b.node("Reshape", [mix, joined], f"/{p}/attn/Reshape")
        mix = b.node("MatMul", [mix, b.weight(f"{p}.o.weight", size, size)], f"/{p}/attn/o/MatMul")
        x = b.node("Add", [x, mix], f"/{p}/Add")
        norm = [
            b.array(f"{p}.norm.{k}", v) for k, v in (("w", np.ones(size, "float32")), ("b", np.zeros(size, "float32")))
        ]
        x = b.node("LayerNormalization", [x, *norm], f"/{p}/norm/LayerNormalization", axis=-1)
        y = b.node("MatMul", [x, b.weight(f"{p}.up.weight", size, 4 * size)], f"/{p}/mlp/up/MatMul")
        y = b.node("Mul", [y, b.node("Sigmoid", [y], f"/{p}/mlp/Sigmoid")], f"/{p}/mlp/Mul")
        y = b.node("MatMul", [y, b.weight(f"{p}.down.weight", 4 * size, size)], f"/{p}/mlp/down/MatMul")
        x = b.node("Add", [x, y], f"/{p}/Add_1")
    return b.model([helper.make_tensor_value_info("tokens", TensorProto.FLOAT, ["batch", length, size])], x, 3, opset)
