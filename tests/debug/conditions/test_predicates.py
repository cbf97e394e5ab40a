"""The 13 predicates at, above and below their bounds; conditions: which text is which, and what wrong ones say."""

import warnings

import numpy as np
import pytest

from opscope.debug.conditions import predicates as table
from opscope.debug.conditions.condition import Condition, completions
from opscope.debug.conditions.expression import Expression
from opscope.debug.conditions.predicates import PREDICATES, Predicate, predicate, predicates
from opscope.errors import ArgumentError
from tests.debug.moments import Moment
from tests.laws import fake_cupy

SICK = np.array([np.nan, 1.0, np.inf, 5.0, -np.inf, 3.0], "float32")  # finite: 1, 5, 3
CLEAN = np.array([[1.0, 5.0, 3.0]])
MEASURED = {"max": 5.0, "min": 1.0, "range": 4.0, "mean": 3.0, "std": (8 / 3) ** 0.5}


def test_there_are_thirteen_and_each_has_help():
    forms = dict(predicates())
    assert len(forms) == len(PREDICATES) == 13 and all(forms.values())
    assert {"has_nan", "max_gt(number)", "std_lt(number)"} <= set(forms)


@pytest.fixture
def restored_table():
    kept = dict(PREDICATES), dict(table.ALIASES)
    yield
    for restored, rows in zip((PREDICATES, table.ALIASES), kept, strict=True):
        restored.clear()
        restored.update(rows)


@pytest.mark.usefixtures("restored_table")
def test_a_new_predicate_is_one_function():
    """Its name, parameters and help are the function's: parsing, errors, help and completion read the table."""

    @table._predicate(lambda array, bound: f"{array.size} elements", "bigger_than")
    def size_gt(array, bound):
        """it has more elements than the number."""
        return array.size > bound

    assert ("size_gt(number)", "it has more elements than the number") in predicates()
    assert "size_gt" in completions()
    for text in ("size_gt(2)", "size_gt 2", "bigger_than(2)"):
        condition = Condition.parse(text)
        assert str(condition) == "size_gt(2)"
        assert condition.test.holds(CLEAN) and not condition.test.holds(CLEAN[0, :2])
        assert condition.test.explain(CLEAN) == "3 elements"
    with pytest.raises(ArgumentError, match=r"(?s)size_gt needs a number.*for example size_gt\(3\)"):
        Condition.parse("size_gt")
    with pytest.raises(ArgumentError, match="did you mean 'size_gt'"):
        Condition.parse("size_gtt(2)")


@pytest.mark.parametrize("array", [CLEAN, SICK, CLEAN.astype("float16"), CLEAN.astype("int64"), CLEAN * np.exp(1j)])
@pytest.mark.parametrize("measure", MEASURED)
def test_bounds_at_above_and_below(measure, array):
    is_now = MEASURED[measure]
    exact = measure != "std"
    for bound, above, below in [(is_now, False, False), (is_now - 0.1, True, False), (is_now + 0.1, False, True)]:
        if bound != is_now or (exact and array.dtype.kind != "c"):  # a root, or a magnitude, is only nearly what it is
            assert predicate(f"{measure}_gt", bound).holds(array) is above
            assert predicate(f"{measure}_lt", bound).holds(array) is below


@pytest.mark.parametrize(
    "elements, bad, nan, inf",
    [
        ([1.0, 2.0], False, False, False),
        ([1.0, np.nan], True, True, False),
        ([1.0, np.inf], True, False, True),
        ([1.0, -np.inf], True, False, True),
        ([np.nan, np.inf], True, True, True),
        ([], False, False, False),
        ([3e38, 3e38], False, False, False),  # whose squares leave float32
    ],
)
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
def test_health(elements, bad, nan, inf, dtype):
    array = np.array(elements, dtype)
    for name, holds in [("has_inf_or_nan", bad), ("is_bad", bad), ("has_nan", nan), ("has_inf", inf)]:
        assert predicate(name).holds(array) is holds
        assert predicate(name).holds(array[::-1]) is holds  # not contiguous


@pytest.mark.parametrize("array", [np.zeros((0, 3)), np.array([np.nan, np.inf]), np.zeros(0, "int32")])
def test_where_there_is_nothing_to_measure_no_bound_holds(array):
    for name in PREDICATES:
        if not name.startswith("has"):
            assert not predicate(name, 0).holds(array)
            assert predicate(name, 0).explain(array) == (
                f"no {name.partition('_')[0]}: no finite element among {array.size}"
            )


def test_other_dtypes_and_numbers():
    assert predicate("mean_gt", 0.5).holds(np.array([True, True, False])) and predicate("max_lt", 2).holds(np.bool_(1))
    assert predicate("max_gt", 2**62).holds(np.array([2**62 + 1]))  # exactly, not as a float
    assert predicate("range_gt", 200).holds(np.array([-128, 127], "int8")) and predicate("min_lt", 0).holds(-1.5)
    assert predicate("mean_gt", 60000).holds(np.full(100, 65000, "float16"))  # whose sum leaves float16
    for wrong in ("text", np.array(["a"]), None, {}):
        with pytest.raises(ArgumentError, match="needs an array of numbers"):
            predicate("max_gt", 3).holds(wrong)


def test_nothing_warns():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in PREDICATES:
            made = predicate(name) if name.startswith("has") else predicate(name, 1)
            for array in (
                SICK,
                SICK.astype("float16"),
                np.array([1e308, -1e308]),
                np.float32([3e38] * 9),
                SICK.astype("complex64"),
            ):
                assert isinstance(made.holds(array), bool) and made.explain(array)


def test_it_says_why():
    assert predicate("max_gt", 3.0).explain(SICK) == "max = 5 > 3"
    assert predicate("min_gt", 3).explain(SICK) == "min = 1, not > 3"
    assert predicate("std_lt", 1).explain(CLEAN) == "std = 1.63299, not < 1"
    assert predicate("has_nan").explain(SICK) == "1 NaN and 2 Inf among 6 elements"


def test_on_a_device(monkeypatch):
    cupy = fake_cupy.install(monkeypatch)
    for name in PREDICATES:
        made = predicate(name) if name.startswith("has") else predicate(name, 2.5)
        for array in (SICK, CLEAN):
            assert made.holds(cupy.asarray(array)) is made.holds(array)
            assert made.explain(cupy.asarray(array)) == made.explain(array)


@pytest.mark.parametrize(
    "text, name, bound",
    [
        ("max_gt(3)", "max_gt", 3),
        ("max_gt 3", "max_gt", 3),
        ("  max_gt ( -3.5e-2 ) ", "max_gt", -0.035),
        ("std_lt .5", "std_lt", 0.5),
        ("range_gt +1e3", "range_gt", 1000.0),
        ("has_nan", "has_nan", None),
        ("has_inf()", "has_inf", None),
        ("is_bad", "has_inf_or_nan", None),
    ],
)
def test_a_text_is_a_predicate(text, name, bound):
    condition = Condition.parse(text)
    assert condition.test == Predicate(name, bound) and type(condition.test.bound) is type(bound)
    assert Condition.parse(str(condition)) == condition and hash(condition) == hash(Condition.parse(text))
    assert condition.names() == condition.previous_names() == () and condition.bind([]) == condition


@pytest.mark.parametrize("text", ["h.max() > 3", "has_nan.max() > 3", "max_gt > 3", "max(h) > 3", "abs(3)", "h"])
def test_any_other_text_is_an_expression(text):
    condition = Condition.parse(text)
    assert condition.test == Expression.parse(text) and str(condition) == text


def test_a_condition_asks_the_moment():
    for text in ("max_gt 3", "has_nan", "h.max() > 3", "h.max() > previous(h.max())"):
        condition = Condition.parse(text)
        moment = Moment({"h": SICK}, {"h": SICK - 1}, value=SICK)
        assert condition.holds(moment) and not condition.holds(Moment())
        assert condition.explain(moment) and "know" in condition.explain(Moment())
    assert condition.names() == condition.previous_names() == ("h",) == condition.bind({"h"}).names()
    with pytest.raises(ArgumentError, match="no variable 'h'"):
        condition.bind({"x"})


@pytest.mark.parametrize(
    "text, words",
    [
        ("max_gt", r"max_gt needs a number.*for example max_gt\(3\)"),
        ("max_gt()", "max_gt needs a number"),
        ("max_gt abc", r"tests the value at which the breakpoint stops.*write max_gt\(3\), or an expression"),
        ("has_nan(h)", "tests the value at which the breakpoint stops.*write has_nan, or an expression"),
        ("has_nan 3", "has_nan does not accept a number.*write only has_nan"),
        ("is_bad(3)", "has_inf_or_nan does not accept a number"),
        ("max_gt(3) and step > 3", "max_gt cannot be combined"),
        ("max_gt 3 and step > 3", "tests the value at which the breakpoint stops"),
        ("max_gt 1e999", "max_gt needs a number"),
        ("max_gtt(3)", "unknown predicate 'max_gtt'.*did you mean 'max_gt'"),
        ("zzzz 3", "unknown predicate 'zzzz'.*one of has_inf_or_nan"),
        ("max_gt = 3", "compare with =="),
        ("", "expected a value"),
    ],
)
def test_a_wrong_text_names_the_right_form(text, words):
    with pytest.raises(ArgumentError, match=f"(?s){words}"):
        Condition.parse(text)


@pytest.mark.parametrize("bound", [None, "3", True, float("nan"), float("inf"), [3], 3j])
def test_a_bound_is_a_finite_number(bound):
    with pytest.raises(ArgumentError, match="max_gt needs a number"):
        predicate("max_gt", bound)
    assert predicate("max_gt", np.float32(3)) == predicate("max_gt", np.int8(3)) == Predicate("max_gt", 3)


def test_a_condition_is_text():
    with pytest.raises(ArgumentError, match="an expression must be text"):
        Condition.parse(3)
