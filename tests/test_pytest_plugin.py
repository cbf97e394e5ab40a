"""The pytest plugin, in sessions of its own: what fails, with which evidence, and that it costs others nothing."""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fresh import python

TESTS = """\
import threading

import numpy as np
import pytest
from opscope import paddle
from opscope.paddle import static


class Square(paddle.autograd.PyLayer):
    factor = 2.0

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, dy):
        return Square.factor * dy * ctx.saved_tensor()[0]


@pytest.fixture
def wrong(monkeypatch):
    monkeypatch.setattr(Square, "factor", 2.02)


def train():
    x = paddle.to_tensor([1.0, -3.0], stop_gradient=False)
    Square.apply(x).sum().backward()


def log(*values):
    x = paddle.to_tensor(values)
    return paddle.log(x)


def program(*values, name="x", made=lambda x: paddle.log(x)):
    paddle.enable_static()
    try:
        with static.program_guard(static.Program(), static.Program()):
            y = made(static.data(name, [None], "float32"))
            static.Executor().run(feed={name: np.float32(values)}, fetch_list=[y])
    finally:
        paddle.disable_static()


@pytest.mark.opscope_nan_guard
def test_guard_finite():
    log(1.0, 2.0)
    program(1.0)


@pytest.mark.opscope_nan_guard
def test_guard_eager():
    log(1.0, 0.0)


@pytest.mark.opscope_nan_guard
def test_guard_program():
    program(1.0, 0.0, -1.0)


@pytest.mark.opscope_nan_guard
def test_guard_feed():
    program(1.0, np.nan)


@pytest.mark.opscope_nan_guard
def test_guard_caught():
    try:
        log(0.0)
    except RuntimeError:
        pass


def test_guard_in_a_thread(opscope_nan_guard):
    worker = threading.Thread(target=lambda: pytest.raises(RuntimeError, log, 0.0))
    worker.start()
    worker.join()


@pytest.mark.opscope_nan_guard(expect={"op:log": "-inf"})
def test_guard_expected(opscope_nan_guard):
    log(0.0)
    program(0.0)
    opscope_nan_guard.expect("op:sqrt", "nan")
    paddle.sqrt(paddle.to_tensor([-1.0]))


@pytest.mark.opscope_nan_guard(expect={"mask": "-inf"})
def test_guard_mask():
    program(0.0, 0.0, -np.inf, name="mask", made=lambda x: paddle.nn.functional.softmax(x * 2.0 + 1.0))


@pytest.mark.opscope_nan_guard(expect={"op:log": "-inf"})
def test_guard_carried_to_nan():
    x = log(0.0)
    x - x


@pytest.mark.opscope_nan_guard(expect={"op:log": "-inf"})
def test_guard_other_kind():
    log(0.0, -1.0)


def test_guard_off():
    log(0.0)


@pytest.mark.opscope_gradcheck
def test_gradient_right():
    train()


@pytest.mark.opscope_gradcheck
def test_gradient_wrong(wrong):
    train()


@pytest.mark.opscope_gradcheck(intended=["Square"])
def test_gradient_meant(wrong):
    train()


@pytest.mark.opscope_gradcheck
def test_gradient_of_nothing():
    log(1.0)


@pytest.mark.opscope_gradcheck
def test_gradient_and_assertion(wrong):
    train()
    assert train() == 1


def test_gradient_called(opscope_gradcheck, wrong):
    assert opscope_gradcheck(train, intended=["Sq*"])[0].verdict == "declared"
    opscope_gradcheck(train)


def test_gradient_unchecked(wrong):
    train()


def learn(optimize=True):
    net = paddle.nn.Linear(4, 1)
    adam = paddle.optimizer.Adam(0.01, parameters=net.parameters() if optimize else net.parameters()[:1])
    x = np.random.default_rng(0).standard_normal((16, 4)).astype("float32")
    for _ in range(30):
        loss = ((net(paddle.to_tensor(x)) - paddle.to_tensor(x.sum(1, keepdims=True))) ** 2).mean()
        loss.backward()
        adam.step()
        if optimize:
            adam.clear_grad()


def test_rules_fine(opscope_rules):
    opscope_rules(learn)


def test_rules_faulty(opscope_rules):
    opscope_rules(lambda: learn(False))


@pytest.mark.opscope_rules(mute={"*": "as it is meant"})
def test_rules_muted(opscope_rules):
    assert opscope_rules(lambda: learn(False)).muted
"""


class Outcome(NamedTuple):
    kind: str
    text: str


def session(folder: Path, tests: str, *options: str) -> dict[str, Outcome]:
    """Run tests in a session of their own; the outcome of each by name: passed, failure or error."""
    (folder / "test_own.py").write_text(tests)
    report = folder / "report.xml"
    command = ["-m", "pytest", "-p", "opscope.pytest_plugin", "--strict-markers", f"--junitxml={report}"]
    without = ["-p", "no:cacheprovider", "-p", "no:nbval"]  # importing nbval takes longer than these tests
    done = python(*command, *options, *without, "test_own.py", cwd=folder)
    assert report.exists(), done.stdout + done.stderr
    found = {}
    for case in ET.parse(report).iter("testcase"):
        problem = next((each for each in case if each.tag in ("failure", "error", "skipped")), None)
        text = "" if problem is None else f"{problem.get('message')}\n{problem.text}"
        found[case.get("name", "")] = Outcome("passed" if problem is None else problem.tag, text)
    return found


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    return session(tmp_path_factory.mktemp("session"), TESTS)


PASS = {"finite", "expected", "mask", "off", "right", "meant", "unchecked", "fine", "muted"}


@pytest.mark.thorough
def test_what_fails_is_a_failure_and_no_error(outcomes: dict[str, Outcome]):
    assert {name.rpartition("_")[2] for name, outcome in outcomes.items() if outcome.kind == "passed"} == PASS
    assert {outcome.kind for outcome in outcomes.values()} == {"passed", "failure"}


@pytest.mark.parametrize(
    "name, evidence",
    [
        ("guard_eager", ["log made 1 Inf", "the result[1]", "-inf", "x[1]", "0.0", "created at test_own.py:", "fix: "]),
        ("guard_program", ["log made 1 NaN and 1 Inf", "float32[3], 1 NaN, 1 Inf", "in <lambda>", "paddle.log(x)"]),
        ("guard_feed", ["the feed of x contains 1 NaN"]),
        ("guard_caught", ["log made 1 Inf"]),
        ("guard_carried_to_nan", ["made 1 NaN", "x - x"]),
        ("guard_other_kind", ["log made 1 NaN and 1 Inf", "expect={'op:log': 'any'}"]),
        ("guard_in_a_thread", ["log made 1 Inf"]),
        ("rules_faulty", ["opscope_rules(lambda: learn(False))", "evidence:", "line:"]),
        ("gradient_wrong", ["WRONG ", "the gradient is 1.01 times the slope", "in backward", "in train"]),
        ("gradient_of_nothing", ["no gradient was checked"]),
        ("gradient_and_assertion", ["assert None == 1", "the gradient is 1.01 times the slope"]),
        ("gradient_called", ["opscope_gradcheck(train)", "the gradient is 1.01 times the slope"]),
    ],
)
def test_a_failure_says_the_operator_the_line_and_the_values(
    outcomes: dict[str, Outcome], name: str, evidence: list[str]
):
    for part in evidence:
        assert part in outcomes[f"test_{name}"].text, outcomes[f"test_{name}"].text
    assert "nan_guard.py" not in outcomes[f"test_{name}"].text


@pytest.mark.thorough
@pytest.mark.unmeasured
def test_workers_of_xdist_have_it(tmp_path: Path, outcomes: dict[str, Outcome]):
    pytest.importorskip("xdist")
    spread = session(tmp_path, TESTS, "-n", "2")
    assert {name: each.kind for name, each in spread.items()} == {name: each.kind for name, each in outcomes.items()}


PLAIN = """\
import importlib.util
import sys

def test_nothing_is_loaded():
    loaded = {name for name, module in sys.modules.items() if module is not None}
    assert not loaded & {"numpy", "opscope.core", "opscope.debug", "opscope.paddle"}

def test_paddle_is_what_it_is_without_opscope():
    assert "opscope" not in str(importlib.util.find_spec("paddle"))

def test_where_opscope_is_used_paddle_is_its_own():
    if "numpy" in sys.modules:
        return  # it is missing
    import opscope
    from opscope import debug
    from importlib.machinery import PathFinder
    import paddle
    assert paddle is opscope.paddle or PathFinder.find_spec("paddle")
"""


@pytest.mark.unmeasured
@pytest.mark.parametrize("missing", [(), ("numpy",)], ids=str)
def test_a_session_that_does_not_use_it_loads_nothing(tmp_path: Path, missing: tuple[str, ...]):
    (tmp_path / "conftest.py").write_text(f"import sys\nsys.modules.update(dict.fromkeys({missing}))\n")
    assert [each.kind for each in session(tmp_path, PLAIN).values()] == ["passed"] * 3
