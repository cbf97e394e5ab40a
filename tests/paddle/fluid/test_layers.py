"""fluid.layers: the same in programs and in dygraph, and what 1.8 computed."""

import numpy as np
import pytest

from opscope.errors import UnsupportedError
from opscope.paddle import fluid
from opscope.paddle.fluid import nets
from tests.paddle.fluid.modes import in_both, in_program

L = fluid.layers

R = np.random.RandomState(0)
X = R.rand(4, 6).astype("float32") + 0.1
Y = R.rand(4, 6).astype("float32") + 0.1
LABEL = R.randint(0, 6, (4, 1))
IMAGE = R.rand(2, 4, 6, 6).astype("float32")
COLUMN = X[:, :1]

PLAIN = [
    "abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "erf", "exp", "floor", "log", "logsigmoid", "mish",
    "reciprocal", "relu", "round", "rsqrt", "selu", "sigmoid", "sign", "sin", "sinh", "soft_relu", "softmax",
    "softplus", "softshrink", "softsign", "sqrt", "square", "stanh", "swish", "tanh", "tanh_shrink",
    "thresholded_relu", "leaky_relu", "elu", "gelu", "relu6", "brelu", "hard_shrink", "hard_sigmoid", "hard_swish",
    "log_softmax",
]  # fmt: skip


@pytest.mark.parametrize("name", PLAIN)
def test_functions_of_single_elements_keep_the_shape(name):
    (got,) = in_both(lambda x: getattr(L, name)(x), {"x": X * 0.9})
    assert got.shape == X.shape and np.isfinite(got).all()


@pytest.mark.parametrize("options", [{}, {"dim": 1}, {"dim": [0, 1]}, {"dim": -1, "keep_dim": True}], ids=str)
@pytest.mark.parametrize("name", ["sum", "mean", "max", "min", "prod"])
def test_reductions_over_everything_have_one_dim(name, options):
    (got,) = in_both(lambda x: getattr(L, f"reduce_{name}")(x, **options), {"x": X})
    axis = tuple(np.atleast_1d(options["dim"])) if "dim" in options else None
    want = getattr(np, name)(X, axis=axis, keepdims=options.get("keep_dim", False))
    np.testing.assert_allclose(got, want.reshape(got.shape), rtol=1e-5)
    assert got.ndim >= 1


@pytest.mark.parametrize("shape", [(), (5,), (5, 1), (1, 5), (2, 3), (1,)], ids=str)
def test_a_mean_is_one_number_in_one_dim(shape):
    value = np.arange(np.prod(shape), dtype="float32").reshape(shape) + 1
    (got,) = in_program(lambda x: L.mean(x), {"x": value})
    assert got.shape == (1,) and got[0] == value.mean()


def one_hot(label, depth):
    return np.eye(depth, dtype="float32")[label.reshape(-1)]


def smooth(d, sigma):
    return np.where(np.abs(d) < 1 / sigma**2, 0.5 * (sigma * d) ** 2, np.abs(d) - 0.5 / sigma**2)


def log1pexp(x):
    return np.log1p(np.exp(x))


VALUES = [
    (lambda x, y: L.smooth_l1(x * 3.0, y, sigma=2.0), smooth(X * 3 - Y, 2.0).sum(1, keepdims=True)),
    (lambda x, y: L.smooth_l1(x, y, y, x), (smooth((X - Y) * Y, 1.0) * X).sum(1, keepdims=True)),
    (
        lambda x, y: L.huber_loss(x * 3.0, y, 0.5),
        np.where(abs(Y - 3 * X) <= 0.5, 0.5 * (Y - 3 * X) ** 2, 0.5 * abs(Y - 3 * X) - 0.125),
    ),
    (lambda x, y: L.rank_loss(x, y, x), log1pexp(Y - X) - X * (Y - X)),
    (lambda x, y: L.margin_rank_loss(x, y, x, 0.2), np.maximum(0, -X * (Y - X) + 0.2)),
    (lambda x, y: L.kldiv_loss(x, y, "batchmean"), [(Y * (np.log(Y) - X)).sum() / 4]),
    (lambda x, y: L.mse_loss(x, y), [((X - Y) ** 2).mean()]),
    (lambda x, y: L.cos_sim(x, y), ((X * Y).sum(1) / np.linalg.norm(X, axis=1) / np.linalg.norm(Y, axis=1))[:, None]),
    (lambda x, y: L.l2_normalize(x, 1) + y * 0.0, X / np.linalg.norm(X, axis=1, keepdims=True)),
    (lambda x, y: L.clip_by_norm(x, 1.0) + y * 0.0, X / np.linalg.norm(X)),
    (lambda x, y: L.cumsum(x + y, 1, exclusive=True), np.cumsum(X + Y, 1) - X - Y),
    (lambda x, y: L.cumsum(x + y, 0, reverse=True), np.cumsum((X + Y)[::-1], 0)[::-1]),
    (lambda x, y: L.elementwise_sub(x, L.reduce_sum(y, 1), axis=0), X - Y.sum(1, keepdims=True)),
    (lambda x, y: L.scale(x, 2.0, 1.0, False, "relu") - y, (X + 1) * 2 - Y),
    (lambda x, y: L.matmul(x, y, transpose_y=True, alpha=2.0), 2 * X @ Y.T),
    (lambda x, y: L.argsort(x + y, descending=True)[0], -np.sort(-(X + Y))),
    (lambda x, y: L.argmax(x + y), np.argmax(X + Y, 0)),
    (lambda x, y: L.where(L.less_than(x, y)), np.argwhere(X < Y)),
    (lambda x, y: L.stack([x, y], 1), np.stack([X, Y], 1)),
    (lambda x, y: L.expand_as(x, L.concat([y, y], 0)), np.tile(X, (2, 1))),
    (lambda x, y: L.crop_tensor(x - y, [2, -1], [1, 2]), (X - Y)[1:3, 2:]),
    (lambda x, y: L.diag(x[0]) + y[0, 0] * 0.0, np.diag(X[0])),
    (lambda x, y: L.sampling_id(L.one_hot(L.argmax(x, 1), 6)) + L.cast(y[:, 0] * 0.0, "int64"), X.argmax(1)),
    (lambda x, y: L.fill_constant_batch_size_like(x + y, [3, -1], "float32", 2.0, 1, 1), np.full((3, 6), 2.0)),
    (lambda x, y: L.has_nan(x + y * L.fill_constant([1], "float32", float("nan"))), [True]),
    (lambda x, y: L.has_inf(x - y), [False]),
    (lambda x, y: L.is_empty(x - y), [False]),
    (lambda x, y: L.fsp_matrix(L.unsqueeze(x, [0, 3]), L.unsqueeze(y, [0, 3])), (X @ Y.T / 6)[None]),
]


@pytest.mark.parametrize("function, want", VALUES, ids=[str(i) for i, _ in enumerate(VALUES)])
def test_values(function, want):
    (got,) = in_both(function, {"x": X, "y": Y})
    np.testing.assert_allclose(got, want, rtol=2e-5, atol=1e-6)


def test_losses_of_labels():
    def losses(x, label):
        return (
            L.bpr_loss(x, label),
            *L.softmax_with_cross_entropy(x, label, return_softmax=True),
            L.sigmoid_cross_entropy_with_logits(x, L.one_hot(label, 6), ignore_index=0, normalize=True),
            L.accuracy(x, label, k=2),
            *L.mean_iou(L.argmax(x, 1), L.reshape(label, [-1]), 6),
        )

    bpr, loss, probable, sigmoid, share, iou, wrong, right = in_both(losses, {"x": X, "label": LABEL})
    own = np.take_along_axis(X, LABEL, 1)
    pairs = log1pexp(X - own) * (1 - one_hot(LABEL, 6))
    np.testing.assert_allclose(bpr, pairs.sum(1, keepdims=True) / 5, rtol=1e-5)
    np.testing.assert_allclose(loss, -np.log(np.take_along_axis(probable, LABEL, 1)), rtol=1e-5)
    hot = one_hot(LABEL, 6)
    np.testing.assert_allclose(sigmoid, (log1pexp(X) - X * hot) * hot / 4, rtol=1e-5)
    ranks = (own < X).sum(1)
    assert share.shape == (1,) and share[0] == (ranks < 2).mean()
    said = X.argmax(1)
    either = [np.sum((said == c) | (LABEL[:, 0] == c)) for c in range(6)]
    both = [np.sum((said == c) & (LABEL[:, 0] == c)) for c in range(6)]
    shares = [b / e for b, e in zip(both, either, strict=True) if e]
    assert iou[0] == pytest.approx(np.mean(shares)) and right.tolist() == both
    assert wrong.tolist() == [e - b for b, e in zip(both, either, strict=True)]


def test_rows_by_place():
    index = np.array([[1], [0], [1]])

    def places(x, i):
        rows = L.gather(x, i)
        return rows, L.scatter(x, i, rows, overwrite=False), L.scatter_nd(i, L.gather_nd(x, i), [4, 6]), L.unstack(x)[2]

    rows, summed, spread, third = in_both(places, {"x": X, "i": index})
    assert np.array_equal(rows, X[[1, 0, 1]]) and np.array_equal(third, X[2])
    np.testing.assert_allclose(summed[:2], [X[0], 2 * X[1]])
    np.testing.assert_allclose(spread, [X[0], 2 * X[1], 0 * X[0], 0 * X[0]])


def test_images():
    def shown(x):
        return (
            L.pad2d(x, [1, 2, 1, 0], mode="edge"),
            L.resize_nearest(x, [11, 3]),
            L.resize_bilinear(x, [11, 11]),
            L.space_to_depth(x, 2),
            L.pool2d(x, pool_type="avg", global_pooling=True),
            L.pool2d(x, 3, "max", 2, 1),
            L.lrn(x, n=3, alpha=1.0),
            L.image_resize_short(x, 3),
        )

    edge, nearest, bilinear, deep, mean, largest, normal, short = in_both(shown, {"x": IMAGE})
    assert np.array_equal(edge, np.pad(IMAGE, [(0, 0), (0, 0), (1, 2), (1, 0)], mode="edge"))
    assert np.array_equal(nearest[:, :, ::2], IMAGE[..., [0, 3, 5]])  # 2.5 of 5 is 3
    np.testing.assert_allclose(bilinear[:, :, ::2, ::2], IMAGE, rtol=1e-5)
    assert np.array_equal(deep[:, 4:8], IMAGE[:, :, ::2, 1::2])
    np.testing.assert_allclose(mean, IMAGE.mean((2, 3), keepdims=True), rtol=1e-5)
    assert largest.shape == (2, 4, 3, 3) and short.shape == (2, 4, 3, 3)
    around = np.pad(IMAGE**2, [(0, 0), (1, 1), (0, 0), (0, 0)])
    sums = around[:, :-2] + around[:, 1:-1] + around[:, 2:]
    np.testing.assert_allclose(normal, IMAGE / (1 + sums) ** 0.75, rtol=1e-5)


def test_embeddings_differ_in_the_last_dim():
    ids = np.array([[1], [2], [3]])
    attr = fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(np.arange(20.0).reshape(10, 2)))
    short, long = in_program(lambda ids: (L.embedding(ids, [10, 2], param_attr=attr),
                                          fluid.embedding(ids, [10, 2], param_attr=attr)), {"ids": ids})  # fmt: skip
    assert short.tolist() == [[2, 3], [4, 5], [6, 7]] and long.shape == (3, 1, 2)
    hot, wide = in_both(lambda ids: (L.one_hot(ids, 3, True), fluid.one_hot(ids, 5)), {"ids": ids})
    assert hot.tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, 0]] and wide.shape == (3, 1, 5)


def test_a_column_of_weights_for_each_input():
    names = [fluid.ParamAttr(name=n, initializer=fluid.initializer.Constant(c)) for n, c in (("a", 1.0), ("b", 2.0))]
    (got,) = in_program(lambda x, y: L.fc([x, y], 3, param_attr=names, bias_attr=False), {"x": X, "y": Y})
    np.testing.assert_allclose(got, np.tile((X + 2 * Y).sum(1, keepdims=True), 3), rtol=1e-5)
    with pytest.raises(ValueError, match="one entry for each input"):
        in_program(lambda x: L.fc([x], 3, param_attr=names), {"x": X})


def test_nets():
    def shown(x):
        group = nets.img_conv_group(x, [4, 4], 2, conv_with_batchnorm=True, conv_batchnorm_drop_rate=[0.3, 0.0])
        return nets.simple_img_conv_pool(x, 3, 3, 2, 2, act="relu"), group

    small, group = in_program(shown, {"x": IMAGE})
    assert small.shape == (2, 3, 2, 2) and (small >= 0).all() and group.shape[:2] == (2, 4)
    q = R.rand(2, 5, 8).astype("float32")
    one, gated = in_both(lambda q: (nets.scaled_dot_product_attention(q, q, q), nets.glu(q)), {"q": q})
    score = np.exp(q @ q.transpose(0, 2, 1) / np.sqrt(8))
    np.testing.assert_allclose(one, score / score.sum(-1, keepdims=True) @ q, rtol=1e-5)
    np.testing.assert_allclose(gated, q[..., :4] / (1 + np.exp(-q[..., 4:])), rtol=1e-5)
    (many,) = in_program(lambda q: nets.scaled_dot_product_attention(q, q, q, num_heads=2, dropout_rate=0.1), {"q": q})
    assert many.shape == q.shape


@pytest.mark.parametrize(
    "call",
    [
        lambda: L.edit_distance(None, None),
        lambda: L.lod_append(None, [1]),
        lambda: L.bipartite_match(None),
        lambda: fluid.profiler.profiler("CPU"),
        lambda: fluid.optimizer.FtrlOptimizer(0.1),
    ],
    ids=["edits", "lod", "boxes", "profiler", "ftrl"],
)
def test_what_is_out_of_reach_says_so(call):
    with pytest.raises(UnsupportedError, match="is not supported"):
        call()


def test_every_name_is_there_once():
    assert len(L.__all__) == len(set(L.__all__)) and all(hasattr(L, name) for name in L.__all__)
