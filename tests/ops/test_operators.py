"""Python's operators and methods on every kind of value: arrays' owners, Tensors, Variables, specs, traced values."""

import inspect

import numpy as np
import pytest

from opscope.core import dtype as types
from opscope.core import state
from opscope.core.spec import TensorSpec
from opscope.eager.autograd import grad
from opscope.eager.tensor import Tensor
from opscope.eager.to_tensor import to_tensor
from opscope.ir.gradients.backward import gradients as append_gradients
from opscope.ir.program.context import data, program_guard
from opscope.ir.program.program import Program
from opscope.ops.grad_ops import AbstractValue, TracedValue
from opscope.ops.registry import REGISTRY
from opscope.ops.tensor_methods import NamedMethods
from opscope.paddle import tensor as _compositions  # noqa: F401 (methods call them)
from opscope.runtime.executor import Executor

X = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype="float32")
A = np.array([3.0, 2.0, 1.0], dtype="float32")

CASES = {
    "1 - x": lambda x: 1 - x,
    "2 / x": lambda x: 2 / x,
    "x / 2": lambda x: x / 2,
    "x ** 2": lambda x: x**2,
    "2 ** x": lambda x: 2**x,
    "2.5 ** x": lambda x: 2.5**x,
    "x // 2": lambda x: x // 2,
    "7 // x": lambda x: 7 // x,
    "x % 2": lambda x: x % 2,
    "7 % x": lambda x: 7 % x,
    "-x": lambda x: -x,
    "+x": lambda x: +x,
    "abs": lambda x: abs(-x),
    "array * x": lambda x: A * x,
    "array - x": lambda x: A - x,
    "array / x": lambda x: A / x,
    "x + array": lambda x: x + A,
    "array < x": lambda x: A < x,  # noqa: SIM300 (the point)
    "array == x": lambda x: A == x,  # noqa: SIM300 (the point)
    "number of NumPy * x": lambda x: np.float64(2) * x,
    "number of NumPy / x": lambda x: np.float64(2) / x,
    "x + number of NumPy": lambda x: x + np.float64(2),
    "number of NumPy ** x": lambda x: np.float64(2) ** x,
    "x == 2": lambda x: x == 2,
    "x != x": lambda x: x != x,
    "x >= 2": lambda x: x >= 2,
    "3 > x": lambda x: 3 > x,  # noqa: SIM300 (the point)
    "masks": lambda x: ~((x > 1) & (x < 5) | (x == 6)),
    "x @ x.T": lambda x: x @ x.T,
    "array @ x": lambda x: A[:2] @ x,
    "x[0]": lambda x: x[0],
    "x[:, None, 1:]": lambda x: x[:, None, 1:],
    "x[array]": lambda x: x[np.array([1, 0])],
    "sum": lambda x: x.sum(axis=1, keepdim=True),
    "mean": lambda x: x.mean(),
    "chain": lambda x: x.reshape([3, 2]).transpose([1, 0]).tanh().max(axis=0),
    "astype": lambda x: x.astype("int32").cast("float64"),
    "ints": lambda x: (x.astype("int32") * 2.5, x.astype("int32") / 2, x.astype("int32") * 2),
    "lists": lambda x: tuple(x.split(3, axis=1)),
    "norm": lambda x: (x.norm(), x.std(), x.topk(2)[1], x.flatten(), x.squeeze(), x.unsqueeze([0])),
}


def reference(case):
    """The same on NumPy's own arrays, where they have the same methods."""
    return [v.numpy() for v in flat(CASES[case](to_tensor(X)))]


def flat(value):
    return list(value) if isinstance(value, tuple) else [value]


NUMPY = [c for c in CASES if c not in {"sum", "mean", "chain", "astype", "ints", "lists", "norm"}]


@pytest.mark.parametrize("case", NUMPY)
def test_values_are_numpys(case):
    (value,) = reference(case)
    wanted = CASES[case](X)
    np.testing.assert_allclose(value, wanted, rtol=1e-6)
    assert value.dtype == (np.bool_ if wanted.dtype == bool else np.float32)


@pytest.mark.parametrize("case", CASES)
def test_variables_do_the_same(case):
    state.mode.static = True
    with program_guard(Program(), Program()):
        results = flat(CASES[case](data("x", [-1, 3] if "x @" not in case and "array @" not in case else [2, 3])))
        fetched = Executor().run(feed={"x": X}, fetch_list=results)
    state.mode.static = False
    for value, wanted in zip(fetched, reference(case), strict=True):
        assert value.dtype == wanted.dtype
        np.testing.assert_array_equal(value, wanted)


@pytest.mark.parametrize("case", CASES)
def test_specs_and_traced_values_do_the_same(case):
    wanted = reference(case)
    specs = [v.spec for v in flat(CASES[case](AbstractValue(TensorSpec((2, 3), types.float32))))]
    assert [(s.shape, s.dtype) for s in specs] == [(w.shape, types.as_dtype(w.dtype)) for w in wanted]
    for value, w in zip(flat(CASES[case](TracedValue(X, []))), wanted, strict=True):
        np.testing.assert_array_equal(value.value, w)
        assert value.value.dtype == w.dtype


def test_tensors_are_keys_by_identity():
    x, y = to_tensor(X), to_tensor(X)
    assert {x: 1, y: 2}[x] == 1 and len({x, y}) == 2
    assert (x == None) is False and (x != "a") is True  # noqa: E711
    assert isinstance(x == y, Tensor)


def test_a_variable_does_not_loop_for_ever():
    """Python would ask x[0], x[1], ... until an IndexError that never comes."""
    state.mode.static = True
    with program_guard(Program(), Program()), pytest.raises(TypeError, match="iterat"):
        list(data("x", [-1, 3]))


def test_every_method_is_a_public_function():
    """Methods look their function up when they are called: a wrong name would fail only then."""
    methods = {name: method for name, method in vars(NamedMethods).items() if not name.startswith("_")}
    assert {"tanh", "matmul", "quantile", "tanh_"} <= methods.keys() <= REGISTRY.public.keys()
    functions = {name: REGISTRY.public[method.__name__] for name, method in methods.items()}
    differs = [name for name, f in functions.items() if inspect.signature(f) != inspect.signature(methods[name])]
    assert differs == ["increment"]  # which writes to its tensor
    assert [name for name, f in functions.items() if f is not REGISTRY.public[name]] == [
        "unfold"
    ]  # a layer has its name


def test_derivatives_of_any_order():
    """A fourth derivative once asked a gradient operator for what does not depend on its input, and got nothing."""
    t = np.tanh(0.3)
    s = 1 - t * t
    wanted = [s, -2 * t * s, s * (6 * t * t - 2), 8 * t * s * (2 - 3 * t * t)]
    z = Tensor(np.array([0.3]), stop_gradient=False)
    f, eager = z.tanh(), []
    for _ in wanted:
        (f,) = grad(f, z, create_graph=True)
        eager.append(f.numpy())
    state.mode.static = True
    with program_guard(Program(), Program()):
        v = data("z", [-1], "float64")
        v.stop_gradient = False
        f, static = v.tanh(), []
        for _ in wanted:
            (f,) = append_gradients([f], [v])
            static.append(f)
        fetched = Executor().run(feed={"z": np.array([0.3])}, fetch_list=static)
    np.testing.assert_allclose(np.ravel(eager), wanted)
    np.testing.assert_allclose(np.ravel(fetched), wanted)
