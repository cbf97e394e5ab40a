"""Laws of scopes: stacks, ranges, what is open, and what a folded graph keeps."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope import paddle, viz
from opscope.errors import NotFound
from opscope.viz.foldable_graph import ARRANGEMENTS, FoldableGraph
from opscope.viz.folding import CEILING, group_id, merged, packed, unpacked
from opscope.viz.graph import Edge, Graph, GraphNode, op_id
from opscope.viz.scoped_graph import ScopedGraph
from opscope.viz.scopes import CROWD, FIRST_SIGHT, first_open, nested
from tests.viz.programs import graphs, mlp


def shown(graph: Graph) -> list[str]:
    """Every original id that a graph stands for, visible or hidden."""
    return sorted(name for node in graph.nodes for name in (node.hides or (node.id,)))


@given(graphs(most=20))
def test_folding_loses_nothing_and_opening_everything_gives_it_back(graph: Graph):
    scoped = ScopedGraph(nested(graph))
    assert shown(scoped.fold()) == shown(graph)
    whole = scoped.fold(scoped.paths)
    assert [node.id for node in whole.nodes] == [node.id for node in graph.nodes]
    assert len(whole.edges) == len({(e.src, e.dst, e.kind) for e in graph.edges})


@given(graphs(most=20), st.randoms(use_true_random=False))
def test_a_scope_that_is_not_open_is_one_node_for_its_nodes(graph: Graph, random):
    """As `merged` goes through the whole graph: the same nodes, edges and texts, in the same order."""
    for scoped in (ScopedGraph(graph), ScopedGraph(nested(graph))):
        opened = {path for path in scoped.paths if random.random() < 0.6}
        inside: dict[tuple[str, ...], list[GraphNode]] = {}
        for node in scoped.graph.nodes:
            prefixes = (node.group[:n] for n in range(1, len(node.group) + 1))
            if shut := next((path for path in prefixes if path not in opened and path in scoped.paths), None):
                inside.setdefault(shut, []).append(node)
        parts = [(GraphNode(group_id(path), path[-1], group=path[:-1]), nodes) for path, nodes in inside.items()]
        assert scoped.fold(opened) == merged(scoped.graph, parts)


@pytest.mark.parametrize("grouped", [True, False])
@pytest.mark.parametrize("layers", [40, 1000])
def test_opening_a_scope_shows_few_nodes_more(layers: int, grouped: bool):
    scoped = nested(mlp(layers, grouped))
    directly = Counter(node.group for node in scoped.nodes)
    for path in ScopedGraph(scoped).paths:
        directly[path[:-1]] += 1
    assert max(directly.values()) <= 2 * CROWD


def test_no_range_has_forward_and_backward_operators():
    role = viz.graph.roles(graph := mlp(500, grouped=False))
    for node in ScopedGraph(nested(graph)).fold().nodes:
        assert len({old in role for old in node.hides}) <= 1


def test_equal_layers_are_a_stack_whose_layers_open_one_by_one():
    scoped = ScopedGraph(nested(mlp(12)))
    (stack,) = [node for node in scoped.fold().nodes if node.hides]
    assert stack.label == "layer_0 … layer_11 ×12"
    path = (stack.label,)
    opened = scoped.fold([path])
    assert [node.label for node in opened.nodes if node.hides] == [f"layer_{i}" for i in range(12)]
    one = scoped.fold([path, (*path, "layer_3")])
    assert "relu" in {node.label for node in one.nodes}
    assert len([node for node in one.nodes if node.hides]) == 11


def test_a_scope_of_nothing_but_equal_layers_is_the_stack():
    nodes = (GraphNode(op_id(i), "relu", group=("encoder", str(i))) for i in range(24))
    pairs = tuple(node for one in nodes for node in (one, GraphNode(f"{one.id}-b", "add", group=one.group)))
    chain = tuple(Edge(src.id, dst.id) for src, dst in pairwise(pairs))
    assert [node.label for node in ScopedGraph(nested(Graph(pairs, chain))).fold().nodes] == ["encoder ×24"]


def test_layers_that_differ_are_no_stack():
    labels = ["relu", "tanh", "relu", "tanh"]
    nodes = tuple(GraphNode(op_id(i), label, group=(f"layer_{i}",)) for i, label in enumerate(labels))
    assert nested(Graph(nodes)).nodes == nodes


def test_a_small_graph_is_open_and_a_large_one_shows_a_first_sight():
    small, large = (ScopedGraph(nested(mlp(layers))) for layers in (3, 300))
    assert len(small.fold(first_open(small, 120)).nodes) == len(small.graph.nodes)
    assert len(large.fold(first_open(large, 120)).nodes) <= FIRST_SIGHT


def test_an_edge_between_folded_parts_tells_the_shape():
    edges = tuple(Edge(f"op-{i}", f"op-{i + 1}", f"h{i}", shape="[4, 8]") for i in range(7))
    graph = Graph(tuple(GraphNode(op_id(i), f"f{i}", group=(f"g{i // 2}",)) for i in range(8)), edges)
    assert "[4, 8]" in viz.draw(graph, open=[])
    two = Graph(graph.nodes, (*edges, Edge("op-0", "op-2", "k", shape="[4, 8]")))
    assert "2 × [4, 8]" in viz.draw(two, open=[])


@given(
    st.lists(st.from_regex(r"(op-|var-|)(fc_?)?[0-9]{0,3}(\.w_[0-3])?(\.\.)?[0-9]{0,2}\n?"), unique=True, max_size=40)
)
def test_packed_ids_are_unpacked_again(ids: list[str]):
    assert sorted(unpacked(packed(tuple(ids)))) == sorted(ids)
    written = json.loads(json.dumps(packed(tuple(ids))))
    assert sorted(unpacked(written)) == sorted(ids)


def test_names_of_equal_layers_are_packed():
    ids = [f"var-fc_{i}.{part}_0" for i in range(1250) for part in "wb"]
    assert len(json.dumps(packed(tuple(ids)))) < 100


@pytest.fixture
def deep() -> paddle.static.Program:
    paddle.enable_static()
    h = paddle.static.data("x", [None, 4], "float32")
    with paddle.static.name_scope("encoder"):
        for _ in range(30):
            with paddle.static.name_scope("layer"):
                h = paddle.static.nn.fc(h, 4, activation="relu")
    paddle.optimizer.SGD(0.1).minimize(paddle.mean(h))
    return paddle.static.default_main_program()


def test_a_large_program_is_drawn_folded_and_scopes_open_by_pattern(deep: paddle.static.Program):
    folded = viz.draw(deep)
    assert "encoder ×30" in folded and ">relu<" not in folded
    one = viz.draw(deep, open=["encoder/layer_3"])
    assert one.count(">relu<") == 1 and one.count('class="group') == 2
    assert viz.draw(deep, open="*", limit=CEILING).count(">relu<") == 30
    with pytest.raises(NotFound, match="encoder/layer_3"):
        viz.draw(deep, open=["encoder/layer_33"])


def test_a_graph_is_drawn_for_each_request(deep: paddle.static.Program):
    graph = FoldableGraph(deep)
    drawn = graph.draw()
    assert drawn.open == () and drawn.hidden > 200 and "encoder ×30" in drawn.svg.dot
    total, found = graph.search("op:relu layer_7")
    assert (total, [match.label for match in found]) == (2, ["relu", "relu_grad"])
    opened = graph.draw(drawn.open, reveal=found[0].id)
    assert f'id="{found[0].id}"' in opened.svg
    assert opened.open == ("group-encoder ×30", "group-encoder ×30/layer_7")
    near = graph.draw(opened.open, center=found[0].id, hops=1)
    assert near.svg.count('class="node') < opened.svg.count('class="node')
    apart = graph.draw(None, "apart")
    assert {"group-forward", "group-backward"} <= set(apart.open)
    assert "relu_grad" not in graph.draw(("group-forward",), "forward", reveal=found[0].id).svg
    with pytest.raises(NotFound, match="op-9999"):
        graph.draw((), reveal="op-9999")
    assert {graph.draw((), one).hidden > 0 for one in ARRANGEMENTS} == {True}


def test_a_search_finds_names_types_shapes_and_lines(deep: paddle.static.Program):
    graph = FoldableGraph(deep)
    assert {match.label for match in graph.search("op:sgd")[1]} == {"sgd"}
    assert graph.search("shape:[4] param")[0] == 0
    assert graph.search("shape:[4,")[0] > 0
    assert graph.search("line:test_scopes.py")[0] > 100
    assert graph.search("fc_3.w_0")[1][0].id == "var-fc_3.w_0"
    assert graph.search("nothing like it") == (0, [])
    assert graph.search("") == (0, [])


def test_operators_without_a_scope_are_grouped_by_their_parameters():
    paddle.enable_static()
    h = paddle.static.data("x", [None, 4], "float32")
    for i in range(40):
        h = paddle.static.nn.fc(h, 4, activation="relu", name=f"h{i}")
    assert "h0 … h39 ×40" in viz.draw(paddle.static.default_main_program())
