"""py_func when a program is built: what it accepts, returns and appends."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.paddle import static


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def data(name="x", shape=(2, 3), dtype="float32"):
    return static.data(name, list(shape), dtype)


def variable(name, shape=(2, 3), dtype="float32"):
    return static.default_main_program().current_block().create_var(name=name, dtype=dtype, shape=list(shape))


def same(*xs):
    return xs


def test_dygraph_is_refused_with_paddles_words():
    x, out = data(), variable("o")
    paddle.disable_static()
    with pytest.raises(ModeError, match=r"'py_func\(\)' is only supported in static graph mode") as e:
        static.py_func(same, x, out)
    assert isinstance(e.value, AssertionError)


@pytest.mark.parametrize("x, out, what", [("x", None, "X"), (3, None, "X"), (None, {}, "Out"), (None, "o", "Out")])
def test_a_wrong_type_of_x_or_out_is_a_type_error(x, out, what):
    with pytest.raises(UsageError, match=rf"The type of '{what}' in py_func must be .*but received <class") as e:
        static.py_func(same, x, out)
    assert isinstance(e.value, TypeError)


@pytest.mark.parametrize("given", [np.zeros(2), 3], ids=["array", "int"])
def test_an_array_among_x_is_a_type_error(given):
    with pytest.raises(UsageError, match=r"The type of '%X' in operator py_func should be one of \[str"):
        static.py_func(same, [data(), given], variable("o"))


def test_an_array_among_out_has_no_name():
    with pytest.raises(UsageError, match=r"'numpy.ndarray' object has no attribute 'name'") as e:
        static.py_func(same, data(), [np.zeros(2)])
    assert isinstance(e.value, AttributeError)


@pytest.mark.parametrize("name", ["x", b"x"], ids=["str", "bytes"])
def test_x_may_have_names_of_variables(name):
    data()
    out = static.py_func(np.tanh, [name], variable("o"))
    assert out.op.input("X") == ["x"]


@pytest.mark.parametrize("nothing", [None, [], ()])
def test_neither_x_nor_out_is_a_value_error(nothing):
    with pytest.raises(ArgumentError, match=r"Input\(X\) or Output\(Out\) must exist, but has_in is 0, has_out is 0"):
        static.py_func(same, nothing, nothing)


@pytest.mark.parametrize("shape", [[], None])
def test_an_out_without_a_shape_is_a_value_error_that_names_it(shape):
    out = static.default_main_program().current_block().create_var(name="o", dtype="float32", shape=shape)
    with pytest.raises(ArgumentError, match="Output shapes of py_func should be provided by users manually") as e:
        static.py_func(same, data(), out)
    assert "o  float32[]" in str(e.value)


@pytest.mark.parametrize("func, backward", [(3, None), ("f", None), (same, 3)])
def test_what_cannot_be_called_is_a_type_error(func, backward):
    with pytest.raises(UsageError, match="func must be a Python function"):
        static.py_func(func, data(), variable("o"), backward)


def test_nothing_is_appended_by_a_refused_call():
    x, program = data(), static.default_main_program()
    variables = set(program.global_block().vars)
    with pytest.raises(UsageError):
        static.py_func(3, x, None)
    assert not program.operators and set(program.global_block().vars) == variables


def test_out_is_returned_exactly_as_given():
    x, a, b = data(), variable("a"), variable("b")
    one, many = [a], (a, b)
    assert static.py_func(same, x, a) is a
    assert static.py_func(same, x, one) is one
    assert static.py_func(same, x, many) is many
    assert static.py_func(same, x, None) is None


def test_out_stops_the_gradient_if_all_inputs_do():
    x, w = data(), data("w")
    w.stop_gradient = False
    assert static.py_func(same, x, variable("a")).stop_gradient
    assert not static.py_func(same, [x, w], variable("b")).stop_gradient
    assert static.py_func(same, None, variable("c")).stop_gradient


def test_the_operator_has_paddles_slots_and_attributes():
    x, out = data(), variable("o")
    before = static.py_func.registered_func_num()
    static.py_func(same, x, out, same, skip_vars_in_backward_input=x)
    (operator,) = static.default_main_program().operators
    assert (operator.type, operator.input("X"), operator.output("Out")) == ("py_func", ["x"], ["o"])
    assert operator.attr("forward_callable_id") == before and operator.attr("backward_callable_id") == before + 1
    assert operator.attr("backward_skip_vars") == ["x"]
    assert "{Out=['o']} = py_func(inputs={X=['x']}" in str(static.default_main_program())


def test_every_call_registers_its_functions_anew():
    x, before = data(), static.py_func.registered_func_num()
    for name in "ab":
        static.py_func(same, x, variable(name))
    assert static.py_func.registered_func_num() == before + 2
    assert static.py_func.registered_func(before) is static.py_func.registered_func(before + 1) is same
    assert static.default_main_program().operators[0].attr("backward_callable_id") == -1


def test_static_nn_has_it_too():
    assert static.nn.py_func is static.py_func


class TestSkippedVariables:
    @pytest.mark.parametrize("form", [lambda v: v, lambda v: [v], lambda v: (v,)], ids=["one", "list", "tuple"])
    def test_may_be_one_a_list_or_a_tuple(self, form):
        x = data()
        static.py_func(same, x, variable("o"), same, form(x))
        assert static.default_main_program().operators[-1].attr("backward_skip_vars") == ["x"]

    def test_must_be_among_x_and_out(self):
        x, other = data(), data("z")
        with pytest.raises(ArgumentError, match="Tensor z is not found in forward inputs and outputs") as e:
            static.py_func(same, x, variable("o"), same, other)
        assert "fix: skip only variables of x or out: o, x" in str(e.value)

    @pytest.mark.parametrize("given", ["x", ["x"]], ids=["one", "list"])
    def test_are_variables_not_names(self, given):
        with pytest.raises(AttributeError, match="'str' object has no attribute 'name': skip_vars_in_backward_input"):
            static.py_func(same, data(), variable("o"), same, given)

    def test_are_looked_at_only_with_a_backward_func(self):
        static.py_func(same, data(), variable("o"), None, data("z"))
        assert static.default_main_program().operators[-1].attr("backward_skip_vars") == []
