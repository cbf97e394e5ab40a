"""paddle.sparse.nn: facts from Paddle 2.6.2 on the CPU, and the dense layers beside them."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import sparse
from tests.paddle.namespaces.sparse_tensors import CUBE, FORMATS, A, close, coo, csr, leaf


@FORMATS
def test_activations(made):
    nn, F = sparse.nn, sparse.nn.functional
    x = A * 3 - 4 * (A == 1)
    close(F.relu(made(x)), np.maximum(x, 0))
    close(nn.ReLU6()(made(x)), x.clip(0, 6))
    close(nn.LeakyReLU(0.5)(made(x)), np.where(x < 0, x / 2, x))
    assert repr(nn.Softmax(name="b")) == "Softmax(name=b)" and repr(nn.LeakyReLU()) == "LeakyReLU()"
    with pytest.raises(NotImplementedError, match="relu does not support inputs"):
        F.relu(leaf(x))


def softmax_among(x: np.ndarray, axis: int) -> np.ndarray:
    powers = np.where(x, np.exp(x), 0)
    return powers / np.maximum(powers.sum(axis, keepdims=True), 1e-30)


def test_softmax_is_among_what_is_there():
    softmax = sparse.nn.functional.softmax
    close(softmax(csr(A)), softmax_among(A, -1))
    close(softmax(csr(CUBE)), softmax_among(CUBE, -1))
    for axis in range(3):
        close(softmax(coo(CUBE), axis), softmax_among(CUBE, axis))
    close(softmax(coo(CUBE, 2)), paddle.nn.functional.softmax(leaf(CUBE)).numpy())  # along a dense dim
    x = csr(A)
    out = softmax(x)
    out.backward(sparse.square(out))
    np.testing.assert_allclose(x.grad.values(), [-0.09085775, 0.09085775, 0, -0.09085775, 0.09085775], atol=1e-6)
    with pytest.raises(NotImplementedError, match="supports only axis=-1"):
        softmax(csr(A), 1)
    with pytest.raises(ValueError, match=r"axis of .* should be from"):
        softmax(coo(A), 3)


def test_attention_looks_where_the_mask_has_elements():
    paddle.seed(1)
    q, k, v = (paddle.rand([1, 2, 3, 4]) for _ in range(3))
    mask = np.stack([np.tril(np.ones((3, 3))), np.ones((3, 3))]).astype("float32")
    padding, pairs = np.array([[1, 1, 0]], "float32"), np.array([[1, 0, 1], [1, 1, 1], [1, 1, 1]], "float32")
    out = sparse.nn.functional.attention(q, k, v, csr(mask), leaf(padding), leaf(pairs))
    scores = (q.numpy() @ k.numpy().swapaxes(2, 3))[0] / 2
    weights = np.exp(scores) * mask * padding * pairs
    close(out[0], weights / weights.sum(-1, keepdims=True) @ v.numpy()[0])


VOXELS = [[0, 0, 0, 0], [0, 0, 1, 2], [0, 0, 1, 1], [1, 3, 2, 3]]


def voxels():
    values = [[1.0, 2.0], [2.0, 1.0], [3.0, 0.0], [4.0, -1.0]]
    x = sparse.sparse_coo_tensor(VOXELS, values, [1, 3, 4, 4, 2])
    x.stop_gradient = False
    return x


def kernel() -> paddle.Tensor:
    return leaf((np.arange(54).reshape(3, 3, 3, 2, 1) % 7).astype("float32") - 3)


@pytest.mark.parametrize("window", [{}, {"padding": 1}, {"padding": 1, "stride": 2}, {"padding": 2, "dilation": 2}])
def test_conv3d(window: dict):
    x, w = voxels(), kernel()
    out = sparse.nn.functional.conv3d(x, w, **window)
    dense, weight = leaf(x.to_dense().numpy()), leaf(w.numpy())
    wanted = paddle.nn.functional.conv3d(dense, weight.transpose([4, 3, 0, 1, 2]), data_format="NDHWC", **window)
    close(out, wanted.numpy())
    out.backward(out)
    wanted.square().sum().scale(0.5).backward()
    close(x.grad, np.where(x.to_dense().abs().sum(-1, keepdim=True).numpy(), dense.grad.numpy(), 0))
    close(w.grad, weight.grad.numpy())


def test_submanifold_convolution():
    x, w = voxels(), kernel()
    out = sparse.nn.functional.subm_conv3d(x, w, paddle.to_tensor([1.0]))
    assert out.indices().tolist() == VOXELS and out.values().tolist() == [[9], [17], [6], [15]]
    sparse.nn.functional.subm_conv3d(x, w).to_dense().square().sum().scale(0.5).backward()
    assert x.grad.values().tolist() == [[1, 14], [37, 58], [100, -67], [33, 52]]
    with pytest.raises(UnsupportedError, match="stride"):
        sparse.nn.functional.subm_conv3d(x, w, stride=2)


def test_convolution_of_planes():
    x = sparse.sparse_coo_tensor([[0, 0, 0], [0, 1, 1], [1, 2, 3]], [[1.0, 2.0], [2.0, 1.0], [3.0, 0.0]], [1, 4, 4, 2])
    w = leaf((np.arange(18).reshape(3, 3, 2, 1) % 7).astype("float32") - 3)
    out = sparse.nn.functional.conv2d(x, w, padding=1)
    assert out.values().flatten().tolist() == [2, -6, -14, -2, 5, 0, -12, -3, 4, 1, -11]
    assert sparse.nn.functional.subm_conv2d(x, w).values().flatten().tolist() == [-6, -12, -3]


def test_max_pooling():
    x = voxels()
    out = sparse.nn.MaxPool3D(2, 1)(x)
    assert out.shape == [1, 2, 3, 3, 2]
    assert out.values()[:, 0].tolist() == [1, 3, 3, 3, 3, 3, 4, 3, 4]
    out.backward(out)
    assert x.grad.values().tolist() == [[1, 4], [0, 1], [18, 0], [8, 0]]
    with pytest.raises(AssertionError, match="SparseCooTensor"):
        sparse.nn.functional.max_pool3d(leaf(A), 2)
    for refused in (
        lambda: sparse.nn.MaxPool3D(2, return_mask=True),
        lambda: sparse.nn.MaxPool3D(2, ceil_mode=True)(x),
    ):
        with pytest.raises(UnsupportedError):
            refused()


def test_batch_norm_is_of_the_values():
    norm = sparse.nn.BatchNorm(2)
    assert repr(norm) == "BatchNorm(num_features=2, momentum=0.9, epsilon=1e-05, data_format=NDHWC)"
    out = norm(voxels())
    np.testing.assert_allclose(out.values()[:, 0], [-1.3416355, -0.4472118, 0.4472118, 1.3416355], rtol=1e-5)
    np.testing.assert_allclose(norm._mean, [0.25, 0.05], rtol=1e-5)
    norm.eval()
    np.testing.assert_allclose(norm(voxels()).values()[0], [0.7407935, 1.9260633], rtol=1e-5)
    with pytest.raises(ValueError, match="NDHWC"):
        sparse.nn.BatchNorm(2, data_format="NCDHW")
    with pytest.raises(NotImplementedError):
        norm(coo(A))
    both = paddle.nn.Sequential(sparse.nn.BatchNorm(2), paddle.nn.BatchNorm1D(2))
    made = sparse.nn.SyncBatchNorm.convert_sync_batchnorm(both)
    assert [type(m) for m in made] == [sparse.nn.SyncBatchNorm, paddle.nn.SyncBatchNorm]
    assert made[0].weight is not None and made[0](voxels()).is_sparse()


def test_layers_of_convolution():
    nn = sparse.nn
    layer = nn.Conv3D(2, 4, 3)
    assert repr(layer) == "Conv3D(2, 4, kernel_size=[3, 3, 3], data_format=NDHWC)"
    assert layer.weight.shape == [3, 3, 3, 2, 4] and layer.bias.shape == [4]
    assert layer(voxels()).shape == [1, 1, 2, 2, 4]
    assert repr(nn.SubmConv2D(1, 2, (3, 1), key="a")) == "SubmConv2D(1, 2, kernel_size=[3, 1], data_format=NHWC)"
    assert nn.Conv2D(1, 2, 3, bias_attr=False).bias is None
    with pytest.raises(ValueError, match="data_format must be 'NDHWC'"):
        nn.Conv3D(2, 4, 3, data_format="NCDHW")
    for wrong in ({"groups": 2}, {"padding_mode": "same"}, {"weight_attr": False}):
        with pytest.raises(AssertionError):
            nn.Conv3D(2, 4, 3, **wrong)


def test_a_net_of_sparse_layers_learns():
    paddle.seed(3)
    nn = sparse.nn
    net = paddle.nn.Sequential(nn.SubmConv3D(2, 4, 3), nn.BatchNorm(4), nn.ReLU(), nn.Conv3D(4, 2, 2, stride=2))
    adam = paddle.optimizer.Adam(0.05, parameters=net.parameters())
    losses = []
    for _ in range(15):
        loss = (net(voxels()).to_dense().sum([1, 2, 3]) - paddle.to_tensor([[1.0, -1.0]])).square().sum()
        loss.backward()
        adam.step()
        adam.clear_grad()
        losses.append(float(loss))
    assert losses[-1] < losses[0] / 10
