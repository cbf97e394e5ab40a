"""paddle.geometric: numbers from Paddle 2.6.2. The laws of tests/laws hold for the ops and their gradients."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import OpscopeError
from opscope.paddle import static

X = np.array([[1.0, 2], [3, 4], [-5, 6]], "float32")
EDGES = [0, 1, 2, 0], [1, 2, 1, 0]


def edges() -> tuple[paddle.Tensor, paddle.Tensor]:
    return paddle.to_tensor(EDGES[0]), paddle.to_tensor(EDGES[1])


SEGMENTS = {
    "sum": [[4, 6], [0, 0], [-5, 6]], "mean": [[2, 3], [0, 0], [-5, 6]],
    "max": [[3, 4], [0, 0], [-5, 6]], "min": [[1, 2], [0, 0], [-5, 6]],
}  # fmt: skip


@pytest.mark.parametrize("by", SEGMENTS)
def test_segments(by: str):
    ids = paddle.to_tensor([0, 0, 2])
    function = getattr(paddle.geometric, f"segment_{by}")
    assert getattr(paddle.incubate, f"segment_{by}") is function
    assert function(paddle.to_tensor(X), ids).tolist() == SEGMENTS[by]
    thrice = function(paddle.to_tensor(X).astype("int64") * 3, ids)
    assert thrice.dtype is paddle.int64 and thrice.tolist() == [[3 * v for v in row] for row in SEGMENTS[by]]
    assert function(paddle.to_tensor(X[:0]), ids[:0]).shape == [0, 2]
    odd = function(paddle.to_tensor([-3, -4]), paddle.to_tensor([0, 0]))
    assert odd.tolist() == {"sum": [-7], "mean": [-3], "max": [-3], "min": [-4]}[by]


RECEIVED = {
    "sum": [[1, 2], [-4, 8], [3, 4]], "mean": [[1, 2], [-2, 4], [3, 4]],
    "max": [[1, 2], [1, 6], [3, 4]], "min": [[1, 2], [-5, 2], [3, 4]],
}  # fmt: skip


@pytest.mark.parametrize("by", RECEIVED)
def test_messages_of_nodes(by: str):
    x, (src, dst) = paddle.to_tensor(X), edges()
    assert paddle.geometric.send_u_recv(x, src, dst, by).tolist() == RECEIVED[by]
    assert paddle.geometric.send_u_recv(x, src, dst, by, out_size=0).tolist() == RECEIVED[by]
    assert paddle.geometric.send_u_recv(x, src, dst, by, paddle.to_tensor(4)).tolist() == [*RECEIVED[by], [0, 0]]
    assert paddle.incubate.graph_send_recv(x, src, dst, by).tolist() == RECEIVED[by]


def test_messages_with_edges():
    x, (src, dst), y = paddle.to_tensor(X), edges(), paddle.to_tensor([1.0, 0, 2, 3])
    send = paddle.geometric.send_ue_recv
    assert send(x, y, src, dst, "add").tolist() == [[4, 5], [-1, 11], [3, 4]]
    assert send(x, y.unsqueeze(1), src, dst, "sub", "max").tolist() == [[-2, -1], [0, 4], [3, 4]]
    assert send(x, paddle.ones([4, 2]), src, dst, "mul", "mean").tolist() == [[1, 2], [-2, 4], [3, 4]]
    divided = send(x, y, src, dst, "div").numpy()
    np.testing.assert_allclose(divided[:2], [[1 / 3, 2 / 3], [-1.5, 5]], rtol=1e-6)
    assert divided[2, 0] == pytest.approx(3e12)  # 1e-12 is added, as in Paddle
    both = paddle.geometric.send_uv(x, x, src, dst, "sub")
    assert both.tolist() == [[-2, -2], [8, -2], [-8, 2], [0, 0]]
    assert paddle.geometric.send_uv(x[:, 0], paddle.ones([3, 2, 1]), src, dst).shape == [4, 2, 1]


GRADIENTS = {
    "max": ([[4, 3], [1, 0], [0, 2]], [1, 1, 6, 3]),
    "min": ([[3, 4], [0, 0], [2, 0]], [2, 0, -5, 3]),
    "mean": ([[10 / 3, 10 / 3], [1 / 3, 1 / 3], [2 / 3, 2 / 3]], [1, 5 / 3, 1 / 3, 3]),
}


@pytest.mark.parametrize("by", GRADIENTS)
def test_gradients_as_in_paddle(by: str):
    """Among equals each gets the whole gradient."""
    x = paddle.to_tensor([[1.0, 2], [1, 4], [-5, 6]], stop_gradient=False)
    y = paddle.to_tensor([1.0, 1, 2, 3], stop_gradient=False)
    src, dst = paddle.to_tensor([0, 1, 2, 0]), paddle.to_tensor([1, 1, 1, 0])
    paddle.geometric.send_ue_recv(x, y, src, dst, "mul", by).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), GRADIENTS[by][0], rtol=1e-6)
    np.testing.assert_allclose(y.grad.numpy(), GRADIENTS[by][1], rtol=1e-6, atol=1e-6)


def test_in_a_program():
    paddle.enable_static()
    x, ids = static.data("x", [-1, 2]), static.data("ids", [-1], "int64")
    x.stop_gradient = False
    out = [paddle.geometric.segment_mean(x, ids), paddle.geometric.send_u_recv(x, ids, ids, "max", out_size=3)]
    grad = static.gradients([out[0].sum()], [x])
    found = static.Executor().run(feed={"x": X, "ids": np.array([0, 0, 2])}, fetch_list=[*out, *grad])
    assert found[0].tolist() == SEGMENTS["mean"]
    assert found[1].tolist() == [[1, 2], [0, 0], [-5, 6]]
    assert found[2].tolist() == [[0.5, 0.5], [0.5, 0.5], [1, 1]]
    with pytest.raises(NotImplementedError, match="unknown number of rows"):
        paddle.geometric.send_u_recv(x, ids, ids)


ROW = [3, 7, 0, 9, 1, 4, 2, 9, 3, 9, 1, 9, 7]
COLPTR = [0, 2, 4, 5, 6, 7, 9, 11, 11, 13, 13]


REFUSED = [
    (lambda x, i: paddle.geometric.segment_sum(x, paddle.to_tensor([1, 0, 2])), ValueError, "should be sorted"),
    (lambda x, i: paddle.geometric.segment_sum(x, i[:2]), ValueError, "same size as dimension 0"),
    (lambda x, i: paddle.geometric.segment_sum(x, i.astype("float32")), ValueError, "Unsupported index type"),
    (lambda x, i: paddle.geometric.segment_sum(x, i - 1), IndexError, "number -1"),
    (lambda x, i: paddle.geometric.send_u_recv(x, i, i, "median"), ValueError, "reduce_op should be"),
    (lambda x, i: paddle.geometric.send_u_recv(x, i, i[:2]), ValueError, "same shape"),
    (lambda x, i: paddle.geometric.send_u_recv(x, i, i, out_size=2), IndexError, "there are 2"),
    (lambda x, i: paddle.geometric.send_u_recv(x, i, i, out_size="a"), TypeError, "only supports"),
    (lambda x, i: paddle.geometric.send_ue_recv(x, x, i, i, "pow"), ValueError, "message_op should be"),
    (lambda x, i: paddle.incubate.graph_send_recv(x, i, i, "median"), ValueError, "pool_type should be"),
]


def test_what_cannot_be_is_refused():
    for call, error, words in REFUSED:
        with pytest.raises(error, match=words) as caught:
            call(paddle.to_tensor(X), paddle.to_tensor([0, 1, 2]))
        assert isinstance(caught.value, OpscopeError)
