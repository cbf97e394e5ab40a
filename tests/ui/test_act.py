"""Acting in the panel: set an element, what if, attributes, frames, watch expressions, source, breakpoints."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from opscope import events as ev
from opscope.debug.session.inspector_values import InspectorValues
from opscope.debug.taps.value_events import detail_seen
from tests.ui import fixture
from tests.ui.live import LivePanel
from tests.ui.test_for_everyone import FAINT, NAMELESS, SPILL

pytestmark = pytest.mark.browser

NOWHERE: Any = SimpleNamespace(shown_cursor=None)  # the navigator of a run that has no place

NAME = fixture.FORWARD[8].out
VALUE = np.arange(24, dtype="float32").reshape(4, 6)
STOP = ev.Stopped(
    reason="step", op=4, op_type="conv2d", name="conv2.out", step=9, run=9, tick=4, path="train.py", line=16, source="x"
)
STACK = ev.StackSeen(
    run=9,
    tick=4,
    kinds=("python", "python", "block"),
    functions=("<module>", "train", "block 0"),
    paths=("train.py", "train.py", "train.py"),
    lines=(40, 31, 16),
    texts=("train(net)", "exe.run(main, feed=batch, fetch_list=[loss])", "conv2.out = conv2d(pool1.out, conv2.w)"),
    ops=(-1, -1, 4),
    now=(False, False, False),
)
VARIABLES = ev.VariablesSeen(
    run=9,
    tick=4,
    frame=-1,
    total=3,
    names=("batch", "rate", "net"),
    texts=("{'image': float32[16, 1, 28, 28]}", "0.5", "<Net>"),
    tensors=("", "", ""),
    now=(False, False, False),
    own=2,
)
LINES = [f"line_{n} = op({n})  # of the net" for n in range(1, 41)]
SOURCE = ev.SourceSeen(
    path="train.py",
    first=1,
    lines=tuple(LINES),
    op_lines=tuple(range(12, 24)),
    ops=tuple(str(n) if n else "0 13 14" for n in range(12)),
    op_types=tuple("relu" if n else "mul add tanh" for n in range(12)),
    code_lines=tuple(range(1, 41)),
    static=True,
    paths=("train.py", "layers.py"),
)
POINTS = ev.BreakpointsChanged(
    numbers=(1, 2, 3),
    specs=("at:train.py:14", "op:rleu", "op:pool2d"),
    conditions=("", "", "step > 3"),
    hits=(4, 0, 2),
    ops=("2", "", "3 6"),
    enabled=(True, True, False),
    wanted=(1, 1, 5),
    logs=("", "", "True"),
    verified=(True, False, True),
    problems=("", "breakpoint 2, op:rleu, matches nothing so far: did you mean 'op:relu'?", ""),
)
WATCHED = ev.ExpressionsEvaluated(
    expressions=("loss - previous(loss)", "zzz"), texts=("-0.25", "no variable 'zzz'"), failed=(False, True)
)
BRANCH = ev.BranchSeen(
    name="loss",
    change="logits[0, 1] = 5 in step 3",
    steps=tuple(range(3, 10)),
    recorded=tuple(1 / n for n in range(3, 10)),
    changed=tuple(1.3 / n for n in range(3, 10)),
    differences=7,
)
OPERATOR = ev.OperatorSeen(
    op=4,
    op_type="conv2d",
    name="conv2.out",
    site="train.py:16 in net",
    names=("stride", "groups"),
    texts=("[1, 1]", "1"),
)
ANSWERS: dict[str, list[ev.Event]] = {
    "FetchStack": [STACK],
    "FetchVariables": [VARIABLES],
    "FetchSource": [SOURCE],
    "FetchOperator": [OPERATOR],
}


class Kernel:
    """Answers the panel as a run that stands in step 9."""

    def __init__(self, browser: Any, folder: Any, width: int = 1432, scheme: str = "light") -> None:
        self.panel = LivePanel(browser, folder, width, scheme)
        self.page = self.panel.page
        self.pins = InspectorValues()
        self._answered = 0
        self.others: list[dict[str, Any]] = []
        recorded = [ev.RecordedRangeChanged(first=1, last=9, bytes=9), ev.RecordingChanged(on=True, budget=256_000_000)]
        events = [e for batch in fixture.stream(9, end=False) for e in batch]
        seen = replace(fixture.seen(fixture.FORWARD[8], 8, 9, VALUE), shape=VALUE.shape)
        self.panel.push([*events, *recorded, seen, detail_seen(NAME, VALUE, 9), POINTS, STOP])
        self.page.click(f"[data-name='{NAME}']")
        self.answer()

    def answer(self) -> None:
        """Answer all that was asked; what no test data answers is in `others`."""
        for _ in range(4):
            self.panel.settle()
            sent = [m for m in self.page.evaluate("window.sent") if "request" in m]
            new, self._answered = sent[self._answered :], len(sent)
            if not new:
                return
            for message in new:
                kind = message["kind"]
                events = list(ANSWERS.get(kind, []))
                if kind == "FetchSlice":
                    events = [self.pins.slice(ev.from_dict(message), VALUE, 9, NOWHERE)]
                elif kind not in ANSWERS and kind not in ("WatchDetail", "FetchDetail", "FetchSlice"):
                    self.others.append(message)
                    continue
                self.panel.push([*events, ev.Response(request=message["request"], ok=True)])

    def take(self, kind: str, *events: ev.Event, ok: bool = True, text: str = "") -> dict[str, Any]:
        """Answer the one command of a kind that the page has sent since; returns it."""
        self.answer()
        (command,) = [m for m in self.others if m["kind"] == kind]
        self.others.remove(command)
        self.panel.push([*events, ev.Response(request=command["request"], ok=ok, text=text)])
        return {name: value for name, value in command.items() if name not in ("kind", "request")}

    def close(self) -> None:
        self.panel.close()
        assert self.panel.problems == []


@pytest.fixture(scope="module")
def kernel(browser, tmp_path_factory):
    found = Kernel(browser, tmp_path_factory.mktemp("act"))
    yield found
    found.close()


def test_an_element_is_set_by_a_double_click_and_set_back(kernel: Kernel):
    page = kernel.page
    page.click(".opscope-tab-tensor")
    kernel.answer()
    canvas = page.locator(".opscope-heatmap")
    box = canvas.bounding_box()
    assert box is not None
    canvas.dblclick(position={"x": box["width"] * 2.5 / 6, "y": box["height"] * 1.5 / 4})
    assert page.input_value(".opscope-cell-index") == "1, 2" and float(page.input_value(".opscope-cell-value")) == 8
    page.fill(".opscope-cell-value", "0.5")
    page.keyboard.press("Enter")
    asked = kernel.take("SetValue", ev.EditsChanged(texts=(f"{NAME}[1, 2] = 0.5",)), text="3 operators computed again")
    assert asked == {"target": f"{NAME}[1, 2]", "value": "0.5"}
    assert page.inner_text(".opscope-cell-answer") == "3 operators computed again"
    assert not page.is_visible(".opscope-cell-form") and "[1, 2] = 0.5" in page.inner_text(".opscope-edits")
    page.click(".opscope-undo")
    kernel.take("UndoEdit", ev.EditsChanged())
    assert not page.is_visible(".opscope-edits")

    canvas.focus()
    page.keyboard.press("Enter")  # without a pointer
    page.fill(".opscope-cell-index", "0, :3")
    page.keyboard.press("Enter")
    kernel.take("SetValue", ok=False, text="logits cannot be set to that")
    assert page.inner_text(".opscope-cell-answer") == "logits cannot be set to that"
    page.click(".opscope-cell-set")
    refused = "no variable 'lr'\n    lr\n    ^ (fix)"
    kernel.take("SetValue", ok=False, text=refused)
    assert page.inner_text(".opscope-cell-answer") == refused  # in three lines: the ^ stands below the mistake
    assert page.input_value(".opscope-cell-index") == "0, :3"
    page.keyboard.press("Escape")
    assert not page.is_visible(".opscope-cell-form")
    assert page.evaluate("document.activeElement.className") == "opscope-heatmap"
    kernel.panel.push([replace(STOP, tick=STOP.tick + 1)])
    kernel.panel.settle()
    assert page.inner_text(".opscope-cell-answer") == ""  # it was about the place before
    kernel.panel.push([STOP])  # the next tests stand there
    kernel.answer()


def test_what_if_is_a_second_curve(kernel: Kernel):
    page = kernel.page
    page.click(".opscope-tab-tensor")
    assert not page.is_visible(".opscope-what-if")
    page.locator(".opscope-heatmap").dblclick(position={"x": 3, "y": 3})
    assert page.is_disabled(".opscope-cell-try")  # the step has not finished
    page.keyboard.press("Escape")
    kernel.panel.push([replace(STOP, past=True)])
    kernel.answer()
    page.locator(".opscope-heatmap").dblclick(position={"x": 3, "y": 3})
    page.fill(".opscope-cell-steps", "20")
    page.click(".opscope-cell-try")
    asked = kernel.take("TryValue", BRANCH)
    assert (asked["target"], asked["steps"]) == (f"{NAME}[0, 0]", 20)
    assert page.inner_text(".opscope-what-if h4 span") == "step 9: 0.1111, would be 0.1444"
    paths = page.locator(".opscope-what-if path[d].opscope-line").evaluate_all(
        "all => all.map(p => p.getAttribute('d'))"
    )
    assert len(set(paths)) == 2 and all(path.count(",") == 7 for path in paths)
    assert "logits" in page.inner_text(".opscope-branch-key")
    widths = [page.locator(f".opscope-{part}").evaluate("e => e.clientWidth") for part in ("what-if", "charts")]
    assert widths[0] == widths[1]
    kernel.panel.push([STOP])
    kernel.answer()


def test_the_code_has_a_gutter_with_breakpoints_health_and_operators(kernel: Kernel):
    page = kernel.page
    page.click(".opscope-tab-code")
    kernel.answer()
    line = lambda n: page.locator(f".opscope-code-line[data-line='{n}']")
    assert line(16).get_attribute("data-here") is not None
    assert line(14).get_attribute("data-stops") is not None and line(14).get_attribute("data-health") == "ok"
    assert line(15).get_attribute("data-off") is not None  # op 3, of a breakpoint that is off
    line(20).locator(".opscope-line-stop").click()
    assert kernel.take("SetBreakpoint") == {"spec": "at:train.py:20"}
    page.keyboard.press("ArrowDown")
    line(14).locator(".opscope-line-stop").click()
    assert kernel.take("ClearBreakpoint") == {"number": 1}
    line(30).locator("code").click()
    line(30).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert kernel.take("SetBreakpoint", ok=False, text="no code there") == {"spec": "train.py:31"}
    assert page.inner_text(".opscope-source-note") == "no code there"
    line(12).locator(".opscope-line-ops").click()
    assert page.locator(".opscope-line-ops-list .opscope-operator").count() == 3
    page.click(".opscope-line-times")
    measured = ev.OperatorsMeasured(by="time", step=9, ops=(0, 4, 13), numbers=(1e-3, 5e-3, 2e-3))
    assert kernel.take("MeasureOperators", measured) == {"by": "time", "step": 9}
    assert line(12).locator(".opscope-line-time").inner_text() == "3.000 ms"
    page.click(".opscope-line-times")


def test_frames_variables_and_expressions(kernel: Kernel):
    page = kernel.page
    page.click(".opscope-tab-code")
    kernel.answer()
    frames = page.locator(".opscope-frame")
    assert [f.split("\n")[0] for f in frames.all_inner_texts()] == ["block 0", "train", "<module>"]
    others = page.locator(".opscope-other-variables")
    assert page.locator(".opscope-locals dt").all_inner_texts() == ["batch", "rate"]
    assert others.locator("summary").inner_text() == "1 more" and not others.locator("dt").is_visible()
    others.locator("summary").click()
    assert others.locator("dt").inner_text() == "net"
    frames.nth(0).focus()
    page.keyboard.press("ArrowDown")
    assert page.locator(".opscope-frame[aria-selected=true] b").inner_text() == "train"
    kernel.answer()
    page.fill(".opscope-evaluation-field", "rate * 2")
    page.keyboard.press("Enter")
    assert kernel.take("Evaluate", text="1.0") == {"code": "rate * 2", "frame": 1}
    page.fill(".opscope-evaluation-field", "1 / 0")
    page.keyboard.press("Enter")
    kernel.take("Evaluate", ok=False, text="ZeroDivisionError: division by zero")
    assert page.locator(".opscope-answer pre").all_inner_texts() == ["1.0", "ZeroDivisionError: division by zero"]
    page.keyboard.press("ArrowUp")
    assert page.input_value(".opscope-evaluation-field") == "1 / 0"

    page.fill(".opscope-watch-field", "loss - previous(loss)")
    page.keyboard.press("Enter")
    assert kernel.take("WatchExpressions", WATCHED) == {"expressions": ["loss - previous(loss)"]}
    watches = page.locator(".opscope-watches dd")
    assert [w.split("\n")[0] for w in watches.all_inner_texts()] == ["-0.25", "no variable 'zzz'"]
    assert watches.nth(1).get_attribute("data-failed") is not None
    page.locator(".opscope-unwatch").nth(1).click()
    assert kernel.take("WatchExpressions")["expressions"] == ["loss - previous(loss)"]


def test_a_thread_of_several_is_chosen(kernel: Kernel):
    page = kernel.page
    page.click(".opscope-tab-code")
    assert not page.is_visible(".opscope-thread")
    threads = {"threads": (1, 2), "thread_names": ("train", "loader"), "thread_states": ("stopped", "waiting")}
    kernel.panel.push([replace(STACK, **threads, chosen=1)])
    kernel.answer()
    choice = page.locator(".opscope-thread")
    assert choice.locator("option").all_inner_texts() == ["thread 1 train, stopped", "thread 2 loader, waiting"]
    choice.select_option("2")
    other = replace(STACK, functions=("load",), kinds=("python",), paths=("load.py",), lines=(3,), texts=("read()",))
    assert kernel.take("SelectThread", replace(other, ops=(-1,), now=(False,), **threads, chosen=2)) == {"number": 2}
    kernel.answer()  # the variables are those of that thread
    assert [f.split("\n")[0] for f in page.locator(".opscope-frame").all_inner_texts()] == ["load"]
    assert choice.input_value() == "2"
    kernel.panel.push([STACK])
    kernel.answer()


def test_attributes_of_an_operator_are_set(kernel: Kernel):
    page = kernel.page
    page.click(".opscope-tab-code")
    page.locator(".opscope-section summary", has_text="Operator").click()
    kernel.answer()
    fields = page.locator(".opscope-attribute-field")
    assert [f.input_value() for f in fields.all()] == ["[1, 1]", "1"]
    fields.nth(0).fill("[2, 2]")
    page.keyboard.press("Enter")
    assert kernel.take("SetAttribute", text="2 operators computed again") == {
        "op": 4,
        "name": "stride",
        "value": "[2, 2]",
    }


def test_breakpoints_are_hollow_off_logged_and_changed_in_place(kernel: Kernel):
    page = kernel.page
    page.click(".opscope-tab-code")
    dots = page.locator(".opscope-dot-mark")
    dots.nth(2).wait_for()
    flags = dots.evaluate_all("all => all.map(e => ['hollow', 'off', 'log'].filter(f => f in e.dataset).join())")
    assert flags == ["", "hollow", "off,log"]
    assert "did you mean 'op:relu'?" in page.inner_text(".opscope-breakpoint-problem")
    dots.nth(2).click()
    asked = kernel.take("ChangeBreakpoint")
    assert asked == {"number": 3, "enabled": True, "condition": "step > 3", "hits": 5}
    page.locator(".opscope-breakpoint-condition").nth(2).click()
    assert page.input_value(".opscope-condition-field") == "step > 3" and page.input_value(".opscope-hits-field") == "5"
    page.fill(".opscope-condition-field", "step > 4")
    page.keyboard.press("Enter")
    assert kernel.take("ChangeBreakpoint")["condition"] == "step > 4"
    assert page.inner_text(".opscope-add") == "Add"
    page.fill(".opscope-spec-field", "train.py:20")
    page.check(".opscope-log-field")
    page.fill(".opscope-message-field", "loss is {loss}")
    page.keyboard.press("Enter")
    asked = kernel.take("SetBreakpoint")
    assert asked == {"spec": "train.py:20", "condition": "", "log": True, "message": "loss is {loss}"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_contrast_and_widths(browser, tmp_path, scheme):
    kernel = Kernel(browser, tmp_path, scheme=scheme)
    page = kernel.page
    page.click(".opscope-tab-code")
    kernel.panel.push([WATCHED, BRANCH, ev.EditsChanged(texts=("logits[1, 2] = 0.5",))])
    page.locator(".opscope-section summary", has_text="Operator").click()
    kernel.answer()
    page.click(".opscope-tab-tensor")
    page.locator(".opscope-heatmap").dblclick(position={"x": 3, "y": 3})
    for tab in ("code", "tensor"):
        page.click(f".opscope-tab-{tab}")
        kernel.answer()
        assert page.evaluate(NAMELESS) == []
        assert page.evaluate(FAINT) == [], tab
        for width in (330, 560, 700, 1000, 2000):
            page.set_viewport_size({"width": width + 32, "height": 900})
            kernel.panel.settle()
            assert page.evaluate(SPILL) == [], (tab, width)
        page.set_viewport_size({"width": 1432, "height": 900})
    kernel.close()
