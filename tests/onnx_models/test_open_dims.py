"""Models whose dims stay open, as exporters write dynamic axes: the values of onnxruntime for any sizes."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from opscope import onnx
from opscope.errors import ArgumentError, UnsupportedError

RNG = np.random.default_rng(0)


def floats(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype("float32")


def model(nodes: list, inputs: dict[str, list], output: str = "y", weights: dict | None = None) -> bytes:
    """A model of these nodes, with opset 18."""
    ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, dims) for n, dims in inputs.items()]
    made = [numpy_helper.from_array(np.asarray(v), n) for n, v in (weights or {}).items()]
    graph = helper.make_graph(nodes, "g", ends, [helper.make_tensor_value_info(output, TensorProto.FLOAT, None)], made)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8).SerializeToString()


def recurrent(op: str, gates: int, **attrs: object) -> bytes:
    count = 2 if attrs.get("direction") == "bidirectional" else 1
    weights = {"W": floats(count, gates * 4, 3), "R": floats(count, gates * 4, 4), "B": floats(count, gates * 8)}
    node = helper.make_node(op, ["x", "W", "R", "B"], ["y"], hidden_size=4, **attrs)
    return model([node], {"x": ["time", "batch", 3]}, weights=weights)


def allowed_zero() -> bytes:
    """Reshape as PyTorch's exporter writes it: computed sizes, and allowzero."""
    shape = helper.make_node("Shape", ["x"], ["dims"], start=0, end=2)
    whole = helper.make_node("Concat", ["dims", "rest"], ["wanted"], axis=0)
    reshape = helper.make_node("Reshape", ["x", "wanted"], ["y"], allowzero=1)
    return model([shape, whole, reshape], {"x": ["a", "b", 6]}, weights={"rest": [2, 3]})


def scanned() -> bytes:
    ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [3]) for n in ("s", "x", "s2", "o")]
    nodes = [helper.make_node("Add", ["s", "x"], ["s2"]), helper.make_node("Mul", ["s2", "x"], ["o"])]
    body = helper.make_graph(nodes, "body", ends[:2], ends[2:])
    node = helper.make_node("Scan", ["s0", "x"], ["last", "y"], body=body, num_scan_inputs=1, scan_input_directions=[1])
    return model([node], {"x": ["time", 3]}, weights={"s0": floats(3)})


def at_places(*nodes: object, **weights: object) -> bytes:
    return model(list(nodes), {"x": ["rows", 3]}, weights=dict(weights))


NONZERO = [
    helper.make_node("NonZero", ["x"], ["found"]),
    helper.make_node("Transpose", ["found"], ["places"]),
    helper.make_node("GatherND", ["x", "places"], ["y"]),
]
SCATTER = helper.make_node("ScatterND", ["x", "places", "new"], ["y"])
TRIANGLE = helper.make_node("Trilu", ["x"], ["y"], upper=1)
SAME = helper.make_node("Conv", ["x", "w"], ["y"], auto_pad="SAME_UPPER")
MEAN = helper.make_node("AveragePool", ["x"], ["y"], kernel_shape=[2, 2], strides=[2, 2], count_include_pad=1)
UP = helper.make_node("Resize", ["x", "", "scales"], ["y"], mode="linear")
SIZES = [
    helper.make_node("Shape", ["x"], ["dims"]),
    helper.make_node("Slice", ["dims", "from", "to"], ["kept"]),
    helper.make_node("Concat", ["kept", "rest"], ["sizes"], axis=0),
    helper.make_node("Resize", ["x", "", "", "sizes"], ["y"], mode="cubic"),
]
SHORT = [  # as tf2onnx writes a shape: in int32, which cannot hold every mark of an unknown dim
    helper.make_node("Shape", ["x"], ["dims"]),
    helper.make_node("Cast", ["dims"], ["short"], to=TensorProto.INT32),
    helper.make_node("Gather", ["short", "order"], ["turned"]),
    helper.make_node("Cast", ["turned"], ["wanted"], to=TensorProto.INT64),
    helper.make_node("Reshape", ["x", "wanted"], ["y"]),
]
SAMPLE = helper.make_node("GridSample", ["x", "grid"], ["y"])
CASES = {
    "Reshape": (allowed_zero(), [(2, 5, 6), (1, 1, 6), (0, 2, 6)]),
    "LSTM": (recurrent("LSTM", 4, direction="bidirectional"), [(5, 2, 3), (1, 3, 3)]),
    "GRU": (recurrent("GRU", 3, linear_before_reset=1), [(5, 2, 3), (1, 3, 3)]),
    "RNN": (recurrent("RNN", 1, direction="reverse"), [(5, 2, 3), (1, 3, 3)]),
    "Scan": (scanned(), [(5, 3), (1, 3)]),
    "GatherND": (at_places(*NONZERO), [(4, 3), (1, 3)]),
    "ScatterND": (at_places(SCATTER, places=[[-1, 0], [0, 2]], new=floats(2)), [(4, 3), (1, 3)]),
    "Trilu": (model([TRIANGLE], {"x": ["rows", "columns"]}), [(4, 3), (2, 5)]),
    "Conv": (model([SAME], {"x": ["n", 2, "h", "w"]}, weights={"w": floats(3, 2, 3, 4)}), [(1, 2, 5, 6), (2, 2, 3, 4)]),
    "AveragePool": (model([MEAN], {"x": ["n", 2, "h", "w"]}), [(1, 2, 6, 4), (2, 2, 5, 7)]),
    "Resize": (
        model([UP], {"x": ["n", "c", 4, 4]}, weights={"scales": np.array([1, 1, 2, 3], "float32")}),
        [(1, 2, 4, 4), (3, 1, 4, 4)],
    ),
    "Resize to sizes": (
        model(SIZES, {"x": ["n", 2, 4, 4]}, weights={"from": [0], "to": [2], "rest": [7, 5]}),
        [(1, 2, 4, 4), (3, 2, 4, 4)],
    ),
    "a shape in int32": (model(SHORT, {"x": ["a", "b", "c"]}, weights={"order": [2, 0, 1]}), [(2, 5, 3), (1, 2, 4)]),
    **{
        f"{op}, ceil_mode": (
            model(
                [helper.make_node(op, ["x"], ["y"], kernel_shape=[3, 2], strides=[2, 2], ceil_mode=1)],
                {"x": ["n", 2, "h", "w"]},
            ),
            [(1, 2, 6, 5), (2, 2, 5, 7), (1, 2, 8, 4)],
        )
        for op in ("AveragePool", "MaxPool")
    },
    "GridSample": (model([SAMPLE], {"x": ["n", 1, 2, 2]}, weights={"grid": floats(1, 2, 2, 2)}), [(1, 1, 2, 2)]),
}


@pytest.mark.parametrize("name", CASES)
def test_open_dims_take_any_size(name: str):
    content, shapes = CASES[name]
    mine = onnx.load(content)
    theirs = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    for shape in shapes:
        x = floats(*shape)
        (wanted,), (got,) = theirs.run(["y"], {"x": x}), mine.run({"x": x}, ["y"])
        assert got.shape == wanted.shape
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-5)


def test_where_a_size_is_needed_the_error_names_the_dim():
    node = helper.make_node("Resize", ["x", "", "scales"], ["y"], name="/up/Resize")
    content = model([node], {"x": ["n", 1, "h", 4]}, weights={"scales": np.array([1, 1, 2, 2], "float32")})
    with pytest.raises(
        UnsupportedError, match=r"(?s)Resize '/up/Resize'.*dims=\{'n': 1, 'h': 1\}.*--dim n=1 --dim h=1"
    ):
        onnx.load(content)
    model_ = onnx.load(content, dims={"h": 2})
    assert model_.dims == {"n": None, "h": 2} and model_.run({"x": floats(3, 1, 2, 4)})[0].shape == (3, 1, 4, 8)
    with pytest.raises(ArgumentError, match=r"(?s)no input of the model has a symbolic dim 'hh'.*did you mean 'h'"):
        onnx.load(content, dims={"hh": 2})
