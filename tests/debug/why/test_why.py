"""Explanations of any value, their parts, and where they can be asked for."""

import re
from itertools import pairwise

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import ArgumentError, NotFound
from opscope.events import Explain
from opscope.paddle import static
from tests.debug.why.nan_programs import PROGRAMS, data, static_body

LONG = 60.0
F = paddle.nn.functional
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


def finished(body, **options):
    run = debug.start(body, **options)
    run.wait(LONG)
    return run


@pytest.fixture
def trained():
    """Ten steps of a small net, finite: (run, hidden, loss)."""
    made = []

    def define():
        x = static.data("x", [4, 3], "float32")
        hidden = F.relu(static.nn.fc(x, 3, weight_attr="w"), name="hidden")
        loss = paddle.mean(paddle.square(hidden))
        made.extend([hidden, loss])
        return loss

    run = finished(static_body(define, lambda step: {"x": data(step, 4, 3)}, 10, rate=0.1))
    return run, *made


def test_why_is_this_zero(trained):
    run, hidden, _ = trained
    run.goto(7)
    run.run_to_end()
    value = run.value(hidden.name)
    index = tuple(int(i) for i in np.argwhere(value == 0)[0])
    found = run.why(hidden.name, index)
    assert found.subject.value == 0 and found.subject.index == index
    assert found.subject.what == "relu of a number that is not positive"
    before = found.subject.elements[0]
    assert before.index == index and before.value <= 0
    assert found.chain[-1].kind == "fed" and found.chain[-1].step == 7
    assert [link.operator for link in found.chain[:2]] == ["relu", "elementwise_add"]


def test_who_wrote_this_element_of_a_parameter(trained):
    """A parameter leads to the update that wrote it, in the step before, and to its gradient."""
    run, *_ = trained
    run.goto(5)
    found = run.why("w", (1, 2))
    first = found.subject
    assert (first.name, first.index, first.step, first.operator, first.phase) == ("w", (1, 2), 4, "sgd", "optimize")
    assert first.value == run.value("w")[1, 2]
    assert found.chain[1].name == "w@GRAD" and found.chain[1].step == 4 and found.chain[1].phase == "backward"
    assert [e.name for e in first.elements] == ["w", "w@GRAD", *[e.name for e in first.elements[2:]]]


@pytest.mark.parametrize("name", ["digits", "eager_digits"])
def test_values_are_asked_for_and_named_as_in_the_code(name):
    run = finished(PROGRAMS[name].make(3))
    run.goto(3, "op:log")
    found = run.why("probability")
    assert found.subject.operator == "softmax" and found.subject.step == 3
    assert repr(found).startswith("probability[") and found.subject.name not in repr(found)


def test_two_values_of_one_name_have_their_generated_names_too():
    def body():
        h = paddle.to_tensor(np.array([0.0, 1.0], "float32"))
        h = paddle.log(h)
        h = h * 2.0
        h.sum()

    text = repr(finished(body).why())
    assert re.search(r"cause: log of 0: h \(log_0\.x\)\[0\] = 0", text), text
    assert "h (log_0) = log(h (log_0.x))" in text, text
    assert "names:" not in text


@pytest.mark.parametrize(
    "mask",
    [
        lambda x: paddle.full_like(x, -np.inf),
        lambda x: paddle.masked_fill(x, x > 0.0, -np.inf),
        lambda x: paddle.where(x > 0.0, paddle.full([2], -np.inf), x),
    ],
    ids=["full_like", "masked_fill", "where"],
)
def test_a_minus_inf_that_the_program_gives_is_no_overflow(mask):
    def body():
        scores = paddle.to_tensor(np.array([1.0, 2.0], "float32"))
        paddle.nn.functional.softmax(mask(scores)).sum()

    found = finished(body).why()
    assert found.summary.startswith("every element of the row is -Inf"), found
    assert found.chain[-1].kind == "constant" or found.cause.operator == "softmax"


def test_an_element_beside_the_value_is_refused(trained):
    run, hidden, _ = trained
    with pytest.raises(ArgumentError, match=r"no element \[9, 0\]"):
        run.why(hidden.name, (9, 0))
    with pytest.raises(NotFound, match="no variable 'hiden'"):
        run.why("hiden")


def test_an_inf_that_ends_before_a_result_is_not_denied():
    """The variance of large float16 numbers is Inf, and 1 / Inf is 0: "there is no NaN or Inf" was false."""
    paddle.enable_static()
    x = paddle.static.data("x", [4], "float16")
    squares = x * x
    out = x / paddle.mean(squares)
    exe = paddle.static.Executor()

    def program():
        for _ in range(3):
            exe.run(feed={"x": np.full(4, 400, "float16")}, fetch_list=[out])

    run = finished(program)
    with pytest.raises(NotFound, match="no NaN or Inf that reaches a result in the recorded part of the run"):
        run.why()
    assert "overflow" in run.why("squares").summary


def test_nothing_to_explain(trained):
    run, *_ = trained
    assert run.first("nan") is None
    with pytest.raises(NotFound, match="no NaN or Inf"):
        run.why()
    with pytest.raises(ArgumentError, match="back_to_when"):
        run.first("loss > 1")


def test_the_chain_goes_through_parameters_to_the_gradient_that_spoiled_them():
    """Asked for the loss at the end, whose weights are NaN since the step of the cause."""
    run = finished(PROGRAMS["digits"].make(4))
    run.goto(6)
    run.run_to_end()
    found = run.why(next(n for n in run.names() if n.startswith("mean")))
    steps = [link.step for link in found.chain if link.value != link.value or link.made]
    assert steps[0] == 6 and found.cause.step == 4 and found.cause.phase == "backward"
    assert found.cause.what == "division by 0, in the gradient"
    assert found.cause.elements[0].value == 0 and found.cause.operator == "log_grad"
    assert any(link.phase == "optimize" and link.step == 4 for link in found.chain)


def test_the_first_of_the_history_stands_whatever_is_there_now():
    """The value that is NaN in step 3 is finite again in all later steps."""

    def define():
        x = static.data("x", [4, 3], "float32")
        return paddle.mean(paddle.log(x))

    run = finished(static_body(define, lambda step: {"x": np.full((4, 3), step != 3, "float32")}, 8, rate=None))
    found = run.first("nan")
    assert (found.step, found.operator) == (3, "log") and "12 Inf" in found.text
    assert "paddle.log(x)" in found.source
    assert np.isfinite(run.values(found.name, [8])[8]).all()
    why = run.why()
    assert why.cause.what == "log of 0" and why.cause.step == 3


def test_a_run_that_failed():
    def define():
        x = static.data("x", [4, 3], "float32")
        root = paddle.sqrt(x)
        out = static.default_main_program().current_block().create_var(name="checked", shape=[4, 3], dtype="float32")

        def check(values):
            assert np.isfinite(np.array(values)).all()
            return values

        static.py_func(check, root, out)
        return paddle.mean(out)

    run = debug.start(static_body(define, lambda step: {"x": np.full((4, 3), 3.0 - step, "float32")}, 8, rate=None))
    with pytest.raises(AssertionError):
        run.wait(LONG)
    assert run.state == "failed"
    assert run.why().cause.what == "square root of a negative number" and run.why().cause.step == 4


def test_what_is_expected_does_not_stop():
    """A score that is fetched with -Inf in it: only the user knows that it is meant."""

    def define():
        x = static.data("x", [4, 3], "float32")
        return paddle.log(F.relu(x), name="scores")

    def body():
        return static_body(define, lambda step: {"x": data(step, 4, 3)}, 5, rate=None)

    run = debug.Run(body())
    run.watch("nan")
    assert run.start().until_stopped(LONG) is not None
    run.expect("scores*", "-inf")
    run.cont()
    run.wait(LONG)
    other = debug.Run(body())
    other.watch("nan", expect={"scores*": "-inf"})
    assert other.start().until_stopped(LONG) is None
    assert other.first("nan") is None
    wrong = debug.Run(body())
    wrong.watch("nan", expect={"scores*": "nan"})
    assert wrong.start().until_stopped(LONG) is not None
    wrong.stop()
    with pytest.raises(ArgumentError, match="did you mean '-inf'"):
        run.expect("scores", "-ninf")


def test_how_it_shows():
    found = finished(PROGRAMS["length_zero"].make(3)).why()
    text = repr(found)
    assert text.splitlines()[1].startswith("cause: division by 0: length[2, 0] = 0")
    assert "nan_programs.py" in text and "<- cause" in text
    page = found._repr_html_()
    assert "division by 0" in page and "<table>" in page and "length[2, 0] = 0" in page
    picture = str(found.graph())
    assert picture.count('class="node') == len(found.shown) == len(found.chain) and "division by 0" in picture


def test_an_overflow_says_over_which_steps_the_weights_grew():
    found = finished(PROGRAMS["learning_rate"].make(1)).why()
    growth = found.growth[0]
    assert growth.name.startswith("create_parameter") and growth.start[0] <= 2 and growth.rate > 10
    assert growth.end[1] > 1e15 and found.cause.operator == "sgd"
    assert any(e.value == 30.0 for e in found.cause.elements)


def root_of_positive(x):
    return paddle.where(x > 0, paddle.pow(x, 0.5), paddle.zeros([2]))


def eager_root():
    paddle.disable_static()
    x = paddle.to_tensor([0.0, 7.0], stop_gradient=False)
    y = root_of_positive(x)
    y.sum().backward()


def static_root():
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [2])
        x.stop_gradient = False
        (grad,) = static.gradients([root_of_positive(x).sum()], [x])
    for _ in range(2):
        static.Executor().run(main, feed={"x": np.array([0, 7], "float32")}, fetch_list=[grad])


@pytest.mark.parametrize("body", [eager_root, static_root])
def test_provenance_follows_the_element_and_names_the_branch(body):
    """The NaN in x@GRAD[0] is made of x[0] = 0, and of the zero gradient of the branch that was not taken."""
    found = finished(body).why("x@GRAD")
    assert found.subject.index == (0,) and found.cause is found.subject
    assert found.cause.what == "0 * Inf, made of 0 to a negative power, in the gradient"
    assert [(e.index, e.value) for e in found.cause.elements] == [((0,), 0.0), ((0,), 0.0)]
    assert all(link.index == (0,) for link in found.chain)
    zero = found.chain[1]
    assert zero.operator == "where_grad" and zero.what == "condition is False: no gradient comes here"
    assert found.chain[-1].kind in ("fed", "given") and found.chain[-1].value == 0
    assert "root_of_positive" in found.cause.site


def test_the_branch_of_a_number():
    def body():
        paddle.disable_static()
        x = paddle.to_tensor([[1.0, -2.0], [3.0, 4.0]])
        y = paddle.where(x > 0, x * 2, x - 10)
        z = paddle.concat([y, x])[1:].transpose([1, 0])
        z + 1

    run = finished(body)
    found = run.why("y", (0, 1))
    assert found.subject.what == "condition is False: y is taken" and found.subject.value == -12
    assert found.chain[1].value == -12 and found.chain[-1].index == (0, 1)
    assert run.why("z", (0, 0)).chain[-1].index == (1, 0) and run.why("z", (1, 1)).chain[-1].index == (0, 1)


def test_the_branch_of_a_cond():
    def define():
        x = static.data("x", [2], "float32")
        return static.nn.cond(x.sum() > 0, lambda: paddle.log(x), lambda: x * 2)

    run = finished(static_body(define, lambda step: {"x": np.array([1, 0 if step < 3 else -9], "float32")}, 3))
    run.goto(2)
    run.run_to_end()
    name = next(n for n in run.names() if n.startswith("cond"))
    assert run.why(name, (1,)).subject.what == "the condition is True"
    run.goto(3)
    run.run_to_end()
    assert run.why(name, (1,)).subject.what == "the condition is False"


@pytest.mark.parametrize(
    "quotient, says, call",
    [
        (lambda x: 1 / x, "division by 0", "elementwise_div(1, "),
        (lambda x: 0 / x, "0 / 0", "elementwise_div(0, "),
        (
            lambda x: 1e38 / (x + 1e-3),
            "the divisor is so small that the result is over 3.403e+38",
            "elementwise_div(1e+38",
        ),
        (lambda x: x / 0, "0 * Inf: the factor is Inf, as of a division by 0", "scale("),
        (lambda x: (x + 1) / 0, "the factor is Inf, as of a division by 0", "scale("),
        (lambda x: x**-1, "0 to a negative power", "pow("),
    ],
)
@pytest.mark.parametrize("logged", [True, False])
def test_a_scalar_operand(quotient, says, call, logged):
    """Python numbers are operands as any other, whether the calls were noted in a log or one by one."""

    def body():
        paddle.disable_static()
        y = quotient(paddle.to_tensor([0.0, 7.0]))
        y + 1

    run = debug.Run(body)
    if not logged:
        run.watch("nan")
    run.start()
    if not logged:
        assert run.until_stopped(LONG) is not None
    else:
        run.wait(LONG)
    found = run.why().cause
    assert found.what == says and call in found.call
    run.stop()


def test_the_attributes_of_a_call_are_those_of_its_step():
    """One operator stands for the same call in every step; the factor is another one in each."""

    def body():
        paddle.disable_static()
        w = paddle.create_parameter([1], "float32")
        optimizer = paddle.optimizer.SGD(0.1, [w])
        for factor in (1.0, 2.0, np.inf):
            (w * factor).sum().backward()
            optimizer.step()
            optimizer.clear_grad()

    found = finished(body).why()
    assert found.cause.step == 3 and found.cause.what == "the factor is Inf, as of a division by 0"


def test_the_line_of_a_power_that_is_differentiated_twice():
    def body():
        paddle.disable_static()
        x = paddle.to_tensor([0.0, 7.0], stop_gradient=False)
        y = x**1.5  # the power
        (slope,) = paddle.grad(y.sum(), x, create_graph=True)
        paddle.grad(slope.sum(), x)

    found = finished(body).why()
    assert found.cause.what == "0 to a negative power, in the gradient" and "# the power" in found.cause.source


def test_inside_a_block_at_its_stop():
    run = debug.Run(PROGRAMS["loop"].make(2))
    run.watch("nan")
    here = run.start().until_stopped(LONG)
    assert here.depth == 1
    found = run.why()
    turns = [link for link in found.chain if link.operator == "elementwise_mul"]
    assert len(turns) > 3 and all(a.value > b.value for a, b in pairwise(turns[1:]))
    run.stop()


def test_the_parameter_of_a_block_is_the_value_outside():
    run = debug.Run(PROGRAMS["branch"].make(2))
    run.watch("nan")
    run.start().until_stopped(LONG)
    assert run.why().chain[-1].kind == "fed"
    run.stop()


def test_the_command_of_the_panel():
    run = finished(PROGRAMS["length_zero"].make(2))
    found = run.ask(Explain)
    assert found.ok and "cause: division by 0: length[2, 0] = 0" in found.text
    assert not run.ask(Explain, name="nowhere").ok


def looped(turn, count, names):
    """A run of a loop with a counter and the variables of `names`, which begin as 2, 3, ... times the fed `x`."""
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main, static.Program()):
        x = static.data("x", [2], "float32")
        rounds = paddle.full([1], count, "int64")
        start = [paddle.scale(x, k + 2.0, name=name) for k, name in enumerate(names)]
        _, *ends = static.nn.while_loop(
            lambda i, *rest: i < rounds, lambda i, *rest: [i + 1, *turn(*rest)], [paddle.full([1], 0, "int64"), *start]
        )
        last = paddle.scale(ends[-1], 1.0, name="last")
    exe = static.Executor()
    run = finished(lambda: exe.run(main, feed={"x": np.array([1.0, 2.0], "float32")}, fetch_list=[last]))
    run.goto(1)
    run.run_to_end()
    return run


def test_the_result_of_a_loop_leads_into_its_last_iterations():
    """It led to the loop's counter, the first input that is finite, too."""
    run = looped(lambda h: [paddle.tanh(paddle.sqrt(h))], 3, ["h"])
    chain = run.why("last.tmp_0", (1,)).chain
    assert [link.operator for link in chain] == ["scale", "while", *["tanh", "sqrt"] * 3, "scale", ""]
    assert chain[1].what == "in the last of 3 iterations"
    assert [link.index for link in chain] == [(1,)] * len(chain)
    wanted = chain[-2].value
    for link in chain[-3:1:-1]:
        wanted = getattr(np, link.operator)(np.float32(wanted))
        assert link.value == pytest.approx(wanted)
    assert (chain[-1].name, chain[-1].value) == ("x", 2.0)


ROUTES = {  # what the body returns, for how many iterations, and the variables that the last one comes from
    "none ran": (lambda a, b: [a + b, b * a], 0, ["b"]),
    "not changed": (lambda a, b: [a * 2.0, b], 3, ["b"]),
    "taken from the iteration before": (lambda a, b: [a * 2.0, a], 1, ["a"]),
    "taken from two iterations before": (lambda a, b, c: [a * 2.0, a, b], 2, ["a"]),
    "exchanged": (lambda a, b: [b, a], 3, ["a"]),
    "read behind its next value": (lambda a, b: [a * 2.0, (a * 2.0) * 0.0 + a], 2, ["a"]),
}


@pytest.mark.parametrize("route", ROUTES)
def test_a_loops_result_comes_from_what_it_depends_on(route):
    turn, count, names = ROUTES[route]
    run = looped(turn, count, ["a", "b", "c"][: turn.__code__.co_argcount])
    found = run.why("last.tmp_0", (0,))
    begun = [link.name.removesuffix(".tmp_0") for link in found.chain if link.operator != "while"]
    assert [name for name in begun if name in ("a", "b", "c")] == names
    assert found.subject.value == run.value("last.tmp_0")[0]


def test_a_nan_beside_the_result_of_a_long_loop_is_not_its_cause():
    def turn(a, b):
        return [paddle.log(a - 2.0), paddle.where(b > 1e30, b * 1e30, b * 2.0)]  # cause: overflow

    run = looped(turn, 150, ["a", "b"])
    found = run.why("last.tmp_0", (0,))
    assert found.cause.operator in ("scale", "elementwise_mul") and found.cause.made
    assert "log" not in {link.operator for link in found.chain}
