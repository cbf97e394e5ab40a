"""Programs that lose digits: the line is found first, with the cause, the true element and a fix."""

from __future__ import annotations

import html
import inspect
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opscope import debug, paddle
from opscope.paddle import static as programs
from tests.debug.risk.risky_programs import CASES, Case

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of NumPy, for overflows


def eager(case: Case) -> debug.Risks:
    return debug.risk(lambda: case.program(paddle.to_tensor(case.given)))


def program(case: Case) -> debug.Risks:
    paddle.enable_static()
    try:
        main = programs.Program()
        with programs.program_guard(main, programs.Program()):
            result = case.program(programs.data("x", list(case.given.shape), "float32"))
        exe = programs.Executor()
        return debug.risk(lambda: exe.run(main, feed={"x": case.given}, fetch_list=[result]))
    finally:
        paddle.disable_static()


def marked_line(case: Case) -> int:
    lines, start = inspect.getsourcelines(case.program)
    return next(start + i for i, line in enumerate(lines) if "# here" in line)


@pytest.mark.parametrize("kind", [eager, program], ids=lambda f: f.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_a_planted_risk_is_found_first(case, kind):
    found = kind(case)
    assert len(found), found
    worst = found[0]
    assert f"risky_programs.py:{marked_line(case)} " in worst.site, found
    assert (worst.cause, case.fix in worst.fix) == (case.cause, True), worst
    assert worst.amplification > 1000 and worst.change > 1e-4
    for element in worst.elements[:1]:
        truth = float(case.truth(element.index))
        assert abs(element.exact - truth) <= 1e-6 * abs(truth)
        if "matrix" not in worst.cause and "angle" not in worst.cause:  # exact for these inputs, which are not
            assert abs(element.value - truth) > 1e-4 * abs(truth)
    assert str(worst) in repr(found) and worst.source in html.unescape(found._repr_html_())
    row = found.to_frame().iloc[0]
    assert (row.cause, row.site, row.exact) == (worst.cause, worst.site, worst.elements[0].exact)


def test_a_large_exponent_is_a_risk_before_it_overflows():
    found = debug.risk(lambda: paddle.exp(paddle.to_tensor([80.0, 2.0])))
    assert [(r.cause, r.amplification) for r in found] == [("large exponent", 80.0)]
    assert "above 88.72 it overflows" in found[0].text


def test_a_difference_inside_a_net_is_found_by_its_effect_on_the_gradients():
    def train(shift):
        paddle.seed(0)
        net = paddle.nn.Linear(4, 1)
        x = paddle.randn([16, 4])
        loss = paddle.mean(paddle.square((net(x) + shift) - shift - paddle.sum(x, axis=1, keepdim=True)))
        loss.backward()

    assert not len(debug.risk(lambda: train(0.0)))
    worst = debug.risk(lambda: train(1e6))[0]
    assert worst.cause == "cancellation" and "loss" in worst.result


def test_functions_of_the_user_are_not_called_again():
    calls = []

    class Square(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            calls.append(1)
            return paddle.to_tensor(np.square(x.numpy()))

        @staticmethod
        def backward(ctx, d):
            return d

    class Cosine(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx, x):
            return 1.0 - paddle.cos(x)

        @staticmethod
        def backward(ctx, d):
            return d

    def body():
        return paddle.mean(Cosine.apply(Square.apply(paddle.to_tensor([1e-2, 2e-2]))))

    found = debug.risk(body)
    assert len(calls) == 1
    assert [(u.operator, u.calls) for u in found.unmeasured] == [("Square", 1), ("Cosine", 1)]
    assert "not called again" in found.unmeasured[0].reason and "operators that it calls" in found.unmeasured[1].reason
    assert found[0].source == "return 1.0 - paddle.cos(x)"
    assert all(str(each) in repr(found) for each in found.unmeasured)


@pytest.mark.usefixtures("static")
def test_py_func_is_said_to_be_not_measured():
    x = programs.data("x", [3], "float32")
    out = programs.default_main_program().current_block().create_var(name="o", shape=[3], dtype="float32")
    programs.py_func(lambda v: 1.0 - np.cos(v), x, out)
    exe, feed = programs.Executor(), {"x": np.full(3, 1e-4, "float32")}
    found = debug.risk(lambda: exe.run(feed=feed, fetch_list=[out]))
    assert not len(found) and [u.operator for u in found.unmeasured] == ["py_func"]


def test_a_step_that_failed_is_measured_as_far_as_it_came():
    def body():
        paddle.mean(1.0 - paddle.cos(paddle.to_tensor([1e-4])))
        raise ValueError("no more")

    found = debug.risk(body)
    assert len(found) == 1 and repr(found).endswith("the step ended early: ValueError: no more")


def test_the_value_at_a_stop_is_a_result():
    def body():
        near = 1.0 - paddle.cos(paddle.to_tensor([1e-4]))
        return float(paddle.mean(near))

    run = debug.start(body, breakpoints=["op:reduce_mean"])
    run.until_stopped()
    assert [each.operator for each in run.risk()] == ["scale"]
    run.cont()
    run.wait()


numbers = st.floats(1.0, 2.0, width=32)


@settings(max_examples=25, deadline=None)
@given(numbers, st.integers(1, 60))
def test_the_amplification_of_a_difference_is_its_condition(x, units):
    """Higham 2002, chapter 1: the condition of x - y is (|x| + |y|) / |x - y|, for changes of any signs."""
    y = float(np.float32(x) + np.float32(units) * np.spacing(np.float32(x)))
    found = debug.risk(lambda: paddle.to_tensor([x]) - paddle.to_tensor([y]))
    condition = (Fraction(x) + Fraction(y)) / abs(Fraction(x) - Fraction(y))
    assert len(found) == 1 and 0.1 * condition <= found[0].amplification <= condition


def test_steps_runs_and_recordings_have_the_same_risks(tmp_path):
    paddle.enable_static()
    try:
        main = programs.Program()
        with programs.program_guard(main, programs.Program()):
            near = 1.0 - paddle.cos(programs.data("x", [3], "float32"))
        exe = programs.Executor()
        sizes = (1.0, 1e-4, 0.5)

        def body():
            for size in sizes:
                exe.run(main, feed={"x": np.full(3, size, "float32")}, fetch_list=[near])

        run = debug.start(body)
        run.wait()
        run.save(tmp_path / "run")
        opened = debug.open(tmp_path / "run")
        for given_ in (run, opened, str(tmp_path / "run")):
            assert [len(debug.risk(given_, step)) for step in (None, 1, 2, 3)] == [0, 0, 1, 0]
        assert repr(opened.risk(2)) == repr(run.risk(2))
        past = opened.goto(2)
        assert past is not None and len(opened.risk()) == 1
    finally:
        paddle.disable_static()


def test_terms_agree_in_no_more_digits_than_the_dtype_has():
    y = paddle.to_tensor([1000.1, 1000.2, 1000.3])
    found = debug.risk(lambda: (y * y).mean() - y.mean() ** 2)
    agree, digits = re.search(r"agree in ([\d.]+) of ([\d.]+) digits", str(found[0])).groups()
    assert agree == digits == "6.9"
