"""paddle.sparse: facts from Paddle 2.6.2 on the CPU; products, which it has for GPUs alone, beside dense ones."""

import copy

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import sparse
from tests.paddle.namespaces.sparse_tensors import CUBE, FORMATS, A, B, close, coo, csr, leaf

# --- tensors ----------------------------------------------------------------------------------------


def test_in_coordinates():
    x = sparse.sparse_coo_tensor([[0, 1, 2], [1, 2, 0]], [1.0, 2.0, 3.0])
    assert isinstance(x, paddle.Tensor) and paddle.is_tensor(x)
    assert x.shape == [3, 3] and x.dtype is paddle.float32 and (x.nnz(), x.size, x.ndim, len(x)) == (3, 9, 2, 3)
    assert (x.is_sparse(), x.is_sparse_coo(), x.is_sparse_csr(), x.is_dense()) == (True, True, False, False)
    assert x.is_leaf and x.stop_gradient and x.is_same_shape(paddle.ones([3, 3]))
    assert repr(x) == (
        "Tensor(shape=[3, 3], dtype=paddle.float32, place=Place(cpu), stop_gradient=True, \n"
        "       indices=[[0, 1, 2],\n                [1, 2, 0]], \n       values=[1., 2., 3.])"
    )
    with pytest.raises(SystemError, match="only effective for SparseCsrTensor"):
        x.crows()


def test_by_rows():
    x = sparse.sparse_csr_tensor([0, 2, 3, 5], [1, 3, 2, 0, 1], [1, 2, 3, 4, 5], [3, 4], dtype="float32")
    assert repr(x) == (
        "Tensor(shape=[3, 4], dtype=paddle.float32, place=Place(cpu), stop_gradient=True, \n"
        "       crows=[0, 2, 3, 5], \n       cols=[1, 3, 2, 0, 1], \n       values=[1., 2., 3., 4., 5.])"
    )
    close(x, A)
    assert x.is_sparse_csr() and x.to_sparse_coo(2).indices().tolist() == [[0, 0, 1, 2, 2], [1, 3, 2, 0, 1]]
    with pytest.raises(SystemError, match="only effective for SparseCooTensor"):
        x.indices()


WRONG = [
    ((["0", [0, 1], [1.0, 2.0]]), "'indices' must be 2-D."),
    ((["0", [[0, 1]], [1.0, 2.0, 3.0]]), "same number of elements, but they have 2 and 3"),
    ((["0", [[0, 1], [5, 1]], [1.0, 2.0], [7, 2]]), "shape must be at least"),
    ((["0", [[0, -1]], [1.0, 2.0]]), "indices must not be negative"),
    ((["0", [[0, 1], [0, 1]], [1.0, 2.0], [2, 2, 2]]), r"2 sparse dims \+ 0 dense dims, but it has 3"),
    ((["1", [0, 1, 3], [0, 0, 1], [1, 2, 3], [4]]), "a SparseCsrTensor must have 2 or 3 dims"),
    ((["1", [0, 1, 3], [0, 0], [1, 2, 3], [2, 2]]), "cols and values must have the same length"),
    ((["1", [0, 1, 3], [0, 0, 1], [1, 2, 3], [3, 2]]), r"with 3 rows must have 4 elements"),
    ((["1", [1, 1, 3], [0, 0, 1], [1, 2, 3], [2, 2]]), "the first value of crows must be 0"),
    ((["1", [0, 1, 2], [0, 0, 1], [1, 2, 3], [2, 2]]), "the last value of crows"),
    ((["1", [0, 1, 3], [0, 0, 7], [1, 2, 3], [2, 2]]), "cols must be column numbers of the shape"),
    ((["1", [0, 1, 3, 4], [0, 0, 1], [1, 2, 3], [2, 2, 2]]), "must be a multiple of"),
    ((["1", [0, 1, 3], [0, 0, 1], [[1], [2], [3]], [2, 2]]), "must have 1 dim"),
]


@pytest.mark.parametrize("parts, words", WRONG)
def test_parts_that_do_not_fit(parts: list, words: str):
    make = (sparse.sparse_coo_tensor, sparse.sparse_csr_tensor)[int(parts[0])]
    with pytest.raises(ValueError, match=words):
        make(*parts[1:])


def test_indices_are_integers():
    with pytest.raises(TypeError, match="the dtype of indices must be"):
        sparse.sparse_coo_tensor([[0.0, 1.0]], [1, 2])


def test_of_dense_tensors_and_back():
    assert coo(A).indices().tolist() == [[0, 0, 1, 2, 2], [1, 3, 2, 0, 1]]
    halves = coo(CUBE, 2)
    assert halves.indices().shape == [2, 4] and halves.values().shape == [4, 3]
    batches = csr(CUBE)
    assert batches.crows().tolist() == [0, 2, 4, 0, 2, 5] and batches.cols().tolist() == [1, 2, 0, 2, 0, 1, 0, 1, 2]
    for x in (coo(CUBE), halves, batches, coo(CUBE).to_sparse_csr(), batches.to_sparse_coo(3)):
        close(x, CUBE)
    close(paddle.zeros([2, 2]).to_sparse_csr(), np.zeros((2, 2)))
    for dims, words in ((0, "must be greater than 0"), (3, "greater than the number of dims")):
        with pytest.raises(ValueError, match=words):
            leaf(A).to_sparse_coo(dims)
    with pytest.raises(ValueError, match="only a Tensor with 2 or 3 dims"):
        paddle.ones([3]).to_sparse_csr()
    for refused in (lambda: halves.to_sparse_csr(), lambda: leaf(A).to_dense(), lambda: leaf(A).values()):
        with pytest.raises(NotImplementedError):
            refused()


def test_elements_with_one_site():
    x = sparse.sparse_coo_tensor([[1, 0, 1], [1, 0, 1]], [1.0, 2.0, 4.0], stop_gradient=False)
    assert x.to_dense().tolist() == [[2, 0], [0, 4]]  # the last one
    merged = x.coalesce()
    assert merged.indices().tolist() == [[0, 1], [0, 1]] and merged.values().tolist() == [2, 5]
    assert merged.stop_gradient


def test_dense_operators_refuse_sparse_tensors():
    for refused in (
        lambda x: x + x, lambda x: x * 2, paddle.sin, lambda x: x.numpy(), lambda x: x[0], lambda x: x.astype("int32"),
        lambda x: paddle.concat([x, x]), paddle.to_tensor, lambda x: x.tolist(), lambda x: x.set_value(x),
    ):  # fmt: skip
        with pytest.raises(UnsupportedError, match="a sparse tensor has no array"):
            refused(coo(A))


def test_its_parts_are_its_memory():
    x = coo(A)
    x.stop_gradient = True
    x.values()[0] = 100.0
    x.indices()[1, 0] = 0
    assert x.to_dense()[0].tolist() == [100, 0, 0, 2]
    y = copy.deepcopy(x)
    y.values()[0] = 1.0
    assert (x.to_dense()[0, 0], y.to_dense()[0, 0]) == (100, 1)


def test_programs_have_no_sparse_variables():
    paddle.enable_static()
    with pytest.raises(AssertionError, match=r"We only support 'sin\(\)' in dynamic graph mode"):
        sparse.sin(1)


# --- gradients --------------------------------------------------------------------------------------


def test_gradients_reach_the_values():
    v = leaf(np.array([1.0, 2.0], "float32"))
    x = sparse.sparse_coo_tensor([[0, 1], [0, 1]], v, stop_gradient=False)
    assert not x.is_leaf
    out = sparse.square(x)
    out.backward(out)
    assert x.grad is None and v.grad.tolist() == [2, 16]
    assert sparse.sparse_coo_tensor([[0, 1]], v).stop_gradient and v.stop_gradient  # it sets that of the values


def test_gradients_reach_dense_tensors_in_coordinates():
    x = leaf(A)
    sparse.square(x.to_sparse_coo(2)).to_dense().sum().backward()
    close(x.grad, 2 * A)
    assert x.to_sparse_csr().is_leaf


@FORMATS
def test_gradients_are_sparse(made):
    x = made(A)
    for _ in range(2):
        sparse.square(x).to_dense().sum().backward()
    assert x.grad.is_sparse() and not x.grad.stop_gradient
    close(x.grad, 4 * A)
    x.clear_grad()
    close(x.grad, 0 * A)
    out = sparse.square(x)
    (found,) = paddle.grad([out], [x], [out])
    close(found, 2 * A**3)
    with pytest.raises(UnsupportedError, match="elements at the same positions"):
        out.backward(leaf(A))


def test_hooks_get_sparse_gradients():
    x = coo(A)
    x.register_hook(lambda grad: sparse.multiply(grad, 10))
    middle = sparse.square(x)
    middle.retain_grads()
    middle.backward()
    close(x.grad, 20 * A)
    close(middle.grad, A != 0)
    with paddle.no_grad():
        assert sparse.square(x).stop_gradient
    assert x.detach().stop_gradient and not x.clone().stop_gradient


# --- functions --------------------------------------------------------------------------------------

UNARY = [
    *("sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh"),
    *("sqrt", "square", "log1p", "abs", "expm1", "neg", "deg2rad", "rad2deg"),
]


@FORMATS
@pytest.mark.parametrize("name", UNARY)
def test_functions_of_the_elements(name: str, made):
    x, dense = made(A / 10), leaf(A / 10)
    out, wanted = getattr(sparse, name)(x), getattr(paddle, name)(dense)
    assert type(out) is type(x) and out.nnz() == 5
    close(out, wanted.numpy())
    out.backward()
    with np.errstate(divide="ignore"):
        wanted.sum().backward()
    close(x.grad, np.where(A, dense.grad.numpy(), 0))


def test_functions_of_whole_numbers():
    x = sparse.sparse_coo_tensor([[0, 1]], [1, -2])
    with pytest.raises(RuntimeError, match=r"sin of a coo tensor supports only .*int64"):
        sparse.sin(x)
    assert sparse.deg2rad(x).dtype is paddle.float32
    assert sparse.isnan(x).to_dense().tolist() == [False, False]
    with pytest.raises(NotImplementedError, match="sin does not support inputs of these types"):
        sparse.sin(leaf(A))


@FORMATS
def test_pow_and_cast(made):
    close(sparse.pow(made(A), 2), A**2)
    out = sparse.cast(made(A), "int32", "float64")
    assert out.dtype is paddle.float64 and (out.indices() if out.is_sparse_coo() else out.crows()).dtype is paddle.int32
    assert sparse.cast(made(A), value_dtype="int32").values().dtype is paddle.int32


@FORMATS
@pytest.mark.parametrize("name", ["add", "subtract", "multiply"])
def test_arithmetic(name: str, made):
    x, y, u, v = made(A), made(B), leaf(A), leaf(B)
    out, wanted = getattr(sparse, name)(x, y), getattr(paddle, name)(u, v)
    assert out.nnz() == 7
    close(out, wanted.numpy())
    out.backward(out)
    wanted.backward(wanted.detach())
    close(x.grad, np.where(A, u.grad.numpy(), 0))
    close(y.grad, np.where(B, v.grad.numpy(), 0))


@FORMATS
def test_division_is_everywhere(made):
    with np.errstate(all="ignore"):
        close(sparse.divide(made(A), made(B)), A / B)
    assert sparse.divide(made(A), made(B)).nnz() == 12
    close(sparse.divide(sparse.cast(made(A), None, "int64"), 2), A / 2)
    close(sparse.multiply(made(A), 2.5), A * 2.5)


def test_arithmetic_of_what_is_not_alike():
    assert sparse.add(sparse.cast(coo(A), None, "int64"), coo(B)).dtype is paddle.int64
    for name in ("add", "subtract", "multiply", "divide"):
        function = getattr(sparse, name)
        for x, y in ((coo(A), csr(A)), (leaf(A), leaf(A)), (coo(A), leaf(A)), (coo(A, 1), coo(A))):
            with pytest.raises(NotImplementedError):
                function(x, y)
        with pytest.raises(ValueError, match="must have the same shape"):
            function(coo(A), coo(A[:, :2]))
    bias = leaf(np.array([1, 2, 3, 4], "float32"))
    out = sparse.add(coo(A, 1), bias)
    out.backward()
    close(out, A + bias.numpy())
    assert bias.grad.tolist() == [3] * 4


def test_transpose():
    assert sparse.transpose(coo(A), [1, 0]).indices().tolist() == [[1, 3, 2, 0, 1], [0, 0, 1, 2, 2]]
    turned = sparse.transpose(csr(A), [1, 0])
    assert turned.cols().tolist() == [2, 0, 2, 1, 0] and turned.values().tolist() == [4, 1, 5, 3, 2]
    for x in (coo(CUBE), csr(CUBE)):
        out = sparse.transpose(x, [2, 0, 1])
        close(out, CUBE.transpose(2, 0, 1))
        out.backward(out)
        close(x.grad, CUBE)
    close(sparse.transpose(coo(CUBE, 1), [0, 2, 1]), CUBE.transpose(0, 2, 1))
    with pytest.raises(ValueError, match="each of the 2 dims once"):
        sparse.transpose(coo(A), [0, 0])
    with pytest.raises(UnsupportedError, match="with dense dims"):
        sparse.transpose(coo(A, 1), [1, 0])


def test_reshape():
    for shape in ([4, 3], [2, -1], [0, 2, 2], [12]):
        close(sparse.reshape(coo(A), shape), A.reshape([3 if d == 0 else d for d in shape]))
    close(sparse.reshape(csr(A), [2, 2, 3]), A.reshape(2, 2, 3))
    close(sparse.reshape(coo(CUBE, 2), [4, 3]), CUBE.reshape(4, 3))
    with pytest.raises(ValueError, match="which do not fill the shape"):
        sparse.reshape(coo(A), [5, 3])
    with pytest.raises(ValueError, match="must have 2 or 3 dims"):
        sparse.reshape(csr(A), [12])
    with pytest.raises(UnsupportedError, match="dense dims"):
        sparse.reshape(coo(A, 1), [4, 3])


def test_slice():
    for x in (coo(A), csr(A), coo(A, 1)):
        out = sparse.slice(x, [0, -1], paddle.to_tensor([1, -4]), [3, 2])
        close(out, A[1:3, :2])
        out.backward()
        inside = np.array([[0, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]])
        close(x.grad, inside * x.detach().like(x.values().detach() * 0 + 1).to_dense().numpy())
    assert sparse.slice(coo(A), [0], [0], [0]).shape == [0, 4]
    for axes, starts, ends in (([0], [2], [1]), ([0, 1], [1], [3]), ([0, 0], [1, 0], [3, 2])):
        with pytest.raises(ValueError, match=r"slice|should be"):
            sparse.slice(coo(A), axes, starts, ends)


def test_sums():
    total = sparse.sum(coo(A))
    assert total.shape == [1] and total.indices().shape == [1] and total.values().shape == []  # as in Paddle
    assert sparse.sum(coo(A), keepdim=True).to_dense().tolist() == [[15]]
    for axis in (0, 1, -1):
        close(sparse.sum(coo(A), axis), A.sum(axis))
        close(sparse.sum(coo(A), axis, keepdim=True), A.sum(axis, keepdims=True))
        close(sparse.sum(coo(CUBE, 2), axis), CUBE.sum(axis))
    close(sparse.sum(coo(CUBE), [0, 2]), CUBE.sum((0, 2)))
    assert sparse.sum(coo(A, 1), 0).shape == [1, 4]  # a sparse dim stays
    x = coo(A)
    out = sparse.sum(x, 1)
    out.backward(out)
    assert x.grad.values().tolist() == [3, 3, 3, 9, 9]
    assert sparse.sum(sparse.cast(x, None, "int32")).dtype is paddle.int64
    assert sparse.sum(x, dtype="float64").dtype is paddle.float64


def test_sums_by_rows():
    empty = A * [[1], [0], [1]]
    out = sparse.sum(csr(empty), -1)
    assert out.shape == [3, 1] and out.crows().tolist() == [0, 1, 1, 2] and out.values().tolist() == [3, 9]
    assert sparse.sum(csr(A)).to_dense().tolist() == [[15]]
    with pytest.raises(NotImplementedError, match="supports only axis=None and axis=-1"):
        sparse.sum(csr(A), 0)


# --- products ---------------------------------------------------------------------------------------


@FORMATS
@pytest.mark.parametrize("left, right", [(A, B.T), (CUBE, CUBE.transpose(0, 2, 1))], ids=["matrices", "batches"])
def test_matmul(left: np.ndarray, right: np.ndarray, made):
    right = np.ascontiguousarray(right)
    for other in (leaf(right), made(right)):
        x, u, v = made(left), leaf(left), leaf(right)
        out, wanted = sparse.matmul(x, other), paddle.matmul(u, v)
        assert out.is_sparse() is other.is_sparse()
        close(out, wanted.numpy())
        (out.to_dense() if out.is_sparse() else out).square().sum().backward()
        wanted.square().sum().backward()
        close(x.grad, np.where(left, u.grad.numpy(), 0))
        close(other.grad, np.where(right, v.grad.numpy(), 0) if other.is_sparse() else v.grad.numpy())


@FORMATS
def test_other_products(made):
    y = np.ascontiguousarray(B.T)
    close(sparse.mv(made(A), leaf(B[0])), A @ B[0])
    close(sparse.addmm(leaf(A[:, :3]), made(A), leaf(y), beta=2.0, alpha=3.0), 2 * A[:, :3] + 3 * A @ y)
    close(sparse.addmm(made(A[:, :3]), made(A), made(y), beta=2.0, alpha=3.0), 2 * A[:, :3] + 3 * A @ y)
    mask, u, v = made(np.eye(3, dtype="float32") * 7), leaf(A), leaf(y)
    out = sparse.masked_matmul(u, v, mask)
    assert type(out) is type(mask)
    close(out, np.eye(3) * (A @ y))
    out.backward()
    close(u.grad, y.T)
    close(v.grad, A.T)


def test_products_that_are_none():
    for refused in (
        lambda: sparse.matmul(leaf(A), leaf(B.T)), lambda: sparse.matmul(coo(A), csr(B.T)),
        lambda: sparse.masked_matmul(coo(A), leaf(B.T), coo(A[:, :3])), lambda: sparse.matmul(coo(A, 1), leaf(B.T)),
        lambda: sparse.addmm(coo(A[:, :3]), coo(A), leaf(B.T)),
    ):  # fmt: skip
        with pytest.raises(UnsupportedError, match="does not support inputs of these types"):
            refused()
    for wrong in (
        lambda: sparse.matmul(coo(A), leaf(B)), lambda: sparse.mv(coo(A), leaf(A[:, 0])),
        lambda: sparse.masked_matmul(leaf(A), leaf(B.T), coo(A)), lambda: sparse.addmm(leaf(A), coo(A), leaf(B.T)),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"mv|matmul|addmm"):
            wrong()


def test_principal_components():
    _, sizes, _ = sparse.pca_lowrank(coo(A), q=3, center=False)
    close(sizes, np.linalg.svd(A)[1])
