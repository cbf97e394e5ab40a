"""Laws of expressions: their text parses to them again, garbage is an ArgumentError, numbers are NumPy's."""

import contextlib
import warnings

import numpy as np
import pytest

from opscope.debug.conditions.expression import Expression
from opscope.debug.conditions.nodes import (
    Attribute,
    BinaryOp,
    BooleanOp,
    BuiltinName,
    Call,
    Comparison,
    Dotted,
    EllipsisIndex,
    Index,
    Negative,
    Not,
    NumberLiteral,
    Previous,
    Slice,
    StringLiteral,
    Tuple,
    VariableName,
)
from opscope.errors import ArgumentError
from tests.debug.moments import NOW, Moment, value

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import example, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.extra import numpy as hnp  # noqa: E402

law = settings(derandomize=True, max_examples=200)

words = st.sampled_from(
    ["h", "x", "fc_0.w_0@GRAD", "a/b", "step", "my value", "h.shape", "and", "x.max", "a.", "inf", "0"]
)
names = words.map(lambda w: BuiltinName(w) if w in ("step", "inf") else VariableName(w))
numbers = st.one_of(
    st.integers(0, 10**17).map(str), st.floats(0, 1e300, allow_nan=False).map(repr), st.just("1e3")
).map(NumberLiteral)
texts = st.text(st.characters(codec="ascii", exclude_characters="'\n`"), max_size=5).map(StringLiteral)
dotted = st.builds(
    Dotted,
    st.sampled_from([VariableName("h"), BuiltinName("step"), VariableName("a/b")]),
    st.sampled_from(["shape", "ndim"]),
)
leaves = st.one_of(names, numbers, texts, dotted)


def larger(inner):
    some = st.lists(inner, min_size=2, max_size=3).map(tuple)
    ends = st.none() | inner
    items = st.lists(
        st.one_of(inner, st.builds(Slice, ends, ends, ends), st.just(EllipsisIndex())), min_size=1, max_size=2
    )
    signs = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
    return st.one_of(
        st.builds(Negative, inner),
        st.builds(Not, inner),
        st.builds(BinaryOp, st.sampled_from(["+", "-", "*", "/", "//", "%", "**"]), inner, inner),
        some.flatmap(lambda o: st.builds(Comparison, st.tuples(*[signs] * (len(o) - 1)), st.just(o))),
        st.builds(BooleanOp, st.sampled_from(["and", "or"]), some),
        st.builds(Call, st.sampled_from(["max", "isnan", "shape"]), inner, st.booleans()),
        st.builds(Attribute, inner, st.sampled_from(["shape", "size"])),
        st.builds(Index, inner, items.map(tuple)),
        st.builds(Tuple, st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.just(Previous(VariableName("h"))),
    )


trees = st.recursive(leaves, larger, max_leaves=12)


@law
@given(trees)
def test_the_text_of_an_expression_parses_to_it(tree):
    expression = Expression(tree, "")
    again = Expression.parse(str(expression))
    assert again == expression and hash(again) == hash(expression) and str(again) == str(expression)


@law
@given(trees)
def test_an_expression_has_a_value_or_an_argument_error_and_never_warns(tree):
    expression = Expression.parse(str(tree))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for ask in (expression.evaluate, expression.holds, expression.explain):
            with contextlib.suppress(ArgumentError):
                ask(NOW)


pieces = st.sampled_from(
    [
        "`q`",
        "previous",
        "\n",
        "\0",
        *"hx.()[],:+-*/<`@$=é",
        "step",
        ".max",
        "h.max()",
        "...",
        "**",
        "==",
        "and",
        "or",
        "not",
        "3",
        "1e9",
        ".5",
        "'a'",
    ],
)


@law
@given(
    st.one_of(
        st.text(max_size=40), st.lists(pieces, max_size=25).map(" ".join), st.lists(pieces, max_size=25).map("".join)
    )
)
def test_garbage_is_an_argument_error(text):
    with contextlib.suppress(ArgumentError):
        expression = Expression.parse(text)
        assert Expression.parse(str(expression)) == expression


floats = hnp.arrays(
    st.sampled_from(["float32", "float64"]),
    hnp.array_shapes(max_dims=2, max_side=4),
    elements=st.floats(-100, 100, width=16),
)


@law
@given(floats, st.floats(-5, 5, width=16))
def test_numbers_agree_with_numpy(a, bound):
    env = Moment({"a": a})
    wide = a.astype("float64")
    low = f"({bound})"
    for text, same in {
        "a.max()": wide.max(), "a.min()": wide.min(), "a.mean()": wide.mean(), "a.std()": wide.std(),
        "a.sum()": wide.sum(), "a.norm()": np.sqrt((wide**2).sum()), "a.range()": np.ptp(wide),
        "a.zeros()": (wide == 0).mean(), f"(a.max() - {low}) * 2 / 3": (wide.max() - bound) * 2 / 3,
        f"a.max() ** 2 - a.min() // 3 + {low}": wide.max() ** 2 - wide.min() // 3 + bound,
    }.items():  # fmt: skip
        assert value(text, env) == pytest.approx(same, rel=1e-5, abs=1e-4)
    np.testing.assert_array_equal(value(f"a * 2 - {low} < a", env), a * 2 - bound < a)
    assert Expression.parse(f"any(a > {low}) and not all(a > {low})").holds(env) == (
        (a > bound).any() and not (a > bound).all()
    )


@law
@example(np.full(3, 1e308))
@given(hnp.arrays(st.sampled_from(["float16", "float32", "float64"]), hnp.array_shapes(max_side=4)))
def test_measures_are_over_the_finite_elements_and_within_their_range(a):
    env = Moment({"a": a})
    good = a[np.isfinite(a)].astype("float64")
    assert (value("a.nan()", env), value("a.inf()", env)) == (np.isnan(a).sum(), np.isinf(a).sum())
    if not good.size:
        assert value("a.max()", env) is value("a.norm()", env) is value("a.sum()", env) is None
        return
    assert (value("a.min()", env), value("a.max()", env)) == (good.min(), good.max())
    top = np.abs(good).max()
    with np.errstate(over="ignore"):  # of numbers near the largest one, the norm is Inf
        norm = top * np.sqrt(((good / top) ** 2).sum()) if top else 0.0
    assert value("a.norm()", env) == pytest.approx(norm, rel=1e-5)
