"""Planted in a ResNet and a Transformer: each fault is found at its node."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import onnx
import pytest
from onnx import ModelProto, numpy_helper

from opscope import debug
from opscope.cli import main
from tests.onnx_models import nets


def changed_weight(name: str, factor: float = 1.5) -> Callable[[ModelProto], None]:
    """Another first row."""

    def change(model: ModelProto) -> None:
        tensor = next(t for t in model.graph.initializer if t.name == name)
        array = numpy_helper.to_array(tensor).copy()
        array[0] *= factor
        tensor.CopyFrom(numpy_helper.from_array(array, name))

    return change


def changed_attribute(node: str, attribute: str, value: object) -> Callable[[ModelProto], None]:
    """Another value of an attribute."""

    def change(model: ModelProto) -> None:
        found = next(n for n in model.graph.node if n.name == node)
        kept = [a for a in found.attribute if a.name != attribute]
        del found.attribute[:]
        found.attribute.extend([*kept, onnx.helper.make_attribute(attribute, value)])

    return change


def older_opset(model: ModelProto) -> None:
    """Softmax of opset 11 is over all dims from its axis on."""
    model.opset_import[0].version = 12
    for node in [n for n in model.graph.node if n.op_type == "Unsqueeze"]:
        del node.input[1]
        node.attribute.append(onnx.helper.make_attribute("axes", [0]))
    for node in [n for n in model.graph.node if n.op_type == "Softmax"]:
        node.attribute[0].i = 1


FAULTS = [
    ("resnet", changed_weight("layer2.0.conv2.weight", 1.1), "/layer2.0.conv2/conv/Conv", "value"),
    (
        "resnet",
        changed_attribute("/layer1.0.conv2/conv/Conv", "pads", [0, 0, 2, 2]),
        "/layer1.0.conv2/conv/Conv",
        "value",
    ),
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
        end = next(i for i, n in enumerate(model.graph.node) if n.op_type == "Add")
        del model.graph.node[end + 1 :]
        model.graph.output[0].name = model.graph.node[end].output[0]
    older_opset(bad)
    onnx.save(good, tmp_path / "good.onnx")
    onnx.save(bad, tmp_path / "bad.onnx")
    found = debug.diff_models(tmp_path / "good.onnx", tmp_path / "bad.onnx")
    assert found.first is not None and found.first.node == "/layer0/attn/Softmax"


def test_an_overflow_of_float16_is_found(tmp_path: Path):
    model = nets.encoder()
    changed_weight("layer1.v.weight", 1e6)(model)
    onnx.save(model, tmp_path / "m.onnx")
    found = debug.diff_models(tmp_path / "m.onnx", "float16")
    assert found.first is not None and found.first.node == "/layer1/attn/v/MatMul" and found.kind in ("overflow", "NaN")


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
