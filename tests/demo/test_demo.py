"""The demo as a user runs it: a command, its output, its exit status and its page."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from opscope.cli import main
from tests.examples import ROOT
from tests.need import need

pytest.importorskip("rich")
pytest.importorskip("sklearn")

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
EPOCHS = 3


def command(*arguments) -> list[str]:
    return [sys.executable, "-m", "opscope", "demo", *map(str, arguments)]


def start(*arguments, **options) -> subprocess.Popen[str]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
    return subprocess.Popen(command(*arguments), cwd=ROOT, **pipes)


def run(*arguments) -> tuple[int, str, str]:
    process = start(*arguments)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A short run: its page and its output."""
    page = tmp_path_factory.mktemp("demo") / "new" / "demo.html"
    status, out, err = run("--epochs", EPOCHS, "--out", page)
    assert (status, err) == (0, "")
    return page, out


def test_it_learns_and_says_so_in_plain_lines(done):
    page, out = done
    assert "\x1b" not in out and "\r" not in out
    assert len(re.findall(r"^epoch ", out, re.MULTILINE)) == EPOCHS
    accuracy = re.search(r"Test accuracy (.*)% after 3 epochs", out)
    assert accuracy and float(accuracy[1]) > 95
    assert str(page) in out and "make lab" in out


def test_the_page_has_the_graph_the_statistics_and_the_gradients(done):
    page, _ = done
    assert page.stat().st_size < 300_000
    assert list(page.parent.iterdir()) == [page]
    text = page.read_text("utf-8")
    assert "<script" not in text and ">finished<" in text
    drawn = re.findall(r"<text[^>]*>([^<]+)</text>", text[text.index('class="graph"') :])
    assert {"image", "conv1", "conv2", "hidden", "output", "loss", "label"} <= {*drawn}  # by layer
    assert [line for line in drawn if re.fullmatch(r"logits \[\d+, 10\]", line)]
    parameters = re.findall(r"<tr><td><code>(\w+\.[wb]_0)</code></td><td class=\"n\">\d", text)
    assert set(parameters) > {"conv1.w_0", "norm2.b_0", "output.w_0"}
    assert 'title="opscope/demo/model.py:' in text  # where the values come from
    assert text.count("<figcaption><code>test accuracy</code>") == 1


@pytest.mark.browser
def test_the_page_opens_without_a_network(done):
    api = pytest.importorskip("playwright.sync_api")
    problems = []
    with api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=need("chromium"), args=FLAGS)
        tab = browser.new_page(java_script_enabled=False)
        tab.on("request", lambda r: None if r.url.startswith("file:") else problems.append(r.url))
        tab.goto(done[0].as_uri())
        assert tab.inner_text(".state") == "finished"
        assert tab.inner_text(".facts div:first-child dd") == str(EPOCHS * 23)
        assert tab.inner_text("section:first-of-type h2") == "loss"
        assert tab.locator("#gradients tr").count() == 10
        assert tab.locator(".graph .node").count() == 7
        browser.close()
    assert problems == []


@pytest.mark.thorough
def test_a_terminal_gets_a_live_table(tmp_path: Path):
    master, slave = pty.openpty()
    size = {"COLUMNS": "100", "LINES": "30", "TERM": "xterm-256color"}
    process = start(
        "--epochs", 2, "--out", tmp_path / "demo.html", stdout=slave, stderr=slave, env={**os.environ, **size}
    )
    os.close(slave)
    shown = b""
    try:
        while block := os.read(master, 65536):
            shown += block
    except OSError:  # how a pseudo-terminal ends
        pass
    os.close(master)
    assert process.wait(60) in (0, 1)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    for part in ("step 46/46", "conv1.tmp_0", "● ok", "gradient of", "log scale", "active units", "Test accuracy"):
        assert part in text
    assert shown.count(b"\x1b[?25l") == shown.count(b"\x1b[?25h") == 1  # the cursor comes back


@pytest.mark.thorough
def test_an_interrupt_ends_the_run_and_keeps_what_was_seen(tmp_path: Path):
    page = tmp_path / "demo.html"
    process = start("--epochs", 1000, "--out", page)
    assert process.stdout is not None
    while not process.stdout.readline().startswith("epoch  2"):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert re.search(r"^Interrupted in epoch \d+, after \d+ steps: test accuracy", out, re.MULTILINE)
    assert ">stopped<" in page.read_text("utf-8")


@pytest.mark.thorough
def test_a_reader_that_goes_away_ends_the_run(tmp_path: Path):
    process = start("--epochs", 1000, "--out", tmp_path / "demo.html")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == "opscope demo: nobody reads the output any more\n"
    process.stderr.close()
    assert process.wait(60) == 2


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--out", "/dev/null/demo.html"], "cannot write /dev/null/demo.html"),
        (["--out", "."], "cannot write .: Is a directory"),
        (["--epochs", "0"], "--epochs must be at least 1, but is 0"),
        (["--place", "tpu"], "received tpu"),
    ],
)
def test_what_cannot_be_done_is_said_at_once(arguments: list[str], said: str):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("opscope demo: ") and said in err and "fix: " in err


@pytest.mark.thorough
def test_too_little_learned_is_a_failure(tmp_path: Path):
    status, out, err = run("--epochs", 1, "--out", tmp_path / "demo.html")
    accuracy = re.search(r"Test accuracy (.*)% after 1 epoch,", out)
    assert accuracy and float(accuracy[1]) > 80
    assert status == (float(accuracy[1]) <= 95) == ("less than the expected 95%" in err)


def test_a_missing_package_is_named_without_a_line_of_ours(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    assert main(["demo"]) == 2
    said = capsys.readouterr().err
    assert said == "opscope demo: the demo needs the digits of scikit-learn\n  fix: pip install scikit-learn\n"
