"""Planted in a ResNet and a Transformer: each fault is found at its node."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
import pytest

from opscope import debug
from opscope.cli import main
from opscope.debug.comparison import model_difference
from opscope.onnx import load
from tests.onnx_models import nets
from tests.onnx_models.faults import changed_attribute, changed_weight, older_opset, swapped_axes, until_first

FAULTS = [
    ("resnet", changed_weight("layer2.0.conv2.weight", 1.1), "/layer2.0.conv2/conv/Conv", "value"),
    (
        "resnet",
        changed_attribute("/layer1.0.conv2/conv/Conv", "pads", [0, 0, 2, 2]),
        "/layer1.0.conv2/conv/Conv",
        "value",
    ),
    ("resnet", swapped_axes("layer1.0.conv2.weight"), "/layer1.0.conv2/conv/Conv", "value"),
    ("encoder", changed_weight("layer1.up.weight", 1.1), "/layer1/mlp/up/MatMul", "value"),
    (
        "encoder",
        changed_attribute("/layer1/attn/v/Transpose", "perm", [0, 2, 3, 1]),
        "/layer1/attn/v/Transpose",
        "shape",
    ),
]


@pytest.mark.parametrize("net, fault, node, kind", FAULTS)
def test_a_fault_is_found_at_its_node(tmp_path: Path, net: str, fault, node: str, kind: str):
    good, bad = getattr(nets, net)(), getattr(nets, net)()
    fault(bad)
    onnx.save(good, tmp_path / "good.onnx")
    onnx.save(bad, tmp_path / "bad.onnx")
    if kind == "shape":  # the model that follows from it cannot run: give it the axes back behind the node
        at = next(i for i, n in enumerate(bad.graph.node) if n.name == node)
        back = onnx.helper.make_node("Transpose", [bad.graph.node[at].output[0]], ["back"], "/back", perm=[0, 1, 3, 2])
        reader = next(n for n in bad.graph.node if n.name == "/layer1/attn/MatMul_1")
        reader.input[1] = "back"
        bad.graph.node.insert(at + 1, back)
        onnx.save(bad, tmp_path / "bad.onnx")
    found = debug.diff_models(tmp_path / "good.onnx", tmp_path / "bad.onnx")
    assert found.first is not None and found.first.node == node and found.kind == kind
    assert all(grown.spread == 0 for grown in found.inputs)
    assert node in str(found) and json.loads(json.dumps(found.to_dict()))["first"]["node"] == node


@pytest.mark.parametrize("net", ["resnet", "encoder"])
def test_onnxruntime_computes_the_same(tmp_path: Path, net: str):
    onnx.save(getattr(nets, net)(), tmp_path / "m.onnx")
    found = debug.diff_models(tmp_path / "m.onnx", "onnxruntime")
    assert found.same and found.compared > 20, found
    assert list(tmp_path.iterdir()) == [tmp_path / "m.onnx"]


def test_a_wrong_operator_version_is_found(tmp_path: Path):
    good, bad = nets.encoder(), nets.encoder()
    for model in (good, bad):  # LayerNormalization is of 17: only what comes before it is compared
        until_first("Add")(model)
    older_opset(bad)
    onnx.save(good, tmp_path / "good.onnx")
    onnx.save(bad, tmp_path / "bad.onnx")
    found = debug.diff_models(tmp_path / "good.onnx", tmp_path / "bad.onnx")
    assert found.first is not None and found.first.node == "/layer0/attn/Softmax"


@pytest.mark.parametrize(
    "net, weight, node",
    [
        ("encoder", "layer1.v.weight", "/layer1/attn/v/MatMul"),
        ("resnet", "layer2.0.conv2.weight", "/layer2.0.conv2/conv/Conv"),
    ],
)
def test_an_overflow_of_float16_is_found(tmp_path: Path, net: str, weight: str, node: str):
    model = getattr(nets, net)()
    changed_weight(weight, 1e6)(model)
    onnx.save(model, tmp_path / "m.onnx")
    found = debug.diff_models(tmp_path / "m.onnx", "float16")
    assert found.first is not None and found.first.node == node and found.kind in ("overflow", "NaN")


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
def test_an_input_that_a_node_reads_twice_is_listed_once(tmp_path: Path):
    floats = onnx.TensorProto.FLOAT
    ends = [[onnx.helper.make_tensor_value_info(name, floats, [4])] for name in ("x", "y")]
    nodes = [onnx.helper.make_node("Exp", ["x"], ["h"]), onnx.helper.make_node("Mul", ["h", "h"], ["y"])]
    model = onnx.helper.make_model(onnx.helper.make_graph(nodes, "net", *ends), ir_version=8)
    onnx.save(model, tmp_path / "m.onnx")
    found = debug.diff_models(tmp_path / "m.onnx", "float16", feed={"x": np.full(4, 9.5, "float32")})
    assert found.kind == "overflow" and [each.name for each in found.inputs] == ["h"]


def test_only_a_segment_of_the_values_is_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The batch that is fed counts, whatever the file leaves open."""
    count, batch = 40, 64
    nodes = [onnx.helper.make_node("Neg", [f"v{i}"], [f"v{i + 1}"]) for i in range(count)]
    ends = [[onnx.helper.make_tensor_value_info(f"v{i}", onnx.TensorProto.FLOAT, ["b", 64])] for i in (0, count)]
    graph = onnx.helper.make_graph(nodes, "net", *ends)
    onnx.save(onnx.helper.make_model(graph, ir_version=8), tmp_path / "m.onnx")
    held: list[int] = []
    values = model_difference.ProgramSide.values

    def seen(
        side: model_difference.ProgramSide, names: list[str], feed: dict[str, np.ndarray]
    ) -> dict[str, np.ndarray]:
        found = values(side, names, feed)
        held.append(sum(v.nbytes for v in found.values()))
        return found

    monkeypatch.setattr(model_difference.ProgramSide, "values", seen)
    monkeypatch.setattr(model_difference, "SEGMENT", (1 << 16, 1 << 20))
    found = debug.diff_models(tmp_path / "m.onnx", "float16", {"v0": np.ones((batch, 64), "float32")})
    assert found.same and found.compared == count
    assert max(held) <= 1 << 16 and len(held) == 2 * count * batch * 64 * 4 / (1 << 16)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    good, bad = nets.encoder(), nets.encoder()
    changed_weight("layer0.o.weight", 2.0)(bad)
    onnx.save(good, tmp_path / "good.onnx")
    onnx.save(bad, tmp_path / "bad.onnx")
    a, b = str(tmp_path / "good.onnx"), str(tmp_path / "bad.onnx")
    assert main(["diff", a, b]) == 1
    assert "/layer0/attn/o/MatMul" in capsys.readouterr().out
    assert main(["diff", a, "--against", "onnxruntime", "--json", "--dim", "batch=2"]) == 0
    assert json.loads(capsys.readouterr().out)["same"]
    assert main(["diff", a]) == 2 and "--against" in capsys.readouterr().err
    assert main(["run", a, "--dim", "batch=3"]) == 0
    assert "float32[3, 6, 16]" in capsys.readouterr().out
    assert main(["check", a]) == 2


FLOAT, BOOL = onnx.TensorProto.FLOAT, onnx.TensorProto.BOOL
TRAINING = [onnx.helper.make_tensor("ratio", FLOAT, [], [0.5]), onnx.helper.make_tensor("training", BOOL, [], [True])]


def node(kind: str, inputs: str, outputs: str, **attributes) -> onnx.NodeProto:
    return onnx.helper.make_node(kind, inputs.split(), outputs.split(), **attributes)


DRAWING = {
    "RandomNormalLike": [
        node("RandomNormalLike", "e", "r", name="noise"),
        node("Add", "e r", "s"),
        node("Tanh", "s", "y"),
    ],
    "of a feed": [node("RandomNormalLike", "x", "r"), node("Add", "e r", "y")],
    "RandomUniform": [node("RandomUniform", "", "r", shape=[3, 4]), node("Mul", "e r", "y")],
    "Bernoulli": [node("Sigmoid", "x", "p"), node("Bernoulli", "p", "r"), node("Mul", "e r", "y")],
    "Multinomial": [node("Softmax", "x", "p"), node("Log", "p", "l"), node("Multinomial", "l", "y", sample_size=9)],
    "Dropout": [node("Dropout", "e ratio training", "d mask"), node("Relu", "d", "y")],
    "shape": [node("RandomNormalLike", "x", "r"), node("Shape", "r", "y")],
}
COMPARED = {"RandomNormalLike": "e", "of a feed": "e", "RandomUniform": "e", "Bernoulli": "ep", "Multinomial": "epl",
            "Dropout": "e", "shape": "ey"}  # fmt: skip


def drawing_model(path: Path, nodes: list[onnx.NodeProto], first: str = "Exp") -> Path:
    x = onnx.helper.make_tensor_value_info("x", FLOAT, [3, 4])
    y = onnx.helper.make_empty_tensor_value_info("y")
    graph = onnx.helper.make_graph([node(first, "x", "e"), *nodes], "g", [x], [y], TRAINING)
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(onnx.shape_inference.infer_shapes(model), path)
    return path


@pytest.mark.parametrize("name", DRAWING)
def test_what_depends_on_random_numbers_is_not_compared(tmp_path: Path, name: str):
    """The runtime was blamed for other numbers, or for an output without a name."""
    made = [o for n in DRAWING[name] for o in n.output]
    found = debug.diff_models(drawing_model(tmp_path / "m.onnx", DRAWING[name]), "onnxruntime")
    assert found.same and found.compared == len(COMPARED[name]) and found.left_out == 1 + len(made) - found.compared
    kind = next(n.op_type for n in DRAWING[name] if n.op_type.startswith(("Random", "Bern", "Multi", "Drop")))
    assert [n.split()[0] for n in found.drawing] == [kind] and f"random numbers of {kind}" in str(found)
    assert json.loads(json.dumps(found.to_dict()))["drawing"] == list(found.drawing)


@pytest.mark.parametrize("name", DRAWING)
def test_what_does_not_depend_on_them_is(tmp_path: Path, name: str):
    """A fault before the draw is found, against another file of the same nodes."""
    a = drawing_model(tmp_path / "a.onnx", DRAWING[name])
    b = drawing_model(tmp_path / "b.onnx", DRAWING[name], "Sinh")
    found = debug.diff_models(a, b)
    assert found.first is not None and found.first.name == "e" and found.left_out


def test_dropout_of_inference_draws_nothing(tmp_path: Path):
    nodes = [node("Dropout", "e ratio", "d"), node("Relu", "d", "y")]
    found = debug.diff_models(drawing_model(tmp_path / "m.onnx", nodes), "onnxruntime")
    assert found.same and found.compared == 3 and not found.drawing and "random" not in str(found)


def test_what_a_comparison_names_is_a_name_for_the_debugger(tmp_path: Path):
    good, bad = nets.encoder(), nets.encoder()
    changed_weight("layer1.up.weight", 1.1)(bad)
    for name, model in (("good", good), ("bad", bad)):
        onnx.save(model, tmp_path / f"{name}.onnx")
    first = debug.diff_models(tmp_path / "good.onnx", tmp_path / "bad.onnx").first
    model = load(tmp_path / "good.onnx")
    spec = {v.name: v.spec for v in model.program.list_vars()}
    feed = {n: np.zeros([d or 2 for d in spec[n].shape], spec[n].dtype.dtype) for n in model.inputs}
    truth = model.run(feed, [first.name])[0]
    for spelling in (first.name, first.node, f"{first.operator} {first.node}"):
        run = debug.start(lambda: model.run(feed), breakpoints=[spelling], taps=[spelling])
        here = run.until_stopped(60)
        assert here is not None and here.text.startswith(spelling), spelling
        np.testing.assert_array_equal(run.value(spelling), truth)
        np.testing.assert_array_equal(run.evaluate(f"`{spelling}`"), truth)
        assert run.look(spelling).name == first.name
        run.stop()
        assert run.history.names() == [first.name]
