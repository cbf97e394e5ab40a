"""What sinks write is what the run had: every step, read back by the programs that such files are for."""

import json
import logging
import urllib.parse
import urllib.request

import numpy as np
import pytest

import opscope
from opscope import debug, paddle, sinks
from opscope.errors import NotFound, UsageError
from opscope.events import StepFinished, ValueSeen


def train(steps=40):
    """The losses of a net; its weight is w, its gradient w@GRAD."""
    paddle.enable_static()
    x = paddle.static.data("x", [8, 4], "float32")
    h = paddle.static.nn.fc(x, 1, weight_attr=paddle.ParamAttr(name="w"))
    loss = paddle.mean(paddle.square(h - 1.0), name="loss")
    paddle.optimizer.SGD(learning_rate=0.1).minimize(loss)
    exe = paddle.static.Executor()
    exe.run(paddle.static.default_startup_program())
    feed = {"x": np.random.default_rng(0).normal(size=(8, 4)).astype("float32")}
    return loss.name, [float(exe.run(feed=feed, fetch_list=[loss])[0]) for _ in range(steps)]


def layered():
    """A program with name scopes and a block."""
    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main, paddle.static.Program()):
        x = paddle.static.data("x", [None, 4], "float32")
        with paddle.static.name_scope("encoder"), paddle.static.name_scope("first"):
            h = paddle.static.nn.fc(x, 3)
        paddle.static.nn.cond(paddle.mean(h) > 0, lambda: paddle.tanh(h), lambda: h * 2.0)
    return main


def test_the_graph_for_tensorboard_has_each_operator_with_what_it_reads():
    graph_pb2 = pytest.importorskip("tensorboardX.proto.graph_pb2")
    from opscope.sinks.tensorboard_graph import graph_def

    program = layered()
    found = graph_pb2.GraphDef.FromString(graph_def(program).SerializeToString())
    nodes = {node.name: node for node in found.node}
    operators = [operator for block in program.blocks for operator in block.ops]
    kinds = [node.op for node in found.node if node.op not in ("Placeholder", "VariableV2")]
    assert len(nodes) == len(found.node) and sorted(kinds) == sorted(o.type for o in operators)
    assert all(name.partition(":")[0] in nodes for node in found.node for name in node.input)
    (multiply,) = [node for node in found.node if node.op == "mul"]
    assert multiply.name.startswith("encoder/first/mul_") and multiply.input[0] == "x"
    assert [d.size for d in nodes["x"].attr["_output_shapes"].list.shape[0].dim] == [-1, 4]
    assert b"test_sinks.py" in multiply.attr["line"].s and b"fc(x, 3)" in multiply.attr["code"].s
    (branch,) = [node.name for node in found.node if node.op == "tanh"]
    assert "cond" in branch.rpartition("/")[0]


def watched(*made, **options):
    run = debug.Run(train, taps=["w@GRAD"], hz=None, sinks=made, **options)
    run.start().wait()
    return run, *run.result


def test_a_function_gets_the_numbers_of_every_step():
    got = {}
    _, name, losses = watched(sinks.numbers(got.__setitem__))
    assert [*got] == [*range(1, 41)]
    assert [got[step][name] for step in got] == losses
    assert {f"w@GRAD/{s}" for s in ("mean", "std", "min", "max", "zeros", "nan", "inf")} <= got[7].keys()


def test_values_have_the_names_of_the_code_and_no_two_have_the_same():
    def seen(name, called, named=False):
        return ValueSeen(
            name=name, op=0, op_type="relu", role="forward", shape=(2,), dtype="float32", step=1, mean=0.5, min=None,
            max=None, std=None, zeros=0.0, nan=0, inf=0, grad_of="", parameter=False, called=called, named=named,
        )  # fmt: skip

    rows = []
    sink = sinks.numbers(lambda step, values: rows.append([n for n in values if n.endswith("/mean")]))
    for event in (seen("relu_1.tmp_0", "h, self.h"), seen("relu_2.tmp_0", "h"), seen("x", "image", named=True)):
        sink.write(event)
    sink.write(seen("relu_2.tmp_0", "h"))
    sink.close()
    assert rows == [["h/mean", "h (relu_2.tmp_0)/mean", "x/mean"]]


def test_two_scalars_of_one_name_have_both_names():
    step = StepFinished(
        step=1, seconds=0.1, names=("mean_0.tmp_0", "mean_1.tmp_0", "acc"), scalars=(1.0, 2.0, 3.0),
        called=("loss", "loss", ""),
    )  # fmt: skip
    rows = []
    sink = sinks.numbers(lambda step, values: rows.append(values))
    sink.write(step)
    sink.close()
    assert rows == [{"loss (mean_0.tmp_0)": 1.0, "loss (mean_1.tmp_0)": 2.0, "acc": 3.0}]


def test_json_lines_have_every_step(tmp_path):
    *_, losses = watched(sinks.json_lines(tmp_path / "run.jsonl"))
    lines = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text("utf-8").splitlines()]
    assert (lines[0]["kind"], lines[-1]["kind"], lines[-1]["reason"]) == ("RunStarted", "Terminated", "finished")
    steps = [line for line in lines if line["kind"] == "StepFinished"]
    assert [line["scalars"] for line in steps] == [[loss] for loss in losses]


def test_kinds_select_the_lines(tmp_path):
    watched(sinks.json_lines(tmp_path / "run.jsonl", ["Terminated"]))
    assert [json.loads(line)["steps"] for line in (tmp_path / "run.jsonl").read_text().splitlines()] == [40]
    with pytest.raises(ValueError, match="unknown kinds of events: Nothing"):
        sinks.json_lines(tmp_path / "run.jsonl", ["Nothing"])


def test_the_log_has_the_last_step_and_the_end(caplog):
    with caplog.at_level(logging.INFO, "opscope"):
        _, name, losses = watched(sinks.logger(every=3600))
    texts = [r.getMessage() for r in caplog.records if r.name == "opscope"]
    assert texts == [f"step 1: {name} {losses[0]:.6g}", f"step 40: {name} {losses[-1]:.6g}", "finished after 40 steps"]


def test_the_log_has_failures_as_errors(caplog):
    def fail():
        raise ZeroDivisionError("no steps")

    with caplog.at_level(logging.INFO, "opscope"), pytest.raises(ZeroDivisionError):
        debug.Run(fail, sinks=[sinks.logger()]).start().wait()
    assert [(r.levelname, r.getMessage()) for r in caplog.records if r.name == "opscope"] == [
        ("ERROR", "failed after 0 steps: ZeroDivisionError: no steps")
    ]


def test_a_run_logs_by_itself_where_the_log_is_on(caplog):
    watched()
    assert not caplog.records
    with caplog.at_level(logging.INFO, "opscope"):
        watched()
    texts = [r.getMessage() for r in caplog.records if r.name == "opscope"]
    assert texts[0].startswith("step 1: ") and texts[-1] == "finished after 40 steps"


def test_tensorboard_shows_every_step(tmp_path):
    program = pytest.importorskip("tensorboard.program")
    _, name, losses = watched(sinks.tensorboard(tmp_path / "run", histograms=["w*"], graph=layered()))
    board = program.TensorBoard()
    board.configure(logdir=str(tmp_path), port=0, host="127.0.0.1", load_fast="false", reload_interval=1.0)
    url = board.launch()

    def fetched(plugin, tag):
        query = urllib.parse.urlencode({"run": "run", "tag": tag})
        return json.load(urllib.request.urlopen(f"{url}data/plugin/{plugin}?{query}"))

    assert {name, "w_GRAD/mean", "w_GRAD/nan"} <= {
        *json.load(urllib.request.urlopen(f"{url}data/plugin/scalars/tags"))["run"]
    }
    np.testing.assert_allclose([value for _, _, value in fetched("scalars/scalars", name)], losses, rtol=1e-6)
    counts = [sum(count for _, _, count in bins) for _, _, bins in fetched("histograms/histograms", "w_GRAD")]
    assert counts and {*counts} == {4.0}
    assert json.load(urllib.request.urlopen(f"{url}data/plugin/graphs/info"))["run"]["run_graph"]
    graph = urllib.request.urlopen(f"{url}data/plugin/graphs/graph?run=run&conceptual=false").read().decode()
    assert 'name: "encoder/first/mul_' in graph and 'op: "Placeholder"' in graph and 'op: "VariableV2"' in graph


def test_a_sink_that_fails_is_removed_and_the_run_goes_on():
    def fail(step, values):
        raise OSError("the disk is full")

    run, _, losses = watched(sinks.numbers(fail))
    assert len(losses) == 40
    assert any("OSError: the disk is full" in e.text for e in run.history.events() if e.kind == "Warned")


def test_a_sink_may_come_and_go_while_the_run_goes_on():
    got = []
    sink = sinks.numbers(lambda step, values: got.append(step))

    def body():
        train(3)
        run.subscribe(sink)
        train(3)
        run.unsubscribe(sink)
        train(3)

    run = debug.Run(body)
    run.start().wait()
    assert got == [4, 5, 6]  # the last one when the sink went, and was closed


def test_a_file_is_complete_when_its_sink_has_gone(tmp_path):
    sink = sinks.json_lines(tmp_path / "run.jsonl", ["StepFinished"])

    def body():
        train(3)
        run.unsubscribe(sink)
        train(3)

    run = debug.Run(body, sinks=[sink])
    run.start().wait()
    assert sink._file.closed
    assert len((tmp_path / "run.jsonl").read_text().splitlines()) == 3


def test_without_their_packages_they_say_what_to_install(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(opscope.errors.MissingPackage, match="pip install tensorboardX"):
        sinks.tensorboard("runs")
    with pytest.raises(opscope.errors.MissingPackage, match="pip install matplotlib"):
        debug.History().plot()


def test_the_log_says_a_loss_that_is_not_finite(caplog):
    paddle.enable_static()
    total = paddle.sum(paddle.static.data("x", [2], "float32"))

    def body():
        paddle.static.Executor().run(feed={"x": np.full(2, np.nan, "float32")}, fetch_list=[total])

    with caplog.at_level(logging.INFO, "opscope"):
        debug.start(body).wait()
    assert "step 1: total not finite" in [r.getMessage() for r in caplog.records]


@pytest.mark.parametrize("given", [[42], sinks.logger(), 3, [sinks.logger(), "run.jsonl"]])
def test_what_takes_no_events_is_refused_before_the_run(given):
    with pytest.raises(UsageError, match=r"cannot be called|must be a list"):
        debug.start(lambda: None, sinks=given)


def test_curves_are_found_by_what_the_code_calls_the_values(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    paddle.enable_static()
    x = paddle.static.data("x", [2], "float32")
    hidden = paddle.tanh(x)
    cost = paddle.mean(hidden)

    def body():
        for step in range(4):
            paddle.static.Executor().run(feed={"x": np.full(2, step, "float32")}, fetch_list=[cost])

    run = debug.start(body, taps=[hidden.name], hz=None)
    run.wait()
    axes = run.plot("cost", "hidden.std()", cost.name)
    assert [line.get_label() for line in axes.lines] == ["cost", "hidden.std()", cost.name]
    np.testing.assert_array_equal(axes.lines[0].get_ydata(), axes.lines[2].get_ydata())
    assert run.history.plot("hidden").lines[0].get_xdata().tolist() == [1, 2, 3, 4]


def test_curves_are_those_of_the_run(monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    run, name, losses = watched()
    (line,) = run.plot(name).lines
    np.testing.assert_array_equal(line.get_ydata(), losses)
    axes = run.plot("w*@GRAD.norm()", name)
    assert [line.get_label() for line in axes.lines] == ["w@GRAD.norm()", name]
    norms, gradients = axes.lines[0].get_ydata(), run.history.of("w@GRAD")
    np.testing.assert_allclose(norms, [2 * np.hypot(g.mean, g.std) for g in gradients])
    with pytest.raises(NotFound, match="no value of 'w@GRADS' was fetched or tapped"):
        run.plot("w@GRADS")
    with pytest.raises(opscope.errors.ArgumentError, match=r"cannot plot 'w@GRAD.median\(\)'"):
        run.plot("w@GRAD.median()")
