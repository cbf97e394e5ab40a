"""Functions that end in `_`: what they give, their gradients, and what a debugger sees."""

import numpy as np
import pytest

from opscope import paddle
from opscope.eager.watch import watched
from opscope.ops.registry import REGISTRY
from opscope.paddle.tensor import inplace
from tests.eager.watching import Log


def tensor(values, stop_gradient=True, dtype="float64"):
    return paddle.to_tensor(np.array(values, dtype), stop_gradient=stop_gradient)


def middle(values, dtype="float64"):
    """A leaf and what an op made of it: in-place functions may write to that."""
    leaf = tensor(values, False, dtype)
    return leaf, leaf * 1.0


X = [[0.3, 0.6, 0.2], [0.5, 0.1, 0.7]]
Y = [[2.0, 0.5, 0.25], [0.75, 1.5, 0.4]]
WHOLE, OTHER = [[6, 4, 9], [12, 5, 8]], [[4, 6, 3], [8, 10, 2]]
POSITIONS = np.array([1, 0])
MASK = np.array([[True, False, True], [False, True, False]])
FILLING = {"bernoulli_", "cauchy_", "exponential_", "geometric_", "log_normal_", "normal_", "uniform_"}

# Beside the tensor; what is not here takes nothing else.
BESIDE = {
    "add_": lambda: (tensor(Y),),
    "addmm_": lambda: (tensor([[1.0, 2.0], [3.0, 4.0]]), tensor(Y)),
    "cast_": lambda: ("float32",),
    "clip_": lambda: (0.25, 0.55),
    "copysign_": lambda: (tensor(Y) - 0.6,),
    "cumprod_": lambda: (1,),
    "divide_": lambda: (tensor(Y),),
    "equal_": lambda: (tensor(X) + tensor([[0.0, 0, 1], [0, 1, 1]]),),
    "fill_": lambda: (2.5,),
    "fill_diagonal_": lambda: (2.5,),
    "fill_diagonal_tensor_": lambda: (tensor([7.0, 8.0]),),
    "floor_divide_": lambda: (tensor(Y),),
    "floor_mod_": lambda: (tensor(Y),),
    "gammainc_": lambda: (tensor(Y),),
    "gammaincc_": lambda: (tensor(Y),),
    "greater_equal_": lambda: (tensor(Y),),
    "greater_than_": lambda: (tensor(Y),),
    "hypot_": lambda: (tensor(Y),),
    "index_add_": lambda: (paddle.to_tensor(POSITIONS), 0, tensor(Y)),
    "index_fill_": lambda: (paddle.to_tensor(POSITIONS[:1]), 0, 4.0),
    "index_put_": lambda: ((paddle.to_tensor(POSITIONS),), tensor(Y)),
    "ldexp_": lambda: (tensor([[1.0, 2, 0], [1, 0, 1]]),),
    "lerp_": lambda: (tensor(Y), 0.25),
    "less_": lambda: (tensor(Y),),
    "less_equal_": lambda: (tensor(Y),),
    "less_than_": lambda: (tensor(Y),),
    "logical_and_": lambda: (tensor(Y),),
    "logical_or_": lambda: (tensor(Y),),
    "logical_xor_": lambda: (tensor(Y),),
    "masked_fill_": lambda: (paddle.to_tensor(MASK), 4.0),
    "masked_scatter_": lambda: (paddle.to_tensor(MASK), tensor([1.0, 2.0, 3.0, 4.0])),
    "mod_": lambda: (tensor(Y),),
    "multigammaln_": lambda: (1,),
    "multiply_": lambda: (tensor(Y),),
    "not_equal_": lambda: (tensor(X),),
    "polygamma_": lambda: (1,),
    "pow_": lambda: (3.0,),
    "put_along_axis_": lambda: (paddle.to_tensor(np.array([[0, 1, 1]])), tensor([[7.0, 8.0, 9.0]]), 0),
    "remainder_": lambda: (tensor(Y),),
    "renorm_": lambda: (2.0, 0, 0.5),
    "reshape_": lambda: ([3, 2],),
    "scale_": lambda: (3.0, 0.5),
    "scatter_": lambda: (paddle.to_tensor(POSITIONS), tensor(Y)),
    "subtract_": lambda: (tensor(Y),),
    "transpose_": lambda: ([1, 0],),
    "unsqueeze_": lambda: (0,),
}
INTEGERS = {
    "bitwise_and_",
    "bitwise_or_",
    "bitwise_xor_",
    "gcd_",
    "lcm_",
    "bitwise_left_shift_",
    "bitwise_right_shift_",
}
ABOVE_ONE = {"acosh_", "multigammaln_"}
OWN = {"baddbmm_", "where_"}  # another rank, another place for the tensor: below


def _beside(name):
    if name in INTEGERS:
        return (paddle.to_tensor(np.array(OTHER) % (4 if "shift" in name else 99)),)
    return BESIDE[name]() if name in BESIDE else ()


def _start(name):
    if name in INTEGERS or name in ("bitwise_not_", "bitwise_invert_"):
        return paddle.to_tensor(np.array(WHOLE))
    return tensor(np.array(X) + (1.0 if name in ABOVE_ONE else 0.0))


PLAIN = sorted(set(inplace.__all__) - FILLING - OWN)


@pytest.mark.parametrize("name", PLAIN)
def test_it_writes_what_the_function_without_gives(name):
    filled = {"fill_": paddle.tensor.filling.fill, "zero_": paddle.tensor.filling.zero}
    filled["fill_diagonal_"] = paddle.tensor.filling.fill_diagonal
    plain = filled.get(name) or REGISTRY.public[name[:-1]]
    x = _start(name)
    wanted = plain(x, *_beside(name))
    memory, former = x._value, x.dtype
    result = getattr(x, name)(*_beside(name))
    assert result is x and x.inplace_version == 1 and x.stop_gradient
    np.testing.assert_array_equal(x.numpy(), wanted.numpy(), strict=True)
    if wanted.dtype is former and list(wanted.shape) == list(memory.shape):
        assert np.shares_memory(x._value, memory)


@pytest.mark.parametrize("name", [n for n in PLAIN if _start(n).dtype.kind == "f"])
def test_its_gradient_is_that_of_the_function_without(name):
    filled = {"fill_": paddle.tensor.filling.fill, "zero_": paddle.tensor.filling.zero}
    filled["fill_diagonal_"] = paddle.tensor.filling.fill_diagonal
    plain = filled.get(name) or REGISTRY.public[name[:-1]]
    grads = []
    for function in (plain, getattr(paddle.Tensor, name)):
        leaf, x = middle(_start(name).numpy())
        y = function(x * 1.0, *_beside(name))
        if y.stop_gradient:
            grads.append(None)
            continue
        (y * y).sum().backward()
        grads.append(leaf.grad.numpy())
    np.testing.assert_array_equal(*grads)
    assert name not in ("add_", "tanh_", "pow_", "zero_", "reshape_") or grads[0] is not None


def test_where_writes_to_its_second_argument_and_baddbmm_takes_matrices():
    leaf, x = middle([1.0, 2.0, 3.0])
    condition = paddle.to_tensor([True, False, True])
    assert paddle.where_(condition, x, tensor([7.0, 8.0, 9.0])) is x
    (x * x).sum().backward()
    assert x.tolist() == [1, 8, 3] and leaf.grad.tolist() == [2, 0, 6]


@pytest.mark.parametrize(
    "call, low, high",
    [
        (lambda x: x.uniform_(2.0, 3.0), 2, 3),
        (lambda x: x.normal_(100.0, 0.5), 90, 110),
        (lambda x: x.exponential_(2.0), 0, 30),
        (lambda x: x.geometric_(0.5), 0, 60),
        (lambda x: x.bernoulli_(0.25), 0, 1),
        (lambda x: x.log_normal_(0.0, 0.25), 0, 30),
        (lambda x: x.cauchy_(), -1e9, 1e9),
    ],
    ids=["uniform", "normal", "exponential", "geometric", "bernoulli", "log_normal", "cauchy"],
)
def test_filling_with_random_numbers(call, low, high):
    leaf, x = middle(np.zeros((20, 20)), "float32")
    assert call(x) is x
    assert x.dtype is paddle.float32 and low <= x.numpy().min() <= x.numpy().max() <= high
    assert len(np.unique(x.numpy())) > 1 and x.inplace_version == 1
    (x * x).sum().backward()
    assert not leaf.grad.numpy().any()  # nothing of the former elements is left


def test_the_moments_of_what_is_drawn():
    paddle.seed(3)
    x = paddle.zeros([200, 200], "float64")
    assert x.exponential_(4.0).numpy().mean() == pytest.approx(0.25, rel=0.05)
    assert x.geometric_(0.5).numpy().mean() == pytest.approx(1 / np.log(2), rel=0.05)
    assert x.bernoulli_(0.3).numpy().mean() == pytest.approx(0.3, rel=0.05)
    assert np.median(x.cauchy_(5.0, 2.0).numpy()) == pytest.approx(5, rel=0.05)
    assert np.log(x.log_normal_(1.0, 0.5).numpy()).std() == pytest.approx(0.5, rel=0.05)


def test_functions_are_asked_for_tensors():
    with pytest.raises(ValueError, match=r"argument 'x' \(position 0\) must be Tensor, but got str"):
        paddle.tanh_("x")


def test_a_watcher_sees_the_op_and_the_writing():
    leaf, x = middle([1.0, 2.0])
    x.name = "h"
    log = Log()
    with watched(log):
        x.tanh_()
        x[0] = 1.0
        x.reshape_([2, 1])
    assert log.lines == ["tanh", "set_value", "setitem", "set_value", "reshape", "set_value"]
    assert [call.name for call in log.calls] == ["", "h"] * 3  # until it is written, h is what it was
    x.sum().backward()
    np.testing.assert_allclose(leaf.grad.numpy(), [0, 1 - np.tanh(2.0) ** 2])


def test_a_parameter_that_values_are_assigned_to_is_still_trained():
    """The idiom of PaDiff and many converters: paddle.assign(values, layer.weight)."""
    layer = paddle.nn.Linear(2, 2)
    paddle.assign(paddle.ones([2, 2]), layer.weight)
    assert not layer.weight.stop_gradient and layer.weight.is_leaf
    layer(paddle.ones([1, 2])).sum().backward()
    assert layer.weight.grad.numpy().tolist() == [[1.0, 1.0], [1.0, 1.0]]
    source = paddle.to_tensor([2.0], stop_gradient=False)
    target = paddle.zeros([1])
    target.stop_gradient = False
    paddle.assign(source * 3.0, target)
    target.sum().backward()
    assert source.grad.item() == 3.0 and not target.is_leaf
