"""Whole models: names, scopes, symbolic dims, gradients, fine-tuning, saving, files of others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx as onnx_package
import onnxruntime
import pytest
from onnx import TensorProto, helper

from opscope import debug, onnx, paddle, viz
from opscope.core.state import mode
from opscope.errors import ArgumentError, FeedError, UnsupportedError
from opscope.runtime.executor import Executor
from opscope.runtime.scope import scope_guard
from tests.onnx_models import light_models, nets


def runtime(path: Path, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return session.run(None, feed)


def tiny(*nodes: object, inputs: dict[str, list[object]], output: str = "y", opset: int = 17) -> bytes:
    """A model of these nodes."""
    made = [helper.make_tensor_value_info(n, TensorProto.FLOAT, shape) for n, shape in inputs.items()]
    graph = helper.make_graph(
        list(nodes), "g", made, [helper.make_tensor_value_info(output, TensorProto.FLOAT, [None])]
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)]).SerializeToString()


def test_a_model_with_an_open_batch_runs_for_any(tmp_path: Path):
    file = tmp_path / "m.onnx"
    onnx_package.save(nets.encoder(), file)
    model = onnx.load(file)
    assert model.outputs[0].shape == (-1, 6, 16) and "tokens ->" in repr(model)
    for batch in (1, 3):
        x = np.random.default_rng(0).standard_normal((batch, 6, 16)).astype("float32")
        np.testing.assert_allclose(model.run({"tokens": x})[0], runtime(file, {"tokens": x})[0], rtol=1e-4, atol=1e-5)


def test_operators_keep_names_scopes_and_lines_of_the_model():
    model = onnx.load(nets.resnet().SerializeToString())
    conv = next(o for o in model.program.operators if o.op.name == "conv2d")
    assert conv.outputs == ("/stem/conv/Conv_output",)
    assert (conv.namescope, conv.layer_path) == ("/stem/conv/", "stem.conv")
    assert conv.user_attrs["onnx_node"] == "/stem/conv/Conv"
    assert not [n for n in model.program.global_block().vars if n.startswith("onnx@")]


def test_taps_and_stops_see_the_nodes(tmp_path: Path):
    model = onnx.load(nets.encoder().SerializeToString(), dims={"batch": 1})
    x = np.ones((1, 6, 16), "float32")
    run = debug.start(lambda: model.run({"tokens": x}), breakpoints=["op:softmax"])
    run.until_stopped(60)
    assert run.value("/layer0/attn/Div_output").shape == (1, 4, 6, 6)
    run.clear()
    run.cont()
    run.wait()


@pytest.mark.parametrize("net", ["resnet", "encoder"])
def test_a_model_is_trained_and_saved(tmp_path: Path, net: str):
    model = onnx.load(getattr(nets, net)().SerializeToString(), trainable=True, dims={"batch": 2})
    names = [p.name for p in model.parameters if p.trainable]
    assert names and not any(n.endswith((".m", ".v")) for n in names)
    (name,) = model.inputs
    feed = {name: np.random.default_rng(1).standard_normal(model.program.global_block().vars[name].shape)}
    feed = {name: feed[name].astype("float32")}
    with mode.block(static=True), scope_guard(model.scope):
        startup = paddle.static.Program()
        with paddle.static.program_guard(model.program, startup):
            loss = paddle.mean(paddle.square(model.outputs[0] - 0.5))
            paddle.optimizer.SGD(0.05).minimize(loss)
        exe = Executor()
        exe.run(startup)
        losses = [float(exe.run(model.program, feed, [loss])[0]) for _ in range(4)]
    assert losses[-1] < losses[0]
    file = tmp_path / "tuned.onnx"
    onnx.save(model, file)
    onnx_package.checker.check_model(str(file))
    again = onnx.load(file, dims={"batch": 2})
    assert np.abs(again.weight(names[0]) - model.weight(names[0])).max() == 0
    np.testing.assert_allclose(again.run(feed)[0], runtime(file, feed)[0], rtol=1e-4, atol=1e-5)


def test_gradients_of_weights_are_slopes():
    model = onnx.load(nets.encoder(layers=1).SerializeToString(), trainable=True, dims={"batch": 1})
    feed = {"tokens": np.random.default_rng(1).standard_normal((1, 6, 16)).astype("float32")}
    with mode.block(static=True), scope_guard(model.scope):
        with paddle.static.program_guard(model.program, paddle.static.Program()):
            loss = paddle.sum(paddle.square(model.outputs[0]))
            pairs = paddle.static.append_backward(loss)
        exe = Executor()
        grads = exe.run(model.program, feed, [g for _, g in pairs])
        for (weight, _), grad in zip(pairs, grads, strict=True):
            before, way = model.weight(weight.name).copy(), np.sign(grad)
            ends = []
            for side in (1e-2, -1e-2):
                model.scope.store(weight.name, (before + side * way / max(np.abs(grad).max(), 1)).astype("float32"))
                ends.append(float(exe.run(model.program, feed, [loss])[0]))
            model.scope.store(weight.name, before)
            slope = (ends[0] - ends[1]) / 2e-2 * max(np.abs(grad).max(), 1)
            assert slope == pytest.approx(np.abs(grad).sum(), rel=0.05), weight.name


def test_weights_in_a_file_beside_are_mapped(tmp_path: Path):
    file = tmp_path / "m.onnx"
    onnx_package.save(nets.encoder(), file, save_as_external_data=True, location="m.data", size_threshold=64)
    model = onnx.load(file, dims={"batch": 1})
    assert isinstance(model.scope.array("layer0.q.weight"), np.memmap)
    x = {"tokens": np.ones((1, 6, 16), "float32")}
    np.testing.assert_allclose(model.run(x)[0], runtime(file, x)[0], rtol=1e-4, atol=1e-5)
    (tmp_path / "m.data").write_bytes(b"short")
    with pytest.raises(ArgumentError, match=r"initializer 'layer0.*m\.data do not match the shape"):
        onnx.load(file)
    proto = onnx_package.load(file, load_external_data=False)
    entry = next(e for t in proto.graph.initializer for e in t.external_data if e.key == "location")
    entry.value = "../../etc/passwd"
    with pytest.raises(ArgumentError, match="outside the folder"):
        onnx.load(proto.SerializeToString())


@pytest.mark.parametrize(
    "node, error, message",
    [
        (helper.make_node("Relu", ["z"], ["y"], "r"), ArgumentError, "Relu 'r' reads 'z'"),
        (helper.make_node("Relu", ["x"], ["y"], "r", slope=1.0), ArgumentError, "Relu 'r': attribute 'slope' does not"),
        (helper.make_node("Nonsense", ["x"], ["y"], "n"), UnsupportedError, "Nonsense 'n': there is no operator"),
        (helper.make_node("Softmax", ["x"], ["y"], "s", axis=9), ArgumentError, "Softmax 's'"),
        (helper.make_node("TfIdfVectorizer", ["x"], ["y"], "t"), UnsupportedError, "TfIdfVectorizer 't'"),
        (helper.make_node("LSTM", ["x"], ["y"], "l"), ArgumentError, "LSTM 'l': input 2 is missing"),
        (helper.make_node("Reshape", ["x", "s"], ["y"], "p"), ArgumentError, "Reshape 'p' reads 's'"),
        (helper.make_node("Cast", ["x"], ["y"], "c", to=8), UnsupportedError, "Cast 'c', attribute to: .*string"),
    ],
)
def test_errors_name_the_node(node, error, message: str):
    with pytest.raises(error, match=message):
        onnx.load(tiny(node, inputs={"x": [2, 3]}))


def test_feeds_are_checked():
    model = onnx.load(tiny(helper.make_node("Relu", ["x"], ["y"]), inputs={"x": ["n"]}))
    with pytest.raises(FeedError, match="not fed"):
        model.run({})
    with pytest.raises(FeedError, match="no input 'X'"):
        model.run({"X": np.ones(2, "float32")})
    with pytest.raises(ArgumentError, match="not an ONNX model"):
        onnx.load(b"nothing of the kind")


@pytest.mark.parametrize("name", ["squeezenet", "shufflenet"])
def test_light_models_have_their_stored_outputs(name: str, capsys: pytest.CaptureFixture[str]):
    """`python -m tests.onnx_models --light` runs all nine of them."""
    assert name in light_models.NAMES and len(light_models.NAMES) == 9
    assert light_models.run_all((name,)), capsys.readouterr().out


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_why_and_errors_name_the_node():
    log = helper.make_node("Log", ["x"], ["logs"], name="/head/Log")
    model = onnx.load(tiny(log, helper.make_node("Mul", ["logs", "x"], ["y"], name="/head/Mul"), inputs={"x": [2]}))
    run = debug.start(lambda: model.run({"x": np.array([1, -1], "float32")}), record=True)
    run.wait()
    found = run.why("y")
    assert found.cause.node == "/head/Log" and [link.node for link in found.chain][:2] == ["/head/Mul", "/head/Log"]
    assert "log [/head/Log] of x[1] = -1" in str(found) and "[/head/Log]" in str(found).partition("chain")[0]
    gather = helper.make_node("Gather", ["x", "i"], ["y"], name="/head/Gather")
    graph = helper.make_graph(
        [gather], "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2]),
         helper.make_tensor_value_info("i", TensorProto.INT64, ["n"])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n"])],
    )  # fmt: skip
    model = onnx.load(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]).SerializeToString())
    with pytest.raises(Exception, match="7") as raised:
        model.run({"x": np.ones(2, "float32"), "i": np.array([7])})
    assert "ONNX node  /head/Gather" in str(raised.value)


def test_nodes_may_stand_in_any_order():
    """onnxruntime takes files whose nodes are not sorted, also where only a graph inside reads another node's value."""
    branches = [
        helper.make_graph([helper.make_node("Identity", [n], ["o"])], n, [], [
            helper.make_tensor_value_info("o", TensorProto.FLOAT, None)
        ]) for n in ("a", "b")
    ]  # fmt: skip
    chosen = helper.make_node("If", ["positive"], ["y"], then_branch=branches[0], else_branch=branches[1])
    nodes = [
        chosen, helper.make_node("Neg", ["x"], ["a"]), helper.make_node("Abs", ["a"], ["b"]),
        helper.make_node("Greater", ["sum", "zero"], ["positive"]),
        helper.make_node("ReduceSum", ["x"], ["sum"], keepdims=0), helper.make_node("Sub", ["sum", "sum"], ["zero"]),
    ]  # fmt: skip
    content = tiny(*nodes, inputs={"x": [2]})
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    for x in (np.array([1, 2], "float32"), np.array([-1, -2], "float32")):
        np.testing.assert_array_equal(onnx.load(content).run({"x": x})[0], session.run(None, {"x": x})[0])
    cycle = [helper.make_node("Add", ["x", "b"], ["y"], "c"), helper.make_node("Neg", ["y"], ["b"])]
    with pytest.raises(ArgumentError, match="Add 'c' reads 'b'"):
        onnx.load(tiny(*cycle, inputs={"x": [2]}))


def test_functions_of_one_name_are_told_apart_by_their_overload():
    opsets = [helper.make_opsetid("", 17)]
    functions = [
        helper.make_function(
            "my", "F", ["a"], ["c"], [helper.make_node(op, ["a"], ["c"], name=op)], opsets, overload=op
        )
        for op in ("Relu", "Neg")
    ]
    nodes = [
        helper.make_node("F", ["x"], ["h"], "first", domain="my", overload="Neg"),
        helper.make_node("F", ["h"], ["y"], "second", domain="my", overload="Relu"),
    ]
    ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [3]) for n in ("x", "y")]
    graph = helper.make_graph(nodes, "g", ends[:1], ends[1:])
    made = helper.make_model(
        graph, opset_imports=[*opsets, helper.make_opsetid("my", 1)], functions=functions, ir_version=10
    )
    model = onnx.load(made.SerializeToString())
    np.testing.assert_array_equal(model.run({"x": np.array([-1, 0, 2], "float32")})[0], [1, 0, 0])
    assert {o.onnx_node for o in model.program.operators} >= {"first/Neg", "second/Relu"}


def test_a_graph_folds_by_the_scopes_of_the_nodes():
    model = onnx.load(nets.encoder(layers=1).SerializeToString())
    groups = {node.group for node in viz.program_graph(model.program).nodes}
    assert ("layer0", "attn", "v") in groups
    assert not [g for g in groups if len(g) > 3]
