"""Laws of folding, focusing and colouring."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opscope.viz.folding import CEILING, collapse
from opscope.viz.graph import Edge, Graph, GraphNode, focus, health_colours, roles, worst
from tests.viz.programs import graphs, healths, mlp, names


def shown(graph: Graph) -> list[str]:
    """Every original id that a graph stands for, visible or hidden."""
    return sorted(name for node in graph.nodes for name in (node.hides or (node.id,)))


@given(graphs(), st.integers(1, 12))
def test_collapse_keeps_the_limit_and_loses_nothing(graph: Graph, limit: int):
    small = collapse(graph, limit)
    assert len(small.nodes) <= limit
    assert shown(small) == shown(graph)
    assert worst(n.health for n in small.nodes) == worst(n.health for n in graph.nodes)


@given(graphs(), st.integers(1, 12))
def test_an_edge_survives_exactly_if_its_ends_are_not_folded_into_one(graph: Graph, limit: int):
    small = collapse(graph, limit)
    home = {old: node.id for node in small.nodes for old in (node.hides or (node.id,))}
    folded = {old for node in small.nodes for old in node.hides}
    kept = {
        (home[e.src], home[e.dst], e.kind) for e in graph.edges if home[e.src] != home[e.dst] or e.src not in folded
    }
    assert {(e.src, e.dst, e.kind) for e in small.edges} == kept


@given(graphs())
def test_a_graph_within_the_limit_is_left_alone(graph: Graph):
    assert collapse(graph, max(1, len(graph.nodes))) is graph


@pytest.mark.parametrize("grouped", [True, False])
def test_never_more_than_the_ceiling_is_laid_out(grouped: bool):
    assert len(collapse(mlp(1_000, grouped), limit=10**9).nodes) <= CEILING


def test_layers_that_are_alike_are_folded_alike():
    small = collapse(mlp(20), limit=100)
    assert [node.id for node in small.nodes if node.hides] == [f"group-layer_{i}" for i in range(20)]
    layer = next(node for node in small.nodes if node.hides)
    assert layer.detail == ("6 nodes",)
    assert "matmul_grad" in layer.tooltip


def test_deeper_groups_are_folded_before_their_parents():
    inner = [GraphNode(f"op-{i}", "add", group=("outer", f"inner_{i % 2}")) for i in range(10)]
    small = collapse(Graph(tuple(inner)), limit=4)
    assert [(node.label, node.group) for node in small.nodes] == [("inner_0", ("outer",)), ("inner_1", ("outer",))]


def test_without_groups_forward_and_backward_stay_two_chains():
    graph = mlp(30, grouped=False)
    role = roles(graph)
    for node in collapse(graph, limit=12).nodes:
        assert len({old in role for old in node.hides}) == 1


def test_many_role_changes_do_not_defeat_folding():
    nodes = tuple(GraphNode(f"op-{i}", "f") for i in range(40))
    swaps = tuple(Edge(f"op-{i}", f"op-{i + 1}", kind="gradient") for i in range(0, 39, 4))
    assert len(collapse(Graph(nodes, swaps), limit=3).nodes) == 3


def test_collapse_refuses_a_limit_below_one():
    with pytest.raises(ValueError, match="limit must be at least 1, but is 0"):
        collapse(mlp(1), limit=0)


def test_groups_with_slashes_do_not_fall_together():
    nodes = (
        *(GraphNode(f"op-{i}", "f", group=("a/b",)) for i in range(3)),
        *(GraphNode(f"op-{i}", "f", group=("a", "b")) for i in (7, 8)),
    )
    assert len(collapse(Graph(nodes), limit=2).nodes) == 2


@given(graphs(), st.data())
def test_focus_is_a_ball(graph: Graph, data: st.DataObject):
    if not graph.nodes:
        return
    centre = data.draw(st.sampled_from([node.id for node in graph.nodes]))
    balls = [{node.id for node in focus(graph, centre, hops).nodes} for hops in range(4)]
    assert balls[0] == {centre}
    for small, large in pairwise(balls):
        reached = {e.dst for e in graph.edges if e.src in small} | {e.src for e in graph.edges if e.dst in small}
        assert large == small | reached


def test_focus_names_what_is_alike():
    with pytest.raises(KeyError, match="var-w10"):
        focus(mlp(12), "var-w_10")


def test_an_operator_shows_the_worst_of_its_outputs():
    seen = health_colours(mlp(2), {"h0": "ok", "h1": "nan", "w0": "zeros", "nowhere": "inf"})
    by_label = {(node.label, node.group[:1]): node.health for node in seen.nodes}
    assert by_label["relu", ("layer_0",)] == "ok"
    assert by_label["relu", ("layer_1",)] == "nan"
    assert by_label["w0", ("layer_0",)] == "zeros"
    assert by_label["sgd", ("layer_0",)] == "zeros"  # it made the new w0
    assert by_label["matmul", ("layer_0",)] == "unseen"


@given(graphs(), st.dictionaries(names, healths))
def test_colouring_changes_nothing_but_health(graph: Graph, seen: dict[str, str]):
    coloured = health_colours(graph, seen)  # pyright: ignore[reportArgumentType]
    assert coloured.edges == graph.edges
    assert [(n.id, n.label, n.group) for n in coloured.nodes] == [(n.id, n.label, n.group) for n in graph.nodes]


def test_a_graph_refuses_what_cannot_be_drawn():
    with pytest.raises(ValueError, match="two nodes have the id 'op-1'"):
        Graph((GraphNode("op-1", "a"), GraphNode("op-1", "b")))
    with pytest.raises(ValueError, match="refers to 'op-2', which is not a node"):
        Graph((GraphNode("op-1", "a"),), (Edge("op-1", "op-2"),))
