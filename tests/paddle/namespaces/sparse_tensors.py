"""Sparse tensors for tests, and how they are compared with arrays."""

import numpy as np
import pytest

from opscope import paddle

A = np.array([[0, 1, 0, 2], [0, 0, 3, 0], [4, 5, 0, 0]], "float32")
B = np.array([[0, 7, 0, 0], [6, 0, 3, 0], [4, 0, 0, 1]], "float32")
CUBE = (np.arange(12).reshape(2, 2, 3) % 4).astype("float32")


def leaf(array: np.ndarray, stop_gradient: bool = False) -> paddle.Tensor:
    return paddle.to_tensor(array, stop_gradient=stop_gradient)


def coo(array: np.ndarray, sparse_dim: int | None = None):
    made = leaf(array, True).to_sparse_coo(sparse_dim or array.ndim)
    made.stop_gradient = False
    return made


def csr(array: np.ndarray):
    made = leaf(array, True).to_sparse_csr()
    made.stop_gradient = False
    return made


FORMATS = pytest.mark.parametrize("made", [coo, csr], ids=["coo", "csr"])


def close(tensor: paddle.Tensor, wanted: object) -> None:
    dense = tensor.to_dense() if tensor.is_sparse() else tensor
    np.testing.assert_allclose(dense.numpy(), wanted, rtol=1e-5, atol=1e-6)
