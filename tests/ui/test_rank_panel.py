"""The panel of ranks: what it sends, when, and what it obeys."""

import base64
import re

import numpy as np
import pytest

from opscope.ui import rank_panel
from opscope.ui.page import STATIC
from opscope.ui.rank_panel import (
    CREDITS,
    STATES,
    RankFrame,
    RankPanel,
    RankRequest,
    ShownRank,
    ShownSpread,
    fields,
    strip,
)
from tests.examples import ROOT

RANKS = [ShownRank("running", 7, 24.34, 0.361, "at a.py:3 in f"), ShownRank("dead", None, None, None, "dead")]


@pytest.fixture
def panel(monkeypatch):
    asked = []
    made = RankPanel(asked.append)
    made.asked, made.messages = asked, []
    monkeypatch.setattr(made, "send", lambda content, buffers=None: made.messages.append((content, buffers)))
    yield made
    made.close()


def test_a_rank_is_eight_bytes():
    found = np.frombuffer(strip(RANKS), rank_panel._RANK)
    assert found.tolist() == [(7, 243, 36, 0), (2**32 - 1, 2**16 - 1, 255, STATES.index("dead"))]
    assert len(strip(RANKS * 500)) == 8_000


def test_texts_are_sent_for_few_ranks_and_for_the_chosen_one():
    assert fields(RankFrame(RANKS, "running"))["where"] == ["at a.py:3 in f", "dead"]
    many = fields(RankFrame(RANKS * 50, "running", chosen=2))
    assert many["where"] == [] and many["chosenWhere"] == "at a.py:3 in f"
    nan = float("nan")
    unknown = ShownSpread("w", "", nan, -1, nan, nan, -1, "rank 1")
    (spread,) = fields(RankFrame(RANKS, "running", spreads=[unknown]))["spreads"]
    assert spread == ["w", "", None, -1, None, None, -1, "rank 1"]  # JSON has no NaN


def test_frames_wait_for_a_view_that_paints_and_the_newest_wins(panel, monkeypatch):
    monkeypatch.setattr(rank_panel, "PATIENCE", 1e9)
    panel.show(RankFrame(RANKS, "running"))
    assert not panel.messages  # nobody looks
    panel._receive(panel, {"kind": "attach", "view": "a"}, [])
    for i in range(10):
        panel.show(RankFrame(RANKS, "running", place=f"{i}"))
    assert [message["n"] for message, _ in panel.messages] == list(range(1, CREDITS + 1))
    last = panel.messages[-1][0]["n"]
    panel._receive(panel, {"kind": "ack", "view": "a", "n": last}, [])
    panel.show(RankFrame(RANKS, "running", place="newest"))
    assert panel.messages[-1][0]["place"] == "newest"
    panel._receive(panel, {"kind": "detach", "view": "a"}, [])
    count = len(panel.messages)
    panel.show(RankFrame(RANKS, "running"))
    assert len(panel.messages) == count


def test_only_requests_of_known_kinds_and_types_are_obeyed(panel):
    for content in (
        {"kind": "do", "words": "why loss", "rank": 1}, {"kind": "pause"}, {"kind": "do", "words": 3},
        {"kind": "choose", "rank": "1"}, {"kind": "choose", "rank": True}, {"kind": "format"}, "pause",
        {"kind": "do", "words": "x" * 5000},
    ):  # fmt: skip
        panel._receive(panel, content, [])
    assert panel.asked == [RankRequest("do", "why loss", 1), RankRequest("pause")]


def test_both_languages_have_the_same_states_and_rows():
    source = (ROOT / "opscope/ui/js/src/rank_strip.js").read_text("utf-8")
    assert tuple(re.findall(r'"(\w+)"', re.search(r"STATES = .*?\[(.*?)\]", source)[1])) == STATES
    assert int(re.search(r"ROWS = (\d+)", source)[1]) == rank_panel.ROWS
    assert (STATIC / "ranks.js").exists()


def test_a_page_without_a_kernel_has_a_table(panel):
    panel.show(RankFrame([ShownRank("late", 3, 1.0, 0.0, "<b>")], "running"))
    data, _ = panel._repr_mimebundle_()
    assert data["text/plain"] == "1 rank, running" and "&lt;b&gt;" in data["text/html"]


PAGE = """<!doctype html><meta charset="utf-8"><style>{css}</style><body class="opscope-page"><div id="root"></div>
<script type="module">
const module = await import("data:text/javascript;base64,{code}");
window.sent = [];
let hear;
const send = (content) => window.sent.push(content);
const model = {{on: (_, f) => {{ hear = f; }}, off() {{}}, send, get: () => ""}};
const signal = new AbortController().signal;
module.default().render({{model, el: document.getElementById("root"), signal}});
window.hear = (message, text) => hear(message, [Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer]);
</script>"""


@pytest.mark.thorough
def test_a_page_shows_the_ranks_and_sends_what_is_clicked(browser, tmp_path):
    code = base64.b64encode((STATIC / "ranks.js").read_bytes()).decode("ascii")
    css = "".join((STATIC / name).read_text("utf-8") for name in ("panel.css", "ranks.css"))
    (tmp_path / "ranks.html").write_text(PAGE.format(code=code, css=css), "utf-8")
    page, problems = browser.new_page(), []
    page.on("pageerror", lambda e: problems.append(str(e)))
    page.goto((tmp_path / "ranks.html").as_uri())
    page.wait_for_function("window.sent?.some((m) => m.kind === 'attach')")

    def show(frame, n):
        packed = base64.b64encode(strip(frame.ranks)).decode("ascii")
        page.evaluate("([m, b]) => window.hear(m, b)", [{"kind": "ranks", "n": n, **fields(frame)}, packed])

    spread = ShownSpread("fc.weight", "gradient", 1e-4, 0, 2e-4, 3e-2, 1)
    show(RankFrame(RANKS, "running", verdicts=["rank 1 is dead"], spreads=[spread]), 1)
    assert page.locator(".opscope-ranks-row[data-rank]").count() == 2
    assert page.locator(".opscope-ranks-verdicts").inner_text() == "rank 1 is dead"
    assert page.locator(".opscope-ranks-track").count() == 1
    assert page.locator(".opscope-ranks-step").is_disabled() and page.locator(".opscope-ranks-cont").is_disabled()
    page.click(".opscope-ranks-pause")
    page.click(".opscope-ranks-row[data-rank='1']")
    page.fill(".opscope-ranks-words", "why loss")
    page.select_option("select", "1")
    page.click(".opscope-ranks-run")
    show(RankFrame([RANKS[0]] * 100, "running", chosen=3), 2)
    assert page.locator(".opscope-ranks-cell").count() == 100
    assert page.locator(".opscope-ranks-chosen").inner_text() == "rank 3: step 7, at a.py:3 in f"
    sent = [{k: v for k, v in m.items() if k != "view"} for m in page.evaluate("window.sent")]
    assert sent == [
        {"kind": "attach"}, {"kind": "ack", "n": 1}, {"kind": "pause"}, {"kind": "choose", "rank": 1},
        {"kind": "do", "words": "why loss", "rank": 1}, {"kind": "ack", "n": 2},
    ]  # fmt: skip
    page.close()
    assert not problems
