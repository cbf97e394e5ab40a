"""Laws of pictures for slides: what is a node, what is written in it, and that it can be read."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from opscope import debug, paddle, viz
from opscope.errors import ArgumentError, NotFound
from opscope.paddle import nn
from opscope.paddle.nn import functional
from opscope.viz.graph import Graph
from opscope.viz.layer_graph import layer_graph
from tests.need import need
from tests.viz.programs import graphs, mlp

SVG = "{http://www.w3.org/2000/svg}"
SLIDE = 1_400  # pixels
READABLE = 9  # pixels
BATCH = 5


class Net(nn.Layer):
    """Three layers, as the issue's example."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2D(1, 2, 3, padding=1)
        self.conv2 = nn.Conv2D(2, 3, 3, padding=1)
        self.fc = nn.Linear(3 * 4 * 4, 2)

    def forward(self, images):
        h = functional.relu(self.conv1(images))
        h = functional.relu(self.conv2(h))
        return self.fc(paddle.flatten(h, 1))


def training(net):
    def train():
        rng = np.random.default_rng(0)
        optimizer = paddle.optimizer.Adam(0.01, parameters=net.parameters())
        for step in range(4):
            pixels = rng.normal(step, 1, (BATCH, 1, 4, 4)).astype("float32")
            labels = paddle.to_tensor(rng.integers(0, 2, BATCH))
            logits = net(paddle.to_tensor(pixels))
            loss = functional.cross_entropy(logits, labels)
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    return train


@pytest.fixture
def run():
    paddle.disable_static()
    run = debug.start(training(Net()))
    run.wait()
    return run


@pytest.fixture
def static_run():
    paddle.enable_static()
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(main, startup):
        images = paddle.static.data("images", [None, 1, 4, 4], "float32")
        logits = Net()(images)
        paddle.optimizer.Adam(0.01).minimize(paddle.mean(logits))
    executor = paddle.static.Executor()

    def train():
        executor.run(startup)
        for _ in range(4):
            executor.run(main, feed={"images": np.ones((BATCH, 1, 4, 4), "float32")})

    run = debug.start(train)
    run.wait()
    return run


def groups(svg: str, kind: str) -> list[ET.Element]:
    return [g for g in ET.fromstring(svg).iter(f"{SVG}g") if kind in g.get("class", "").split()]


def texts(svg: str) -> list[list[str]]:
    """The lines of each node."""
    return [[text.text or "" for text in node.findall(f"{SVG}text")] for node in groups(svg, "node")]


def smallest_text(svg: str) -> float:
    """The height in pixels of the smallest text of a picture that is as wide as a slide."""
    width = float(re.search(r'viewBox="\S+ \S+ (\S+)', svg)[1])
    sizes = [float(text.get("font-size")) for text in ET.fromstring(svg).iter(f"{SVG}text")]
    return min(sizes) * SLIDE / width


LAYERS = ["images", "conv1", "relu", "conv2", "relu", "flatten", "fc", "labels", "cross_entropy"]


def test_a_layer_is_a_node_with_the_names_and_shapes_of_the_user(run):
    drawn = viz.draw(run, step=3)
    found = texts(drawn)
    assert sorted(lines[0] for lines in found) == sorted(LAYERS)
    by_name = {lines[0]: lines for lines in found}
    assert by_name["conv1"][1:3] == ["20 parameters", f"[{BATCH}, 2, 4, 4]"]
    assert by_name["fc"][1:3] == ["98 parameters", f"logits [{BATCH}, 2]"]
    assert by_name["images"][1] == f"float32 [{BATCH}, 1, 4, 4]"
    loss = run.summaries(3)[next(name for name in run.summaries(3) if name.startswith("mean_"))]
    assert by_name["cross_entropy"][1:] == ["loss", f"{loss.mean:.3g}"]
    assert re.findall(r'class="note"[^>]*>([^<]*)<', drawn) == ["values of step 3"]


def test_a_program_has_the_shapes_as_fed_and_the_values_of_the_place(static_run):
    declared = {lines[0]: lines for lines in texts(viz.draw(static_run.program()))}
    assert declared["conv1"][2] == "[?, 2, 4, 4]"
    fed = {lines[0]: lines for lines in texts(viz.draw(static_run))}
    assert fed["conv1"][2] == f"[{BATCH}, 2, 4, 4]"
    static_run.goto(2)
    drawn = viz.draw(static_run)
    assert "values of step 2, before" in drawn
    assert [lines for lines in texts(drawn) if lines[0] == "mean"] == [["mean"]]  # it is not there yet
    assert len(next(lines for lines in texts(viz.draw(static_run, step=2)) if lines[0] == "mean")) == 2


def test_a_step_that_is_not_kept_is_refused(run):
    with pytest.raises(NotFound, match="step 99 is not in the history"):
        viz.draw(run, step=99)


def test_the_values_are_those_of_the_step(run):
    shown = [next(lines for lines in texts(viz.draw(run, step=s)) if lines[0] == "images")[2] for s in (1, 4)]
    means = [float(text.partition(" ")[0].replace("\u2212", "-")) for text in shown]
    assert means == pytest.approx([0, 3], abs=0.5)


def test_only_the_forward_is_drawn_unless_asked(run):
    assert not groups(viz.draw(run), "gradient")
    drawn = viz.draw(run, backward=True)
    # gradients, and the helpers that sum or begin them, belong to what they differentiate
    assert sorted(lines[0] for lines in texts(drawn)) == sorted(LAYERS)
    into = [edge.get("data-dst") for edge in groups(drawn, "gradient")]
    assert len(into) == 6 and not [node for node in into if node.startswith("var-")]


def test_the_helpers_of_gradients_are_no_nodes(static_run):
    program = static_run.program()
    forward, whole = (sorted(lines[0] for lines in texts(viz.draw(program, backward=b))) for b in (False, True))
    assert forward == whole == sorted(["images", "conv1", "relu", "conv2", "relu", "flatten", "fc", "mean"])


@pytest.mark.parametrize("using", ["dot", "wasm"])
def test_the_text_of_three_layers_can_be_read_on_a_slide(run, using):
    if using == "dot":
        need("dot")
    for options in ({}, {"levels": 2}, {"open": "*"}, {"backward": True}, {"backward": True, "open": "*"}):
        assert smallest_text(viz.draw(run, using=using, **options)) >= READABLE, options


@pytest.mark.parametrize("layers", [1, 5, 30, 120])
def test_a_long_chain_goes_on_in_the_next_row(layers):
    drawn = viz.draw(mlp(layers), direction="LR")
    assert smallest_text(drawn) >= READABLE
    check_boxes(drawn)


def check_boxes(svg: str) -> None:
    """Each box is on the page and over no other one; each edge leads from the one to the other box."""
    width, height = map(float, re.search(r'viewBox="\S+ \S+ (\S+) ([^"]+)"', svg).groups())
    boxes = {}
    for node in groups(svg, "node"):
        rect = node.findall(f"{SVG}rect")[-1]
        x, y, w, h = (float(rect.get(side)) for side in ("x", "y", "width", "height"))
        boxes[node.get("id")] = x, y, x + w, y + h
        assert x >= -4 and y >= -4 and x + w <= width and y + h <= height
    for a, b in combinations(boxes.values(), 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]
    for edge in groups(svg, "edge"):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", edge.find(f"{SVG}path").get("d"))]
        ends = (numbers[:2], numbers[-2:])
        names = edge.get("data-src"), edge.get("data-dst")
        if "gradient" in edge.get("class"):
            names = names[::-1]
        for (x, y), name in zip(ends, names, strict=True):
            left, top, right, bottom = boxes[name]
            assert left - 8 <= x <= right + 8 and top - 8 <= y <= bottom + 8, names


def contents(svg: str) -> Counter:
    facts = ("id", "class", "data-src", "data-dst", "data-value", "data-hides")
    found = ET.fromstring(svg).iter(f"{SVG}g")
    return Counter((*(g.get(f) for f in facts), *sorted(t.text or "" for t in g.findall(f"{SVG}text"))) for g in found)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(graphs(most=16))
def test_a_page_shows_the_same_as_a_column(graph: Graph):
    page = viz.draw(graph, direction="LR", using="wasm")
    assert contents(page) == contents(viz.draw(graph, using="wasm"))


class Attention(nn.Layer):
    """Equal layers side by side, then equal layers one behind the other, then ones of other sizes."""

    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(4, 4) for _ in range(3))
        self.a, self.b, self.c = (nn.Linear(4, 4) for _ in range(3))
        self.d, self.e, self.f = nn.Linear(4, 5), nn.Linear(5, 6), nn.Linear(6, 7)

    def forward(self, x):
        h = self.q(x) + self.k(x) + self.v(x)
        h = self.c(self.b(self.a(h)))
        h = paddle.tanh(h)
        return self.f(self.e(self.d(h)))


def test_layers_are_stacked_only_where_they_are_neighbors():
    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main, paddle.static.Program()):
        Attention()(paddle.static.data("x", [2, 4], "float32"))
    labels = [node.label for node in layer_graph(main).nodes]
    assert labels == ["x", "q", "k", "add", "v", "add", "a … c ×3", "tanh", "d", "e", "f"]
    assert "q … v" not in viz.draw(main, levels="operators", open=[])


class Twice(nn.Layer):
    """A layer that is called again after another one."""

    def __init__(self):
        super().__init__()
        self.shared, self.other = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x):
        return self.shared(self.other(self.shared(x)))


def test_a_layer_that_is_called_again_is_drawn_again():
    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main, paddle.static.Program()):
        Twice()(paddle.static.data("x", [2, 3], "float32"))
    graph = layer_graph(main)
    assert [node.label for node in graph.nodes] == ["x", "shared", "other", "shared"]
    ids = [node.id for node in graph.nodes]
    assert {(e.src, e.dst) for e in graph.edges} == set(pairwise(ids))


def test_each_network_of_a_program_is_a_node():
    paddle.enable_static()
    main = paddle.static.Program()

    class Generator(nn.Layer):
        def __init__(self):
            super().__init__()
            self.fc1, self.fc2 = nn.Linear(2, 3), nn.Linear(3, 4)

        def forward(self, z):
            return paddle.tanh(self.fc2(functional.relu(self.fc1(z))))

    class Judge(nn.Layer):
        def __init__(self):
            super().__init__()
            self.fc1, self.fc2 = nn.Linear(4, 3), nn.Linear(3, 1)

        def forward(self, x):
            return self.fc2(functional.relu(self.fc1(x)))

    with paddle.static.program_guard(main, paddle.static.Program()):
        generator, judge = Generator(), Judge()
        fake = generator(paddle.static.data("z", [5, 2], "float32"))
        of_fake = judge(fake)
        of_real = judge(paddle.static.data("real", [5, 4], "float32"))
        loss = paddle.mean(of_fake - of_real)
        paddle.optimizer.SGD(0.1).minimize(loss)
    labels = [node.label for node in layer_graph(main).nodes]
    assert labels == ["z", "Generator", "Judge", "real", "Judge", "subtract", "mean"]
    frames = [frame.findtext(f"{SVG}text") for frame in groups(viz.draw(main, levels=2), "group")]
    assert frames == ["Generator", "Judge", "Judge"]


class Deep(nn.Layer):
    """Layers in layers."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(3, 3)
        self.body = nn.Sequential(nn.Sequential(nn.Linear(3, 4), nn.ReLU()), nn.Sequential(nn.Linear(4, 3), nn.Tanh()))

    def forward(self, x):
        return self.body(self.stem(x))


def test_levels_go_down_from_layers_to_operators():
    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main, paddle.static.Program()):
        Deep()(paddle.static.data("x", [2, 3], "float32"))
    labels = lambda **options: [node.label for node in viz.program_graph(main, **options).nodes]
    assert labels(levels=1) == ["x", "stem", "body"]
    assert labels(levels=2) == ["x", "stem", "body.0", "body.1"]  # a number alone is not a name
    assert labels(levels=3) == labels(levels=9) == ["x", "stem", "linear", "relu", "linear", "tanh"]
    opened = labels(levels=1, open="stem")
    assert opened[-1] == "body" and {"matmul", "add"} <= set(opened)
    operators = labels(levels="operators")
    assert len(operators) > 10 and len(texts(viz.draw(main, levels="operators"))) == len(operators)
    with pytest.raises(NotFound, match="body"):
        viz.draw(main, open="bodi")


@pytest.mark.parametrize(
    "options, message",
    [
        ({"levels": 0}, "levels must be .operators. or a number of 1 or more, not 0"),
        ({"levels": True}, "not True"),
        ({"levels": "layers"}, "not 'layers'"),
        ({"step": 3}, "step=3 needs the argument run"),
    ],
)
def test_options_that_do_not_fit_are_refused(options, message):
    with pytest.raises(ArgumentError, match=message):
        viz.draw(paddle.static.Program(), **options)
    with pytest.raises(ArgumentError, match=message if "levels" in options else "values of a graph cannot be changed"):
        viz.draw(paddle.static.Program() if "levels" in options else Graph(()), **options)


def test_heat_and_open_scopes_are_of_one_kind_of_graph():
    program = paddle.static.Program()
    with pytest.raises(ArgumentError, match="heat works only in a graph of operators"):
        viz.program_graph(program, levels=1, heat={})
    with pytest.raises(ArgumentError, match="works only in a graph of layers"):
        viz.program_graph(program, open=["encoder"])


def test_a_slide_is_saved_in_each_format(run, tmp_path: Path):
    need("dot")
    begins = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF", ".dot": b"digraph"}
    drawn = viz.draw(run, step=2)
    for ending, begin in begins.items():
        path = tmp_path / f"slide{ending}"
        drawn.save(path)
        assert path.read_bytes().startswith(begin)
    width = int.from_bytes((tmp_path / "slide.png").read_bytes()[16:20], "big")
    assert width == pytest.approx(2 * drawn.width, rel=0.05)  # the same layout, at 144 dots per inch
    assert "values of step 2" in (tmp_path / "slide.dot").read_text()


def test_numbers_are_of_what_the_node_has_written():
    """A weight that plain code changes in a step: its first readers saw other numbers."""
    paddle.disable_static()

    def train():
        w = paddle.to_tensor([2.0, 2.0])
        first = w * 1.0
        w.set_value(w * 10.0)
        second = w * 1.0
        return first, second

    run = debug.start(train)
    run.wait()
    nodes = viz.program_graph(run.program(), run=run, levels=1).nodes
    numbers = [(node.label, node.detail[-1]) for node in nodes]
    assert numbers == [
        ("w", "float32 [2]"),
        *[("scale", "2 ± 0"), ("scale", "20 ± 0"), ("set_value", "20 ± 0"), ("scale", "20 ± 0")],
    ]


def test_a_loop_is_a_node_with_what_it_repeats():
    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main, paddle.static.Program()):
        x, i = paddle.static.data("x", [4], "float32"), paddle.full([1], 0, "int64")
        last = paddle.static.nn.while_loop(lambda i, x: i < 3, lambda i, x: [i + 1, paddle.tanh(x)], [i, x])
        paddle.mean(last[1])
    assert sorted(node.label for node in layer_graph(main).nodes) == ["full", "mean", "while", "x"]


def test_a_range_of_a_long_program_has_the_names_of_its_ends():
    paddle.enable_static()
    main = paddle.static.Program()
    with paddle.static.program_guard(main, paddle.static.Program()):
        h = paddle.static.data("x", [None, 4], "float32")
        for i in range(100):
            h = paddle.static.nn.fc(h, 4 + i % 2)
    labels = [node.label for node in layer_graph(main).nodes if node.hides]
    assert len(labels) < 10 and all(re.fullmatch(r"fc_\d+ … fc_\d+", label) for label in labels)
