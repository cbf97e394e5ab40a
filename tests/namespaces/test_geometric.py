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


def test_neighbors_are_drawn():
    row, colptr, nodes = (paddle.to_tensor(v) for v in (ROW, COLPTR, [0, 8, 1, 7]))
    ids = paddle.arange(13)
    sample = paddle.geometric.sample_neighbors
    every, counts, edges = sample(row, colptr, nodes, eids=ids, return_eids=True)
    assert every.tolist() == [3, 7, 9, 7, 0, 9] and counts.tolist() == [2, 2, 2, 0] and counts.dtype is paddle.int32
    assert edges.tolist() == [0, 1, 11, 12, 2, 3]
    seen = set()
    for _ in range(30):
        some, counts = sample(row, colptr, nodes, sample_size=1)
        assert counts.tolist() == [1, 1, 1, 0]
        seen.add(tuple(some.tolist()))
    assert len(seen) == 8
    old = paddle.incubate.graph_sample_neighbors(row, colptr, nodes, ids, return_eids=True)
    assert old[2].tolist() == edges.tolist()


def test_heavy_edges_are_drawn_more_often():
    row, colptr, nodes = (paddle.to_tensor(v) for v in ([1, 2], [0, 2], [0]))
    weight = paddle.to_tensor([1.0, 3.0])
    sample = paddle.geometric.weighted_sample_neighbors
    drawn = [sample(row, colptr, weight, nodes, 1)[0].item() for _ in range(400)]
    assert 0.68 < drawn.count(2) / 400 < 0.82
    assert sample(row, colptr, weight, nodes, 2, paddle.arange(2), True)[2].tolist() == [0, 1]


def test_nodes_are_renumbered():
    x, neighbors = paddle.to_tensor([0, 1, 2]), paddle.to_tensor([8, 9, 0, 4, 7, 6, 7])
    count = paddle.to_tensor([2, 3, 2], "int32")
    src, dst, nodes = paddle.geometric.reindex_graph(x, neighbors, count)
    assert src.tolist() == [3, 4, 0, 5, 6, 7, 6] and dst.tolist() == [0, 0, 1, 1, 1, 2, 2]
    assert nodes.tolist() == [0, 1, 2, 8, 9, 4, 7, 6]
    assert paddle.incubate.graph_reindex(x, neighbors, count)[2].tolist() == nodes.tolist()
    more, counts = paddle.to_tensor([0, 2, 3, 5, 1]), paddle.to_tensor([1, 3, 1], "int32")
    src, dst, nodes = paddle.geometric.reindex_heter_graph(x, [neighbors, more], [count, counts])
    assert src.tolist() == [3, 4, 0, 5, 6, 7, 6, 0, 2, 8, 9, 1]
    assert dst.tolist() == [0, 0, 1, 1, 1, 2, 2, 0, 1, 1, 1, 2]
    assert nodes.tolist() == [0, 1, 2, 8, 9, 4, 7, 6, 3, 5]


def test_rounds_of_neighbors():
    row, colptr, nodes = (paddle.to_tensor(v) for v in (ROW, COLPTR, [0, 8, 1]))
    found = paddle.incubate.graph_khop_sampler(row, colptr, nodes, [2, 2], paddle.arange(13), True)
    assert found[0].flatten().tolist() == [3, 4, 5, 4, 0, 5, 6] and found[0].shape == [7, 1]
    assert found[1].flatten().tolist() == [0, 0, 1, 1, 2, 2, 3]
    assert found[2].tolist() == [0, 8, 1, 3, 7, 9, 4] and found[3].tolist() == [0, 1, 2]
    assert found[4].tolist() == [0, 1, 11, 12, 2, 3, 5]
    assert len(paddle.incubate.graph_khop_sampler(row, colptr, nodes, [2])) == 4


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
    (lambda x, i: paddle.geometric.sample_neighbors(i, i, i, return_eids=True), ValueError, "should not be None"),
    (lambda x, i: paddle.geometric.sample_neighbors(i, i, i), ValueError, "input_nodes are numbers from 0 to 1"),
    (lambda x, i: paddle.geometric.reindex_graph(i, i, i[:0]), ValueError, "count says 0"),
    (lambda x, i: paddle.incubate.graph_khop_sampler(i, i, i, [1], None, True), ValueError, "should not be None"),
    (lambda x, i: paddle.incubate.graph_khop_sampler(i, i, i, []), ValueError, "sample_sizes"),
]


def test_what_cannot_be_is_refused():
    for call, error, words in REFUSED:
        with pytest.raises(error, match=words) as caught:
            call(paddle.to_tensor(X), paddle.to_tensor([0, 1, 2]))
        assert isinstance(caught.value, OpscopeError)
