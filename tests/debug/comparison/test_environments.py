"""What differs before any value of two runs, also of two processes: environment, program, optimizer, weights, data."""

from __future__ import annotations

import html
import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.comparison.environment_changes import environment_changes
from opscope.debug.disk.checksummed_jsonl import decode_line, encode_line
from opscope.debug.state.environment import Environment, current_environment
from tests import fresh
from tests.debug.comparison.training import program

F = paddle.nn.functional


def recorded(folder: Path, body=None) -> Path:
    run = debug.start(body or program(), to=folder)
    run.wait()
    return folder


def in_eager_mode(function):
    def body():
        paddle.disable_static()
        return function()

    return body


@in_eager_mode
def one_step():
    paddle.seed(0)
    train(0.9, 1.0)


def train(beta: float, scale: float) -> None:
    rng = np.random.default_rng(0)
    net = paddle.nn.Sequential(paddle.nn.Linear(4, 8), paddle.nn.ReLU(), paddle.nn.Linear(8, 2))
    adam = paddle.optimizer.Adam(0.01, beta1=beta, parameters=net.parameters())
    for _ in range(3):
        x = paddle.to_tensor((rng.standard_normal((6, 4)) * scale).astype("float32"))
        paddle.mean(paddle.square(net(x))).backward()
        adam.step()
        adam.clear_grad()


def test_variables_and_streams_are_stored_and_compared(tmp_path, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.delenv("FLAGS_cudnn_deterministic", raising=False)
    monkeypatch.setenv("SECRET_TOKEN", "x")
    random.seed(0)
    one = recorded(tmp_path / "one")
    monkeypatch.setenv("OMP_NUM_THREADS", "4")
    monkeypatch.setenv("FLAGS_cudnn_deterministic", "1")
    random.seed(1)
    other = recorded(tmp_path / "other")
    for sides in ((one, other), (debug.open(one), str(other))):
        found = debug.diff(*sides)
        assert found.same and found.cause is None
        assert [(c.kind, c.text) for c in found.changes] == [
            ("variable", "FLAGS_cudnn_deterministic not set -> 1"),
            ("variable", "OMP_NUM_THREADS 1 -> 4"),
            (
                "random stream",
                "the module random starts elsewhere: the seed differs, or more numbers were drawn before",
            ),
        ]
        assert "also         variable: OMP_NUM_THREADS 1 -> 4" in repr(found)
    assert "SECRET" not in (one / "recording.json").read_text()


def test_versions_of_packages_and_python(tmp_path):
    one, other = (recorded(tmp_path / name) for name in "ab")
    header = decode_line((other / "recording.json").read_bytes())
    header["environment"]["packages"] |= {"pytest": "1.0", "only_here": "2.0"}
    header["environment"]["system"]["Python"] = "3.9.1"
    (other / "recording.json").write_bytes(encode_line(header))
    texts = [c.text for c in debug.diff(one, other).changes]
    assert texts == [f"pytest {pytest.__version__} -> 1.0", f"Python {current_environment().system['Python']} -> 3.9.1"]


@pytest.mark.parametrize("environment", [None, 7, [], {"variables": 3}, {"packages": {"numpy": 1, "x": None}}])
def test_a_recording_may_lack_its_environment(tmp_path, environment):
    """An older recording has none; a damaged one has another form. What is unknown is no difference."""
    one, other = (recorded(tmp_path / name) for name in "ab")
    header = decode_line((other / "recording.json").read_bytes())
    del header["environment"]
    if environment is not None:
        header["environment"] = environment
    (other / "recording.json").write_bytes(encode_line(header))
    found = debug.diff(one, other)
    assert found.same and not found.changes
    assert not list(environment_changes(Environment(), current_environment()))


def test_the_changes_of_eager_code_come_in_their_order():
    def other():
        paddle.seed(2)
        train(0.8, 1.1)

    found = debug.diff(one_step, in_eager_mode(other))
    kinds = [c.kind for c in found.changes]
    assert kinds == sorted(kinds, key=["attribute", "initial value", "feed"].index)
    texts = "\n".join(c.text for c in found.changes)
    assert "adam of 4 parameters: beta1 0.9 -> 0.8" in texts
    assert re.search(r"linear_\d+\.w_0: differs by", texts) and found.first is not None


def test_an_attribute_of_the_optimizer_is_the_cause_of_its_other_state():
    def other():
        paddle.seed(0)
        train(0.8, 1.0)

    found = debug.diff(one_step, in_eager_mode(other))
    assert (found.cause.kind, found.cause.text) == ("attribute", "adam of 4 parameters: beta1 0.9 -> 0.8")


def test_text_and_page_name_what_comes_before_the_values_first(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    run = debug.start(program())
    run.wait()
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    other = debug.start(program(feed_seed=1, rate=0.2))
    other.wait()
    found = debug.diff(run, other)
    for text in (repr(found), html.unescape(found._repr_html_())):
        _, _, rest = text.partition("OMP_NUM_THREADS 1 -> 2")
        assert "feed: x: [" in rest and rest.index("feed: x: [") < rest.index(str(found.first)), text
    assert found.cause.kind not in ("variable", "version")


SCRIPT = """\
import sys
import numpy as np
from opscope import debug, paddle
paddle.enable_static()
x = paddle.static.data("x", [None, 4], "float32")
loss = paddle.mean(paddle.static.nn.fc(x, 3) ** 2)
paddle.optimizer.SGD(0.1).minimize(loss)
paddle.seed(int(sys.argv[2]))
exe = paddle.static.Executor()
def train():
    exe.run(paddle.static.default_startup_program())
    for step in range(3):
        exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[loss])
run = debug.start(train, to=sys.argv[1])
run.wait()
"""


@pytest.mark.thorough
def test_two_runs_in_two_processes(tmp_path):
    (tmp_path / "train.py").write_text(SCRIPT)
    for name, seed in (("1", "0"), ("2", "7")):
        done = fresh.python("train.py", name, seed, cwd=tmp_path, OMP_NUM_THREADS=name, PYTHONHASHSEED=name)
        assert not done.returncode, done.stderr
    done = fresh.python("-m", "opscope", "diff", "1", "2", "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    texts = [change["text"] for change in found["changes"]]
    assert done.returncode == 1 and found["cause"]["text"] == "paddle.seed(0) -> paddle.seed(7)"
    assert texts[:2] == ["OMP_NUM_THREADS 1 -> 2", "PYTHONHASHSEED 1 -> 2"]
    assert found["first"]["name"] == "fc_0.w_0"
