"""The graph of a large program in the panel: scopes open in place, keys walk, search, colours, minimap, files."""

from __future__ import annotations

import dataclasses

import pytest

from opscope import events as ev
from opscope import paddle
from opscope.viz import FoldableGraph
from tests.ui.live import LivePanel

pytestmark = pytest.mark.browser

STACK = "group-encoder ×30"
BOX = "id => document.querySelector(`[data-node='${id}'], [data-scope='${id}']`).getBoundingClientRect().top"


class Kernel:
    """The part of a kernel that draws: answers what a page asks for."""

    def __init__(self, panel: LivePanel) -> None:
        paddle.enable_static()
        h = paddle.static.data("x", [None, 4], "float32")
        with paddle.static.name_scope("encoder"):
            for _ in range(30):
                with paddle.static.name_scope("layer"):
                    h = paddle.static.nn.fc(h, 4, activation="relu")
        paddle.optimizer.SGD(0.1).minimize(paddle.mean(h))
        self.program = paddle.static.default_main_program()
        self.graph = FoldableGraph(self.program)
        self.panel = panel
        panel.push(
            [self.drawn(open=[], arrangement="together", first=True), ev.RecordedRangeChanged(first=1, last=3, bytes=9)]
        )

    def drawn(self, open: list[str], arrangement: str, first: bool = False, **where: object) -> ev.GraphDrawn:
        found = self.graph.draw(None if first else open, arrangement, **where)
        return ev.GraphDrawn(
            program=1, svg=found.svg, ops=len(self.program.operators), hidden=found.hidden, open=found.open,
            arrangement=arrangement, dot=found.svg.dot, **{k: v for k, v in where.items() if k in ("center", "reveal")},
        )  # fmt: skip

    def answer(self) -> dict[str, object]:
        """Do what the page has asked for last; returns the command."""
        sent = self.panel.commands("DrawGraph", "SearchGraph", "MeasureOperators")[-1]
        fields = {k: v for k, v in sent.items() if k not in ("kind", "request")}
        done = ev.Response(request=sent["request"], ok=True)
        if sent["kind"] == "DrawGraph":
            self.panel.push([self.drawn(**fields), done])
        elif sent["kind"] == "SearchGraph":
            total, found = self.graph.search(**fields)
            ids, labels, details = zip(*found, strict=True)
            self.panel.push([ev.GraphSearched(**fields, total=total, ids=ids, labels=labels, details=details), done])
        else:
            ops = tuple(operator.id for operator in self.program.operators)
            numbers = tuple(float(op) for op in ops)
            self.panel.push([ev.OperatorsMeasured(by=fields["by"], step=3, ops=ops, numbers=numbers), done])
        self.panel.settle()
        return sent


@pytest.fixture
def kernel(browser, tmp_path):
    panel = LivePanel(browser, tmp_path)
    panel.page.click(".opscope-tab-graph")
    yield Kernel(panel)
    problems = panel.problems
    panel.close()
    assert problems == []


def focused(page):
    return page.evaluate("document.activeElement.dataset.node")


def inside(page, scope):
    """The nodes in the box of an open scope."""
    return page.evaluate(INSIDE, scope)


INSIDE = """scope => {
  const box = document.querySelector(`[data-scope='${scope}']:not([data-node])`).getBoundingClientRect();
  const within = r => r.left >= box.left && r.right <= box.right && r.top >= box.top && r.bottom <= box.bottom;
  return [...document.querySelectorAll("[data-node]")].filter(e => within(e.getBoundingClientRect()))
    .map(e => e.dataset.node); }"""


def test_scopes_open_and_fold_in_place_by_mouse_and_keys(kernel: Kernel):
    page = kernel.panel.page
    assert page.locator("[data-node][data-scope]").count() == 1
    before = page.evaluate(BOX, STACK)
    page.locator(f"[data-node='{STACK}'] .opscope-fold").click()
    assert kernel.answer()["open"] == [STACK]
    assert abs(page.evaluate(BOX, STACK) - before) < 2  # the scope stays where it was
    assert page.locator("[data-node][data-scope]").count() == 30
    assert page.locator(".opscope-minimap").is_visible()

    page.locator(f"[data-node='{STACK}/layer_1'] text").first.click()
    page.click(".opscope-menu-open")
    assert kernel.answer()["open"] == [STACK, f"{STACK}/layer_1"]
    assert page.locator("[data-node^='op-'] .label", has_text="relu").count() >= 1

    page.locator("[data-node^='op-']", has_text="relu_grad").last.focus()
    page.keyboard.press("ArrowDown")  # along an edge
    first = focused(page)
    page.keyboard.press("ArrowUp")
    assert first != focused(page) and focused(page)
    page.keyboard.press("Backspace")
    assert kernel.answer()["open"] == [STACK]
    page.locator(f"[data-node='{STACK}/layer_5']").focus()
    page.keyboard.press("ArrowDown")
    assert focused(page) in {f"{STACK}/layer_4", f"{STACK}/layer_6"}  # a layer's data, or its gradient
    page.keyboard.press("Enter")
    opened = kernel.answer()["open"][1]
    assert opened.startswith(f"{STACK}/layer_")
    assert focused(page) in inside(page, opened)  # the scope is not a node any more, and the walk goes on in it
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert focused(page) in inside(page, opened)  # from the menu back to its node
    page.get_by_text("Fold all").click()
    sent = kernel.answer()
    assert "first" not in sent and sent["open"] == []
    assert page.locator("[data-node][data-scope]").count() == 1
    page.get_by_text("Unfold", exact=True).click()
    assert kernel.answer()["open"] == [STACK]


BOX_OF = """selector => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  return [left, top, right, bottom]; }"""


def test_a_node_behind_the_minimap_is_not_in_sight(kernel: Kernel):
    page, panel = kernel.panel.page, kernel.panel
    page.locator(f"[data-node='{STACK}'] .opscope-fold").click()
    kernel.answer()
    page.locator(f"[data-node='{STACK}/layer_15']").focus()
    page.keyboard.press("Enter")
    kernel.answer()
    for _ in range(4):
        page.get_by_label("zoom in", exact=True).click()
    node = page.evaluate("""document.querySelector("[data-node^='op-']").dataset.node""")

    def stand_at(op):
        panel.push([ev.Stopped(reason="step", op=op, op_type="mul", name="h", step=3)])
        panel.settle()
        page.wait_for_timeout(200)  # the view moves smoothly
        return page.evaluate(BOX_OF, f"[data-node='{node}']")

    def is_behind(box):
        left, top, right, bottom = page.evaluate(BOX_OF, ".opscope-minimap")
        return left < box[2] and box[0] < right and top < box[3] and box[1] < bottom

    box, frame = stand_at(int(node.removeprefix("op-"))), page.evaluate(BOX_OF, "div.opscope-graph")
    covering = page.evaluate(BOX_OF, ".opscope-minimap")
    start = (frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + covering[2] - 2 - box[2], start[1] + covering[3] - 2 - box[3], steps=3)
    page.mouse.up()
    box = stand_at(-1)
    assert is_behind(box) and box[2] <= frame[2] and box[3] <= frame[3]
    assert not is_behind(stand_at(int(node.removeprefix("op-"))))
    page.get_by_text("Fold all").click()
    kernel.answer()


def test_search_neighborhood_arrangement_colours_and_files(kernel: Kernel):
    page = kernel.panel.page
    page.locator("div.opscope-graph").focus()
    page.keyboard.press("/")
    page.keyboard.type("op:relu layer_7")
    page.wait_for_function("window.sent.some(m => m.kind === 'SearchGraph' && m.text === 'op:relu layer_7')")
    kernel.answer()
    assert page.locator(".opscope-match").count() == 2
    page.keyboard.press("Tab")  # leaves the list, which has 50 rows at most
    assert not page.locator(".opscope-matches").is_visible()
    assert page.evaluate("document.activeElement.className").endswith("opscope-graph-arrangement")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    found = kernel.answer()["reveal"]
    assert focused(page) == found and page.locator(f"[data-node='{found}']").is_visible()

    page.locator(f"[data-node='{found}']").click()
    page.click(".opscope-menu-center")
    assert kernel.answer()["center"] == found
    near = page.locator("[data-node]").count()
    page.get_by_text("Whole graph").click()
    assert kernel.answer()["center"] == ""
    assert page.locator("[data-node]").count() > near
    assert focused(page) == found and page.locator(f"[data-node='{found}']").is_visible()  # where one was
    kernel.panel.push(
        [ev.GraphSearched(text="op:relu layer_7", total=1, ids=(found,), labels=("relu",), details=("",))]
    )
    assert not page.locator(".opscope-matches").is_visible()  # nobody has asked now

    labels = "selects => selects.map(each => each.labels[0]?.firstChild.textContent)"
    assert page.locator(".opscope-graph-bar select").evaluate_all(labels) == ["gradients", "color"]
    page.select_option(".opscope-graph-arrangement", "apart")
    kernel.answer()
    assert page.locator("[data-scope='group-backward']").count() == 1

    page.select_option(".opscope-graph-colors", "time")
    assert kernel.answer()["by"] == "time"
    assert page.locator(".opscope-ramp").is_visible()
    heats = page.locator("[data-node][data-heat]").evaluate_all("all => all.map(e => e.dataset.heat)")
    assert "100" in heats and "none" in heats
    for ending in ("svg", "png", "dot"):
        with page.expect_download() as loading:
            page.select_option(".opscope-graph-save", ending)
        saved = loading.value.path().read_bytes()
        start = {"svg": b"<svg", "png": b"\x89PNG", "dot": b"digraph"}[ending]
        assert saved.startswith(start) and loading.value.suggested_filename == f"graph.{ending}"


def test_a_drag_moves_the_drawing_without_a_new_layout(kernel: Kernel):
    page = kernel.panel.page
    page.locator(f"[data-node='{STACK}'] .opscope-fold").click()
    kernel.answer()
    view_box = "document.querySelector('div.opscope-graph > svg').getAttribute('viewBox')"
    shift = "document.querySelector('div.opscope-graph').style.transform"
    place = "id => (({ x, y }) => [x, y])(document.querySelector(`[data-node='${id}']`).getBoundingClientRect())"
    node, frame = f"{STACK}/layer_3", page.locator("div.opscope-graph").bounding_box()
    before, x, y = page.evaluate(view_box), *page.evaluate(place, node)
    page.mouse.move(frame["x"] + 8, frame["y"] + frame["height"] - 8)
    page.mouse.down()
    page.mouse.move(frame["x"] + 68, frame["y"] + frame["height"] - 48, steps=4)
    assert (page.evaluate(view_box), page.evaluate(shift)) == (before, "translate(60px, -40px)")
    assert page.evaluate(place, node) == pytest.approx([x + 60, y - 40], abs=1)
    page.mouse.up()
    assert page.evaluate(view_box) != before and not page.evaluate(shift)
    assert page.evaluate(place, node) == pytest.approx([x + 60, y - 40], abs=1)


CONTRAST = """() => {
  const context = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = css => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const mix = (a, b, share) => a.slice(0, 3).map((c, i) => c * share + b[i] * (1 - share));
  const over = (top, below, share) => mix(top, below, top[3] * share);
  const linear = c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = rgb => rgb.map(c => linear(c / 255)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  return Math.min(...[...document.querySelectorAll(".opscope-graph [data-node]")].flatMap(node => {
    const boxes = [...node.querySelectorAll("rect")].filter(e => e.closest("[data-node]") === node);
    const back = boxes.reduce((below, e) => over(rgba(getComputedStyle(e).fill), below, 1), [255, 255, 255]);
    return [...node.querySelectorAll("text")].map(text => {
      const style = getComputedStyle(text), front = over(rgba(style.fill), back, Number(style.opacity));
      const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05);
    });
  })); }"""
STOP = ev.Stopped(reason="goto", op=2, op_type="relu", name="h", step=2, past=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_on_colors_can_be_read_and_colors_are_of_the_step(browser, tmp_path, scheme):
    panel = LivePanel(browser, tmp_path, scheme=scheme)
    page = panel.page
    page.click(".opscope-tab-graph")
    kernel = Kernel(panel)
    page.locator(f"[data-node='{STACK}'] .opscope-fold").click()
    kernel.answer()
    panel.push([STOP])
    for by in ("health", "time", "memory"):
        page.select_option(".opscope-graph-colors", by)
        if by != "health":
            assert kernel.answer()["step"] == 2
        panel.settle()
        assert page.evaluate(CONTRAST) >= 4.5, by
    here = page.locator("[data-node][data-current]").get_attribute("aria-label")
    assert here.endswith(", the run is here")
    panel.push([dataclasses.replace(STOP, step=3, tick=9)])
    assert kernel.answer()["step"] == 3  # one clock
    panel.settle()
    assert panel.commands("MeasureOperators") == []
    assert "step 3" in page.locator(".opscope-ramp").inner_text()
    panel.close()
    assert panel.problems == []


def test_the_legend_says_what_grey_means_and_eager_code_has_no_times(kernel: Kernel):
    page, panel = kernel.panel.page, kernel.panel
    legend = page.locator(".opscope-graph-foot .opscope-key:visible span:visible")
    panel.settle()
    assert legend.all_inner_texts() == ["ok", "zeros", "Inf", "NaN", "not tapped"]
    op = next(o for o in kernel.program.operators if o.type == "relu")
    known = ev.ValueSeen(
        name=op.outputs[0], shape=(1, 4), dtype="float32", step=1, op=op.id, op_type="relu", role="forward", program=1,
        mean=1.0, min=1.0, max=1.0, std=0.0, zeros=0, nan=0, inf=0,
    )  # fmt: skip
    page.locator(f"[data-node='{STACK}'] .opscope-fold").click()
    kernel.answer()
    panel.push([known, STOP, ev.PlaceSeen(step=2, absent=(op.outputs[0],))])
    panel.settle()
    assert legend.all_inner_texts() == ["ok", "zeros", "Inf", "NaN", "not yet", "not tapped", "here"]
    wide = page.viewport_size
    for width in (350, 400, 560):  # no entry is cut
        page.set_viewport_size({"width": width + 32, "height": 900})
        panel.settle()
        end = "els => Math.max(...els.map(e => e.getBoundingClientRect().bottom))"
        assert legend.evaluate_all(end) <= page.locator(".opscope-graph-keys").evaluate_all(end), width
    page.set_viewport_size(wide)
    later = page.locator("[data-node][data-later]")
    assert later.count() == 1 and "not computed yet" in later.get_attribute("aria-label")
    shape = later.locator("polygon, path, rect").first
    assert shape.evaluate("el => getComputedStyle(el).strokeDasharray") != "none"
    panel.push([dataclasses.replace(known, step=2), ev.PlaceSeen(step=2)])
    panel.settle()
    assert later.count() == 0 and "not yet" not in legend.all_inner_texts()

    choices = "options => options.filter(o => !o.disabled).map(o => o.value)"
    options = page.locator(".opscope-graph-colors option")
    assert options.evaluate_all(choices) == ["health", "time", "memory", "gradient", "change"]
    panel.push([dataclasses.replace(kernel.drawn(open=[], arrangement="together", first=True), eager=True)])
    panel.settle()
    assert options.evaluate_all(choices) == ["health", "memory", "gradient", "change"]
    assert "no times" in page.locator(".opscope-graph-colors").get_attribute("title")
