"""Program -> Graph: what is drawn, where, and what is left out."""

import dataclasses

import pytest

from opscope import paddle, viz
from opscope.errors import ArgumentError
from opscope.viz.graph import GraphNode, op_id, var_id


@pytest.fixture
def program():
    paddle.enable_static()
    x = paddle.static.data("x", [None, 4], "float32")
    with paddle.static.name_scope("first"):
        h = paddle.static.nn.fc(x, 3, name="layer")
    with paddle.static.name_scope("block"):
        h = paddle.static.nn.static_pylayer(lambda v: paddle.tanh(v) * 2.0, [h], lambda d: d * 0.5)
    paddle.optimizer.Adam(0.1).minimize(paddle.mean(h))
    return paddle.static.default_main_program()


def nodes(graph):
    return {node.id: node for node in graph.nodes}


def test_every_operator_of_every_running_block_has_a_node(program):
    graph = viz.program_graph(program)
    drawn = nodes(graph)
    for operator in program.operators:
        assert op_id(operator.id) in drawn


def test_values_show_what_the_code_calls_them(program):
    drawn = nodes(viz.program_graph(program))
    hidden = next(o for o in program.operators if o.type == "pylayer").outputs[0]
    shown = [(node.label, *node.detail) for node in (drawn[var_id(hidden)], drawn[var_id("x")])]
    assert shown == [("h", hidden, "float32[?, 3]"), ("x", "float32[?, 4]")]  # as lists have it: a given name is first


def test_a_box_has_one_name_of_the_code_and_its_tooltip_all():
    paddle.enable_static()
    with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
        logits = scores = paddle.tanh(paddle.static.data("x", [2], "float32"))
        node = nodes(viz.program_graph(scores.block.program))[var_id(logits.name)]
    assert (node.label, *node.detail) == ("logits", logits.name, "float32[2]")
    assert "called logits, scores" in node.tooltip


def test_an_edge_has_the_name_of_the_code_and_its_own_in_its_tooltip():
    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main, paddle.static.Program()):
        hidden = paddle.tanh(paddle.static.data("x", [2], "float32"))
        paddle.exp(hidden)
    edges = {edge.label: edge for edge in viz.program_graph(main).edges}
    assert (edges[hidden.name].called, edges["x"].called) == ("hidden", "")
    nodes = (GraphNode("op-0", "tanh"), GraphNode("op-1", "exp"))
    svg = viz.draw(viz.Graph(nodes, (dataclasses.replace(edges[hidden.name], src="op-0", dst="op-1"),)))
    assert ">hidden</text>" in svg and f'data-value="{hidden.name}"' in svg
    assert f"hidden  {hidden.name}" in svg


def test_edges_follow_the_values(program):
    graph = viz.program_graph(program)
    mul = next(o for o in program.operators if o.type == "mul")
    edges = {(e.src, e.dst) for e in graph.edges}
    assert (var_id("x"), op_id(mul.id)) in edges
    assert (op_id(mul.id), var_id(mul.outputs[0])) in edges


def test_gradients_stand_beside_their_layer(program):
    drawn = nodes(viz.program_graph(program))
    grad = next(o for o in program.operators if o.type == "mul_grad")
    assert drawn[op_id(grad.id)].group == ("first",)


def test_an_optimizer_stands_beside_its_parameter_without_its_state(program):
    graph = viz.program_graph(program)
    drawn = nodes(graph)
    adam = next(o for o in program.operators if o.type == "adam" and "layer.w_0" in o.outputs)
    assert drawn[op_id(adam.id)].group == drawn[var_id("layer.w_0")].group
    assert not [name for name in drawn if "moment" in name or "learning_rate" in name]
    kinds = {(e.src, e.dst): e.kind for e in graph.edges}
    assert kinds[var_id("layer.w_0@GRAD"), op_id(adam.id)] == "gradient"
    assert kinds[op_id(adam.id), var_id("layer.w_0")] == "gradient"


def test_sub_blocks_are_groups_of_their_operator(program):
    drawn = nodes(viz.program_graph(program))
    pylayer = next(o for o in program.operators if o.type == "pylayer")
    tanh = next(o for o in program.operators if o.type == "tanh")
    assert drawn[op_id(tanh.id)].group[:2] == ("block", f"pylayer {pylayer.id}")


def test_phases_leave_operators_out(program):
    forward = nodes(viz.program_graph(program, phases=("forward",)))
    assert not [n for n in forward.values() if n.kind == "op" and (n.label.endswith("_grad") or n.label == "adam")]
    assert var_id("layer.w_0@GRAD") not in forward


def test_kinds_and_sites(program):
    drawn = nodes(viz.program_graph(program))
    assert drawn[var_id("x")].kind == "data"
    assert drawn[var_id("layer.w_0")].kind == "parameter"
    mul = next(o for o in program.operators if o.type == "mul")
    assert "test_graph_builder.py" in drawn[op_id(mul.id)].site
    assert "static.nn.fc(x, 3" in drawn[op_id(mul.id)].tooltip


def test_a_py_func_says_which_function():
    paddle.enable_static()
    x = paddle.static.data("x", [2], "float32")

    def look(value):
        return None

    paddle.static.py_func(look, x, None)
    (node,) = [n for n in viz.program_graph(paddle.static.default_main_program()).nodes if n.kind == "op"]
    assert node.detail == ("look",)


def test_a_model_that_is_built_again_has_the_same_layers():
    """The cell that builds a model is run again: its parameters are called `h0.w_1` now."""
    paddle.enable_static()

    def layers():
        main, startup = paddle.static.Program(), paddle.static.Program()
        with paddle.static.program_guard(main, startup):
            h = paddle.static.data("x", [None, 4], "float32")
            for i in range(8):
                h = paddle.static.nn.fc(h, 4, activation="relu", name=f"h{i}")
            paddle.optimizer.Adam(0.1).minimize(paddle.mean(h))
        return main.all_parameters()[0].name, [node.group for node in viz.program_graph(main).nodes]

    (first, groups), (second, again) = layers(), layers()
    assert (first, second) == ("h0.w_0", "h0.w_1")
    assert {("h0",), ("h7",)} <= set(groups)
    assert again == groups


@pytest.mark.parametrize("draw", [viz.draw, viz.program_graph])
def test_what_is_no_program_is_refused(draw):
    with pytest.raises(ArgumentError, match=r"not from a Linear(.|\n)*run\.program\(\)"):
        draw(paddle.nn.Linear(2, 3))


@pytest.mark.parametrize("phases", [["foward"], "forward"])
def test_a_phase_that_does_not_exist_is_refused(program, phases):
    with pytest.raises(ArgumentError, match=r"no phase(.|\n)*forward, backward, optimize"):
        viz.program_graph(program, phases=phases)
