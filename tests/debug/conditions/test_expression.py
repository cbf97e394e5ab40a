"""Expressions: what they mean, what is not known, which names they read, and errors that point at the place."""

import math
import re

import numpy as np
import pytest

from opscope.debug.conditions.expression import Expression, functions
from opscope.debug.conditions.grammar import NESTING
from opscope.debug.conditions.tokens import LENGTH, SHOWN, TOKENS
from opscope.errors import ArgumentError
from tests.debug.moments import NOW, VALUES, H, Moment, value
from tests.laws import fake_cupy


@pytest.mark.parametrize(
    "text, holds",
    [
        ("x.max() > 3 and step > 100", True),
        ("fc_0.w_0@GRAD.norm() < 1e-7", True),
        ("fc_0.w_0@GRAD.norm() < 1e-9", False),
        ("not finite(h)", False),
        ("not finite(bad)", True),
        ("abs(loss) > 1e3 or isnan(loss)", False),
        ("h[0, :3].mean() >= -0.5", False),
        ("h[2, :3].mean() >= -0.5", True),
        ("x.max() - x.min() > 3", True),
        ("h.shape[0] == 4", True),
        ("h.shape == (4, 3)", True),
        ("h.shape != (4,)", True),
        ("any(h < 0)", True),
        ("all(h < 0)", False),
        ("all(isfinite(h))", True),
        ("loss > 2 * previous(loss)", True),
        ("loss > 3 * loss.previous()", False),
        ("step % 100 == 0", False),
        ("1 < x.mean() < 2", False),
        ("1 < x.mean() < 3 > 2", True),
        ("any(0 < h < 2)", True),
        ("any(0 < h < 1)", False),
        ("h.zeros() > 0.08", True),
        ("bad.nan() > 0", True),
        ("size(h)", True),
        ("h.size == 12 and h.ndim == 2 and h.dtype == dtype(h)", True),
        ("dtype(h) == 'float32'", True),
        ('op == "tanh"', True),
        ("role == 'backward' and name == 'h' and run == 3", True),
        ("x@GRAD@RENAME@block0@0.sum() == 7", True),
        ("scope/h.tmp_1.max() == 8", True),
        ("`my value`.max() == 9 and `my value` == 9", True),
        ("`step` == 10 and step == 112", True),
        ("z[abs(z) > 2].size == 1 and z.max() == 3", True),
        ("loss == inf or nan == nan or False", False),
        ("+loss == --loss", True),
    ],
)
def test_what_holds(text, holds):
    value(text)
    assert Expression.parse(text).holds(NOW) is holds


@pytest.mark.parametrize(
    "text, same",
    [
        ("-2 ** 2", -4.0),
        ("2 ** 3 ** 2", 512.0),
        ("(2 ** 3) ** 2", 64.0),
        ("2 ** -1", 0.5),
        ("7 - 2 - 1", 4),
        ("7 - (2 - 1)", 6),
        ("12/2/3", 2.0),
        ("7 // 2 * 2 + 7 % 2", 7),
        ("1 / 0", math.inf),
        ("-1 / 0", -math.inf),
        ("5 // 0", math.inf),
        ("10.0 ** 999", math.inf),
        ("not 1 == 2", True),
        ("1 + 2 == 3 and 0 or True", True),
        ("h.shape", (4, 3)),
        ("h[-1, 0]", np.float32(4)),
        ("h[1 + 1, h.ndim]", np.float32(3)),
        ("x.sum()", 5.21),
        ("op", "tanh"),
        ("h[::2].shape", (2, 3)),
        ("h[..., 1:].shape", (4, 2)),
        ("h.shape[1:]", (3,)),
        ("h[h > 0].min()", 1.0),
        ("abs(-3)", 3),
        ("sqrt(16) + log(exp(0))", 4.0),
        ("x.range()", 4.21 - 1.0),
        ("bad.min() + bad.max()", 2.0),
        ("bad.mean()", 1.0),
        ("bad.norm()", 2.0),
        ("bad.sum()", 2.0),
        ("bad.inf()", 1),
    ],
)
def test_what_it_is_worth(text, same):
    found = value(text)
    assert found == same and type(found) is type(same)


def test_arrays_come_back_for_printing():
    np.testing.assert_array_equal(value("h[0:3, :]"), H[0:3])
    np.testing.assert_array_equal(value("isnan(bad)"), [True, False, False, False])
    np.testing.assert_array_equal(value("-2 < h * 2 < 2"), (H * 2 > -2) & (H * 2 < 2))
    assert math.isnan(value("5 % 0")) and math.isnan(value("(-8) ** 0.5"))
    assert isinstance(value("loss"), np.float32)


@pytest.mark.parametrize(
    "text, holds, unknown",
    [
        ("y.max() > 3", False, True),
        ("not y.max() > 3", False, True),
        ("y", False, True),
        ("y[0] + 1 == -y", False, True),
        ("h[y] > 0", False, True),
        ("h[:y].max() > 0", False, True),
        ("y.shape == (1, y)", False, True),
        ("y.max() > 3 or step > 3", True, False),
        ("y.max() > 3 and step < 3", False, False),
        ("y.max() > 3 and step > 3", False, True),
        ("1 < y < 0", False, True),
        ("3 < 2 < y", False, False),
        ("loss > 2 * previous(x)", False, True),
        ("empty.max() > 0 or empty.min() < 0", False, True),
        ("sick.max() > 0", False, True),
        ("sick.norm() < 1", False, True),
    ],
)
def test_what_is_not_known_is_not_met(text, holds, unknown):
    env = Moment(VALUES | {"empty": np.zeros((0, 3)), "sick": np.array([np.nan, np.inf])}, step=112)
    assert Expression.parse(text).holds(env) is holds
    assert (value(text, env) is None) is unknown


def test_logic_stops_at_what_decides():
    env = Moment(VALUES, step=5)
    assert not Expression.parse("step > 100 and x.max() > 3 and x[99] > 0").holds(env) and env.asked == []
    assert Expression.parse("step < 100 or x[99] > 0").holds(env) and env.asked == []


@pytest.mark.parametrize(
    "text, names, bound",
    [
        ("x.max() > 3 and step > x.min()", ("x",), ("x",)),
        ("h.shape[0] == 4", ("h.shape",), ("h",)),
        ("a.shape == 4", ("a.shape",), ("a.shape",)),
        ("a.shape.size == 4", ("a.shape.size",), ("a.shape",)),
        ("`a`.shape == 4", ("a",), ("a",)),
        ("op.tmp_0.ndim + step.size", ("op.tmp_0.ndim", "step.size"), ("op.tmp_0",)),
        ("w@GRAD[h, 0] > `b c`", ("w@GRAD", "h", "b c"), ("w@GRAD", "h", "b c")),
    ],
)
def test_names_and_the_longest_that_is_known(text, names, bound):
    known = {"x", "h", "a", "a.shape", "op.tmp_0", "w@GRAD", "b c"}
    expression = Expression.parse(text)
    assert expression.names() == names and expression.bind(known).names() == bound


def test_a_dotted_name_that_is_a_variable_wins_over_the_property():
    a = {"a": np.zeros((2, 2)), "a.shape": np.array([4.0])}
    text = Expression.parse("a.shape == 4")
    assert text.holds(Moment(a)) and text.bind(a).holds(Moment(a))
    late = Moment({"a": np.zeros(4)})  # the variable `a.shape` has no value yet: once bound, nothing else is read
    assert text.bind(a).evaluate(late) is None and str(text.bind(a)) == "`a.shape` == 4"
    assert str(Expression.parse("h.shape==4").bind({"h"})) == "h.shape == 4"


def test_names_of_the_step_before():
    expression = Expression.parse("loss > 2 * previous(loss) and previous(h[0].mean() - a.shape[0]) < x.max()").bind(
        {"loss", "h", "x", "a"}
    )
    assert expression.previous_names() == ("loss", "h", "a") and expression.names() == ("loss", "h", "a", "x")


@pytest.mark.parametrize(
    "text, at, fix",
    [
        ("step > 1 and los > 3", 13, "did you mean 'loss'?"),
        ("stp == 3", 0, "did you mean 'step'?"),
        ("loss/h > 3", 0, "to divide, put spaces around the sign: loss / h"),
        ("h.max > 3", 0, "a method is called: h.max()"),
        ("h.colour > 3", 0, "'h' has no property 'colour'"),
        ("zzzzzzzz", 0, "there are h, loss"),
        ("qq.shape", 0, "there are h, loss"),
    ],
)
def test_a_name_that_the_program_lacks_is_told(text, at, fix):
    with pytest.raises(ArgumentError) as e:
        Expression.parse(text).bind(["loss", "h"])
    assert caret(e) == (text, at) and fix in e.value.fix and "no variable" in str(e.value)


def caret(e):
    _, text, mark = e.value.summary.split("\n")
    return text[4:], len(mark) - 5


@pytest.mark.parametrize(
    "text, at, words",
    [
        ("", 0, "expected a value"),
        ("3 +", 3, "expected a value, not the end"),
        ("x = 3", 2, "fix: compare with =="),
        ("x > 1 & h > 2", 6, "fix: write `and`"),
        ("x > 1 || h > 2", 6, "fix: write `or`"),
        ("!x", 0, "fix: write `not`"),
        ("x ^ 2", 2, r"write a power with \*\*"),
        ("op == 'tanh", 6, "end the text with the same quote"),
        ("`x + 1", 0, "end a name in backquotes with a backquote"),
        ("x $ 1", 2, "in backquotes"),
        ("h.maxx() > 3", 2, "unknown method 'maxx'.*did you mean 'max'"),
        ("fc_0.w_0@GRAD.nrom() > 3", 14, "unknown method 'nrom'.*did you mean 'norm'"),
        ("loss.item() > 3", 5, r"unknown method 'item'.*leave out item\(\): a condition reads the elements"),
        ("len(h) > 3", 0, r"unknown function 'len'.*h\.shape\[0\] to get the length of h"),
        ("isnam(h)", 0, "unknown function 'isnam'.*did you mean 'isnan'"),
        ("__import__('os')", 0, "unknown function '__import__'"),
        ("h[0].__class__", 4, "unknown property '__class__'"),
        ("h[0].max > 3", 4, r"a method is called: .max\(\)"),
        ("h[0].shap", 4, "did you mean 'shape'"),
        ("h.max(0)", 6, "takes no arguments"),
        ("max(h, x)", 5, "takes one argument"),
        ("max()", 4, "expected a value"),
        ("x > 3 step", 6, "expected an operator or the end"),
        ("(x > 3", 6, r"expected '\)'"),
        ("h[0", 3, "expected ':', not the end|expected ']'"),
        ("h[]", 2, "expected ':'"),
        ("()", 1, "expected a value"),
        ("previous(3)", 0, "previous.. needs a variable"),
        ("previous(step)", 0, "previous.. needs a variable"),
        ("previous(previous(x))", 0, "previous.. needs a variable"),
        ("x > 1e999", 4, "too large for its type"),
        ("x > 1234567890123456789", 4, "too large for its type"),
        ("x.max().y.z", 7, "unknown property 'y'"),
        ("lambda: 0", 6, "expected an operator"),
    ],
)
def test_a_wrong_text_is_shown_with_a_caret_and_a_mend(text, at, words):
    with pytest.raises(ArgumentError, match=f"(?s){words}") as e:
        Expression.parse(text)
    assert caret(e) == (text, at) and e.value.fix


def test_a_long_text_is_shown_around_the_caret():
    with pytest.raises(ArgumentError) as e:
        Expression.parse("x > 1 and " * 30 + "x ? 1\n" + " and x" * 30)
    shown, at = caret(e)
    assert shown[at] == "?" and len(shown) <= 100


@pytest.mark.parametrize(
    "text, at, words",
    [
        ("h[9]", 1, "index 9 is out of bounds"),
        ("h[0.5]", 1, "an index must be a whole number, not 0.5"),
        ("h[1 == 1]", 1, "an index must be a whole number"),
        ("h[::0]", 1, "zero"),
        ("step[0]", 4, "112 cannot be indexed, because it is not an array"),
        ("op > 3", 3, "a text can be compared only with a text"),
        ("op > 'a'", 3, "no order"),
        ("op + 1", 3, "'tanh' is not a number"),
        ("-op", 0, "'tanh' is not a number"),
        ("max(op)", 0, "text is not an array"),
        ("h.shape == 4", 8, "a tuple only with a tuple"),
        ("h + x", 2, "broadcast"),
        ("h > x", 2, "broadcast"),
        ("z > 1", 2, "compare abs"),
        ("10 * 10 ** 200 * step // 1 + loss[1]", 33, "indices|index"),
    ],
)
def test_what_cannot_be_computed_says_where(text, at, words):
    with pytest.raises(ArgumentError, match=words) as e:
        Expression.parse(text).evaluate(NOW)
    assert caret(e) == (text, at)


@pytest.mark.parametrize(
    "text, mend",
    [
        ("h < 0", r"any\(h < 0\) or all\(h < 0\)"),
        ("step > 3 and h", r"any\(h\) or all\(h\)"),
        ("not h[0]", r"any\(h\[0\]\)"),
        ("op", "compare it"),
        ("h.shape or 1", "compare it"),
    ],
)
def test_the_truth_of_several_elements_is_an_error(text, mend):
    with pytest.raises(ArgumentError, match="neither true nor false") as e:
        Expression.parse(text).holds(NOW)
    assert re.search(mend, e.value.fix)


@pytest.mark.parametrize(
    "text, explained",
    [
        ("x.max() > 3 and step > 100", "x.max() = 4.21 > 3 and step = 112 > 100"),
        ("1 < x.mean() < 3", "1 < x.mean() = 2.605 < 3"),
        ("loss>2*previous(loss)", "loss = 5 > 2 * previous(loss) = 4"),
        ("h < 0", "h = float32[4, 3] < 0"),
        ("op == 'tanh' or x[99] > 0", "op == 'tanh' or x[99] > 0"),
        ("step == 112 and loss > 3", "step == 112 and loss = 5 > 3"),  # an equality that holds says it all
        ("step == 9 or loss > 3", "step = 112 == 9 or loss = 5 > 3"),
        ("not (y > 3 or step < 3)", "not (y = unknown > 3 or step = 112 < 3)"),
        ("1 + 1 == 2", "1 + 1 == 2"),
        ("h.shape == (4, 3)", "h.shape == (4, 3)"),
        ("any(h < 0)", "any(h < 0) = True"),
    ],
)
def test_it_says_why(text, explained):
    assert Expression.parse(text).explain(NOW) == explained


@pytest.mark.parametrize(
    "text, at",
    [
        ("(" * 90 + "x" + ")" * 90, NESTING),
        ("-" * 90 + "x", NESTING),
        ("not " * 50 + "x", 4 * NESTING),
        ("h[" * 50, 60),
    ],
)
def test_deep_nesting_is_refused(text, at):
    with pytest.raises(ArgumentError, match="nested too deep") as e:
        Expression.parse(text)
    begin = max(0, at - SHOWN)  # a long text is shown from here
    assert caret(e) == (text[begin : at + SHOWN], at - begin) and str(NESTING) in e.value.fix


def test_long_texts_are_refused_and_the_longest_allowed_work():
    sum_of_many = " + ".join(["1"] * (TOKENS // 2))
    expression = Expression.parse(sum_of_many)
    assert expression.evaluate(NOW) == TOKENS // 2 and Expression.parse(str(expression)) == expression
    assert hash(expression) == hash(Expression.parse(sum_of_many)) and expression.bind([]).names() == ()
    with pytest.raises(ArgumentError, match=f"more than {TOKENS} words"):
        Expression.parse(sum_of_many + " + 1")
    with pytest.raises(ArgumentError, match=f"use at most {LENGTH:,} characters"):
        Expression.parse(" " * (LENGTH + 1))
    with pytest.raises(ArgumentError, match="an expression must be text, not int"):
        Expression.parse(3)


def test_every_function_has_help_and_works_as_a_method():
    for name, meaning in functions():
        assert meaning and Expression.parse(f"h.{name}()").names() == ("h",)
        if name != "previous":
            one, other = value(f"h.{name}()"), value(f"{name}(h)")
            np.testing.assert_array_equal(one, other)


def test_on_a_device_only_results_cross(monkeypatch):
    cupy = fake_cupy.install(monkeypatch)
    device = Moment({k: cupy.asarray(v) for k, v in VALUES.items() if k != "z"} | {"host": H}, step=112)
    np.testing.assert_array_equal(value("h[0:3, :] * 2", device), H[:3] * 2)
    np.testing.assert_array_equal(value("0 < h < 2", device), (H > 0) & (H < 2))
    np.testing.assert_array_equal(value("h + host", device), H * 2)
    assert value("h[h > 0].min()", device) == 1.0 and value("loss > 3", device) is True
    assert Expression.parse("loss > 3 and any(h < 0) and not isnan(loss)").holds(device)
    assert Expression.parse("loss > 3").explain(device) == "loss = 5 > 3"
    for name, _ in functions()[:-1]:
        here, there = (repr(np.asarray(value(f"bad.{name}()", env)).tolist()) for env in (NOW, device))
        assert here == there, name
