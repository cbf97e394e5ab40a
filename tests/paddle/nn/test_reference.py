"""Functions and layers against what PyTorch gives, values and gradients."""

from typing import Any

import numpy as np
import pytest

from opscope import paddle
from tests.paddle.nn.expected import EXPECTED
from tests.paddle.nn.reference import CASES, LAYERS, inputs, products


def check(name: str, call: Any, given: list[Any]) -> None:
    tensors = [paddle.to_tensor(v, stop_gradient=False) for v in inputs(given)]
    out = call(*tensors)
    seed = np.cos(np.arange(out.size) * 0.9).reshape(out.shape)
    (out * paddle.to_tensor(seed)).sum().backward()
    grads = [np.zeros(x.shape) if x.grad is None else x.grad.numpy() for x in tensors]
    np.testing.assert_allclose(products([out.numpy(), *grads]), EXPECTED[name], rtol=1e-7, atol=1e-7)


def test_all_is_expected():
    assert set(EXPECTED) == {*CASES, *LAYERS}


@pytest.mark.parametrize("name", CASES)
def test_functions(name: str):
    check(name, *CASES[name])


@pytest.mark.parametrize("name", LAYERS)
def test_layers(name: str):
    paddle.set_default_dtype("float64")
    make, given = LAYERS[name]
    check(name, make(), given)
