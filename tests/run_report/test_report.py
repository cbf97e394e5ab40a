"""The page about a run: what it says, that it loads nothing, and that it is readable without a script."""

import html
import html.parser
import re

import numpy as np
import pytest

import opscope
from opscope import debug, paddle
from opscope.debug.rules.findings import Finding
from opscope.errors import NotFound, RunError, UsageError
from opscope.events import ValueSeen
from opscope.paddle import static
from opscope.run_report import report_text
from opscope.run_report.report_data import collect
from opscope.run_report.source_lines import source_files
from tests.debug.comparison.training import eager, program
from tests.need import need

EVIL = '</style><script>alert(1)</script><img src=x onerror="alert(2)">'


class Loads(html.parser.HTMLParser):
    """The tags of a page, and what it would load."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.urls, self.handlers = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.urls += [value for name, value in attrs if name in {"src", "href", "data", "action"}]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def finished(body, **options):
    run = debug.start(body, **options)
    run.wait()
    return run


@pytest.fixture(scope="module")
def text():
    """The page of a training that was tapped."""
    return report_text(collect(finished(program(steps=12), title=EVIL, taps=["*@GRAD", "fc_0.tmp_0"], hz=None)))


def test_the_page_loads_nothing_and_escapes_everything(text):
    found = Loads(text)
    assert "script" not in found.tags and "img" not in found.tags and not found.handlers
    assert all(url.startswith("#") for url in found.urls)
    style = "".join(re.findall(r"<style>(.*?)</style>", text, re.DOTALL))
    assert not re.search(r"url\(|@import", style)
    assert "&lt;script&gt;alert(1)" in text


def test_every_link_leads_somewhere(text):
    assert all(f'id="{url[1:]}"' in text for url in Loads(text).urls)


def test_it_says_what_the_run_knows(text):
    assert ">finished<" in text and "<dt>steps</dt><dd>12</dd>" in text
    for part in ("Gradient flow", "Graph", "Values", "Times", "Code", "Environment", "mean_0.tmp_0", "fc_0.w_0"):
        assert part in text
    assert 'class="opscope-graph"' in text and "h = static.nn.fc(x, width)" in text


def test_values_have_the_names_of_the_code_first(text):
    rows = re.findall(r'<td><code title="[^"]*">(.*?)</code>(?: <code class="quiet">(.*?)</code>)?</td>', text)
    assert ("fc_0.tmp_0", "") in rows and ("h@GRAD", "fc_0.tmp_1@GRAD") in rows


def test_numbers_are_those_of_the_run():
    run = finished(program(steps=3))
    data = collect(run)
    seen = data.values["fc_0.tmp_0"]
    assert seen.mean == pytest.approx(float(np.mean(run.values("fc_0.tmp_0")[3])), rel=1e-6)
    assert data.main == "loss" and data.steps == 3
    assert [p.step for p in data.scalars[data.main].points] == [1, 2, 3]
    assert data.scalars[data.main].points[-1].mean == pytest.approx(float(run.values("mean_0.tmp_0")[3]))


def test_a_recording_has_the_same_page_but_for_the_environment(tmp_path):
    run = finished(program(), title="one")
    run.save(tmp_path / "recorded")
    live, past = collect(run), collect(debug.open(tmp_path / "recorded"))
    assert past.state == "recording" and past.environment["folder"] == str(tmp_path / "recorded")
    assert {n: s.points for n, s in past.scalars.items()} == {n: s.points for n, s in live.scalars.items()}
    assert {n: v.mean for n, v in past.values.items()} == {n: v.mean for n, v in live.values.items()}
    assert [line.text.strip() for line in past.sources[0].lines if line.operators] == [
        line.text.strip() for line in live.sources[0].lines if line.operators
    ]


def test_a_run_that_is_paused(tmp_path):
    run = debug.start(program(steps=9), breakpoints=[("op:tanh", "step == 5")])
    run.until_stopped(60)
    run.report(tmp_path / "run.html")
    assert ">paused<" in (tmp_path / "run.html").read_text("utf-8")
    run.stop()


def test_eager_code_has_gradients_and_a_graph():
    data = collect(finished(eager()))
    assert {v.grad_of for v in data.values.values() if v.grad_of and v.parameter} >= {"linear_0.w_0", "linear_1.b_0"}
    text = report_text(data)
    assert "Gradient flow" in text and 'class="opscope-graph"' in text and "matmul_v2" in text
    flow = text[text.index("Gradient flow") :].partition("<h2")[0]
    assert "call.0.weight" in flow and "linear_0.w_0" not in flow  # the user's names


def sick(steps=6):
    def train():
        paddle.enable_static()
        np.seterr(all="ignore")  # in the thread of the run
        main, scope, exe = static.Program(), static.Scope(), static.Executor()
        with static.program_guard(main), paddle.utils.unique_name.guard():
            x = static.data("x", [None, 4], "float32")
            loss = paddle.mean(paddle.log(x) * 2.0)
        for step in range(1, steps + 1):
            batch = np.full((2, 4), 0 if step == 4 else 2, "float32")
            exe.run(main, feed={"x": batch}, fetch_list=[loss], scope=scope)

    return train


@pytest.mark.parametrize("taps", [[], ["log*"]], ids=["recorded", "tapped"])
def test_it_opens_on_the_first_value_that_is_sick(taps):
    data = collect(finished(sick(), taps=taps, hz=None))
    assert (data.sick.name, data.sick.step, data.sick.inf) == ("log_0.tmp_0", 4, 8)
    text = report_text(data)
    first = text.index("<section")
    assert "<code>log_0.tmp_0</code> is the first value with Inf" in text[first : first + 200]
    assert "In step 4: 8 Inf in" in text
    assert f"<figcaption><code>{'log_0.tmp_0' if taps else data.main}</code></figcaption>" in text  # of the chart
    assert data.explanation and data.explanation.splitlines()[0] in html.unescape(text)


def test_the_last_loss_is_shown_as_nan_not_as_absent():
    def train():
        layer = paddle.nn.Linear(3, 1)
        optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
        for scale in (1.0, float("nan")):
            loss = (layer(paddle.ones([2, 3])) * scale).mean()
            loss.backward()
            optimizer.step()

    assert "<dt>loss</dt><dd>NaN/Inf</dd>" in report_text(collect(finished(train)))


def test_a_run_that_failed_says_why():
    def fails():
        program(steps=2)()
        raise ValueError("<b>no data</b>")

    run = debug.start(fails)
    with pytest.raises(ValueError, match="no data"):
        run.wait()
    text = report_text(collect(run))
    assert "ValueError: &lt;b&gt;no data&lt;/b&gt;" in text and ">failed<" in text


def test_a_run_that_is_only_watched_and_one_of_nothing():
    assert "<dt>loss</dt>" in report_text(collect(finished(program(), record=False, taps=["fc_0*"], hz=None)))
    assert "Environment" in report_text(collect(finished(lambda: None)))


def test_a_profile_is_shown():
    with opscope.profile() as profile:
        program(steps=4)()
    data = collect(finished(lambda: None), profile=profile)
    assert data.times and data.profile_note.startswith("measured by a profile")


def test_findings_are_shown_where_a_run_has_some():
    data = collect(finished(program(steps=2)))
    data.findings = [
        Finding("dead-units", "error", 3, "h", "relu(x)", "t.py:3", "relu(x)", "<i>90 %</i> zeros", "lower it")
    ]
    text = report_text(data)
    assert "dead-units" in text and "&lt;i&gt;90 %" in text and "lower it" in text and "t.py:3: relu(x)" in text


def test_findings_are_those_of_the_run():
    run = finished(program(steps=12, rate=1e6))
    assert run.findings and [f.rule for f in collect(run).findings] == [f.rule for f in run.findings]


def test_the_interactive_page_is_the_panel(tmp_path):
    run = finished(program(), taps=["fc_0*"], hz=None)
    run.report(tmp_path / "panel.html", interactive=True)
    assert "opscope-events" in (tmp_path / "panel.html").read_text("utf-8")
    with pytest.raises(UsageError, match="shows no profile"):
        run.report(tmp_path / "panel.html", interactive=True, profile=opscope.profile())


def test_a_page_that_cannot_be_written_says_so(tmp_path):
    with pytest.raises(RunError, match="cannot write"):
        finished(program(steps=1)).report("/dev/null/run.html")
    assert opscope.report is opscope.__getattr__("report")


class TestSummaries:
    def test_all_values_of_a_step_without_a_tap(self):
        run = finished(program(steps=4, seed=3))
        for step in (2, 4):
            found = run.summaries(step)
            assert all(isinstance(v, ValueSeen) and v.step == step for v in found.values())
            for name in ("x", "fc_0.tmp_0", "fc_0.w_0@GRAD", "mean_0.tmp_0"):
                assert found[name].mean == pytest.approx(float(np.mean(run.values(name)[step])), rel=1e-5, abs=1e-7)

    def test_a_step_that_is_not_kept(self):
        with pytest.raises(NotFound, match="step 9 is not in the history"):
            finished(program(steps=2)).summaries(9)

    def test_values_on_the_nodes_of_a_graph(self):
        run = finished(program(steps=2))
        main = run.session.driver.journal.last_record().plan.block.program
        graph = opscope.viz.program_graph(main, run=run)
        node = next(n for n in graph.nodes if n.id == "var-fc_0.tmp_0")
        mean = run.summaries()["fc_0.tmp_0"].mean
        assert (
            node.health == "ok" and f"{mean:.3g}".replace("-", "\u2212") in node.detail[-1] and "±" in node.detail[-1]
        )


def test_source_lines_of_files_that_are_not_there():
    from opscope.core.source import Site

    recorded = [(Site("/gone/t.py", 7, "f", "x = 1"), "ok"), (Site("/gone/t.py", 9, "f", "y = 2"), "nan"), (None, "ok")]
    (found,) = source_files(recorded)
    assert [(x.number, x.text, x.operators, x.health, x.gap) for x in found.lines] == [
        (7, "x = 1", 1, "ok", False),
        (9, "y = 2", 1, "nan", True),
    ]


# --- in a browser ------------------------------------------------------------------------------------

FONT = "element => { const style = getComputedStyle(element); return [style.fontFamily, style.fontSize]; }"


@pytest.mark.browser
@pytest.mark.parametrize("width, scheme", [(1100, "light"), (700, "dark")])
def test_the_page_is_readable_without_a_network_and_without_a_script(text, tmp_path, width, scheme):
    api = pytest.importorskip("playwright.sync_api")
    file = tmp_path / "run.html"
    file.write_text(text, "utf-8")
    requests = []
    with api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=need("chromium"), args=["--no-sandbox"])
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True, java_script_enabled=False
        )
        tab = context.new_page()
        tab.on("request", lambda r: requests.append(r.url))
        tab.goto(file.as_uri())
        sections = tab.locator("main > section")
        assert sections.first.inner_text().startswith("loss")  # it opens on the loss
        for i in range(sections.count()):
            box = sections.nth(i).bounding_box()
            assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width  # nothing overflows
        line = tab.locator(".code tr.ok").first
        numbered, code = (line.locator(cell).first.evaluate(FONT) for cell in ("td.at", "td pre"))
        assert numbered == code  # the number of a line stood lower than its code
        pixels = tab.screenshot(clip={"x": 2, "y": 2, "width": 1, "height": 1})
        assert len(tab.pdf()) > 10_000 and pixels
        browser.close()
    assert [url for url in requests if not url.startswith("file:")] == []
