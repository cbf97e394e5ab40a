"""Graphs to test with: a training program of any depth, and graphs with names nobody would choose."""

from __future__ import annotations

from hypothesis import strategies as st

from opscope.viz.graph import Edge, EdgeKind, Graph, GraphNode, Health, Kind, op_id, var_id

EVIL = [
    '"',
    "<b>",
    "</script>",
    "\n",
    "\r\t",
    "\\N",
    "\\",
    "\\l\\",
    "%",
    "&amp;",
    "&",
    "]]>",
    "\0",
    "\x1b",
    "\ud800",
    "é",
]
ODD = ["漢字", "🙂", "\u202e", "\ufffe", "node", "-->", "<>", "", " ", "a:b:c", "'", "{}", "\u2028", "\x85", ";"]
NASTY = EVIL + ODD


def mlp(layers: int, grouped: bool = True) -> Graph:
    """x -> (matmul -> relu) * layers -> mean, its backward, and one sgd a layer; groups are the layers."""
    nodes: list[GraphNode] = [GraphNode(var_id("x"), "x", "data", detail=("float32[?, 8]",))]
    edges: list[Edge] = []
    made = {"x": var_id("x")}

    def op(label: str, inputs: list[str], output: str, layer: int) -> None:
        name = op_id(len(nodes))
        group = (f"layer_{layer}",) if grouped and layer >= 0 else ()
        nodes.append(GraphNode(name, label, group=group, site=f"train.py:{len(nodes)} in <module>"))
        edges.extend(Edge(made[i], name, i, "gradient" if i.endswith("@GRAD") else "data") for i in inputs)
        made[output] = name

    for i in range(layers):
        made[f"w{i}"] = var_id(f"w{i}")
        nodes.append(GraphNode(made[f"w{i}"], f"w{i}", "parameter", (f"layer_{i}",) if grouped else ()))
        op("matmul", [f"h{i - 1}" if i else "x", f"w{i}"], f"m{i}", i)
        op("relu", [f"m{i}"], f"h{i}", i)
    op("mean", [f"h{layers - 1}"], "loss", -1)
    op("mean_grad", ["loss"], f"h{layers - 1}@GRAD", -1)
    for i in reversed(range(layers)):
        op("relu_grad", [f"h{i}@GRAD", f"h{i}"], f"m{i}@GRAD", i)
        op("matmul_grad", [f"m{i}@GRAD", f"w{i}"], f"w{i}@GRAD", i)
        made[f"h{i - 1}@GRAD"] = made[f"w{i}@GRAD"]
    for i in range(layers):
        op("sgd", [f"w{i}@GRAD", f"w{i}"], f"new{i}", i)
        edges.append(Edge(made[f"new{i}"], var_id(f"w{i}")))
    return Graph(tuple(nodes), tuple(edges), "an MLP")


names = st.one_of(
    st.lists(st.sampled_from([*NASTY, "w", "_0", "@GRAD"]), max_size=5).map("".join),
    st.text(st.characters(exclude_categories=[]), max_size=40),
)
kinds: st.SearchStrategy[Kind] = st.sampled_from(("op", "data", "parameter", "value"))
edge_kinds: st.SearchStrategy[EdgeKind] = st.sampled_from(("data", "gradient", "control"))
healths: st.SearchStrategy[Health] = st.sampled_from(("unseen", "ok", "zeros", "inf", "nan"))
GROUPS = [(), ("a",), ("a", "b"), ("a", "b", "c"), ("a", "d"), ("a/b",), ('"\\N<\n',), ("only", "wraps", "this")]


@st.composite
def graphs(draw: st.DrawFn, most: int = 12) -> Graph:
    """Graphs of at most `most` nodes, with any name, any edge (loops and cycles too) and any group."""
    nodes: dict[str, GraphNode] = {}
    for i in range(draw(st.integers(0, most))):
        kind, name = draw(kinds), draw(names)
        node_id = op_id(i) if kind == "op" else var_id(name)
        detail = tuple(draw(st.lists(names, max_size=2)))
        group = draw(st.sampled_from(GROUPS))
        nodes[node_id] = GraphNode(node_id, name, kind, group, detail, draw(healths), draw(names), draw(names))
    ends = st.sampled_from([*nodes, None])
    edges: list[Edge] = []
    for _ in range(draw(st.integers(0, 2 * most))):
        src, dst = draw(ends), draw(ends)
        if src is not None and dst is not None:
            edges.append(Edge(src, dst, draw(names), draw(edge_kinds)))
    return Graph(tuple(nodes.values()), tuple(edges), draw(names))
