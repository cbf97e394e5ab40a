"""Losses that PyTorch has not, or not so; batch norm's running statistics; sequence masks."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError, ShapeError, UnsupportedError
from opscope.paddle import nn, static
from opscope.paddle.nn import functional as F  # noqa: N812
from tests.paddle.nn.reference import share, wave

P, Q = share(3, 4), 1.0 - share(3, 4)


def t(value):
    return paddle.to_tensor(value)


def test_log_loss_and_smoothing():
    np.testing.assert_allclose(F.log_loss(t(P), t(Q)).numpy(), -Q * np.log(P + 1e-4) - (1 - Q) * np.log(1 - P + 1e-4))
    np.testing.assert_allclose(F.label_smooth(t(P)).numpy(), 0.9 * P + 0.1 / 4)
    prior = np.array([[0.1, 0.2, 0.3, 0.4]])
    np.testing.assert_allclose(F.label_smooth(t(P), t(prior), 0.2).numpy(), 0.8 * P + 0.2 * prior)
    with pytest.raises(ArgumentError):
        F.label_smooth(t(P), epsilon=2.0)


def test_focal_loss():
    x, y = wave(3, 4), (Q > 0.5) * 1.0
    p = 1 / (1 + np.exp(-x))
    at = np.where(y == 1, p, 1 - p)
    wanted = -np.where(y == 1, 0.25, 0.75) * (1 - at) ** 2 * np.log(at)
    np.testing.assert_allclose(F.sigmoid_focal_loss(t(x), t(y)).item(), wanted.sum())
    scaled = F.sigmoid_focal_loss(t(x), t(y), t(np.array([4.0])), reduction="none").numpy()
    np.testing.assert_allclose(scaled, wanted / 4)


def test_dice_and_npair():
    label = np.array([[1], [0], [3]])
    hot = np.eye(4)[label[:, 0]]
    wanted = 1 - 2 * (P * hot).sum(1) / (P.sum(1) + hot.sum(1) + 1e-5)
    np.testing.assert_allclose(F.dice_loss(t(P), t(label)).item(), wanted.mean())
    labels = np.array([0, 1, 0])
    same = (labels[:, None] == labels) * 1.0
    logits = P @ Q.T
    log_p = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    entropy = -(same / same.sum(1, keepdims=True) * log_p).sum(1).mean()
    squares = 0.25 * 0.002 * ((P**2).sum(1).mean() + (Q**2).sum(1).mean())
    np.testing.assert_allclose(F.npair_loss(t(P), t(Q), t(labels)).item(), entropy + squares)


def test_kl_div_where_nothing_is_expected():
    label = np.array([[0.0, 1.0], [0.5, 0.5]])
    x = paddle.to_tensor(np.log(np.array([[0.3, 0.7], [0.4, 0.6]])), stop_gradient=False)
    F.kl_div(x, t(label), "sum").backward()
    np.testing.assert_allclose(x.grad.numpy(), -label)


def test_losses_say_what_does_not_fit():
    with pytest.raises(ValueError, match="'reduction' in MSELoss should be one of sum, mean, none, but received max"):
        nn.MSELoss("max")
    with pytest.raises(ValueError, match="'reduction' in kl_div"):
        F.kl_div(t(P), t(Q), "max")
    with pytest.raises(ShapeError, match="must have the same shape"):
        F.triplet_margin_loss(t(P), t(P), t(P[:2]))
    with pytest.raises(ShapeError, match="label must have 1 dim"):
        F.cosine_embedding_loss(t(P), t(Q), t(np.ones((3, 1))))
    with pytest.raises(ShapeError, match="must have 1 or 2 dims"):
        F.cosine_embedding_loss(t(wave(2, 3, 4)), t(wave(2, 3, 4)), t(np.ones(2)))
    with pytest.raises(ArgumentError, match="margin"):
        F.triplet_margin_with_distance_loss(t(P), t(P), t(P), margin=-1.0)
    with pytest.raises(ArgumentError, match="epsilon"):
        F.poisson_nll_loss(t(P), t(Q), epsilon=0.0)


def test_sequence_mask():
    x = t(np.array([1, 3, 0]))
    np.testing.assert_array_equal(F.sequence_mask(x).numpy(), [[1, 0, 0], [1, 1, 1], [0, 0, 0]])
    assert F.sequence_mask(x, 5, "float32").shape == [3, 5] and F.sequence_mask(x, dtype="bool").dtype is paddle.bool
    np.testing.assert_array_equal(F.sequence_mask(x, t(np.array([2]))).numpy(), [[1, 0], [1, 1], [0, 0]])
    paddle.enable_static()
    mask = F.sequence_mask(paddle.static.data("x", [3], "int64"))  # as wide as the largest length of the run
    (got,) = paddle.static.Executor().run(feed={"x": np.array([1, 3, 0])}, fetch_list=[mask])
    assert mask.shape == (3, -1) and got.tolist() == [[1, 0, 0], [1, 1, 1], [0, 0, 0]]


def test_batch_norm_moves_its_statistics():
    layer = nn.BatchNorm1D(2, momentum=0.8)
    x = wave(6, 2).astype("float32")
    layer(t(x)), layer(t(x + 1))
    mean = 0.8 * (0.2 * x.mean(0)) + 0.2 * (x.mean(0) + 1)
    variance = 0.8 * (0.8 + 0.2 * x.var(0)) + 0.2 * x.var(0)
    np.testing.assert_allclose(layer._mean.numpy(), mean, rtol=1e-5)
    np.testing.assert_allclose(layer._variance.numpy(), variance, rtol=1e-5)
    layer.eval()
    np.testing.assert_allclose(layer(t(x)).numpy(), (x - mean) / np.sqrt(variance + 1e-5), rtol=1e-4)
    np.testing.assert_allclose(layer._mean.numpy(), mean, rtol=1e-5), "evaluation moves nothing"
    assert layer._mean.stop_gradient and [p.stop_gradient for p in layer.parameters()] == [False, False, True, True]


def test_batch_norm_by_given_statistics():
    layer = nn.BatchNorm2D(2, use_global_stats=True)
    x = wave(2, 2, 3, 3).astype("float32")
    np.testing.assert_allclose(layer(t(x)).numpy(), x / np.sqrt(1 + 1e-5), rtol=1e-5)
    always = nn.BatchNorm2D(2, use_global_stats=False)
    always.eval()
    assert abs(float(always(t(x)).mean())) < 1e-5
    plain = F.batch_norm(t(x), t(np.zeros(2, "float32")), t(np.ones(2, "float32")))
    np.testing.assert_allclose(plain.numpy(), x / np.sqrt(1 + 1e-5), rtol=1e-5)


def test_norms_without_parameters():
    assert nn.LayerNorm(3, weight_attr=False, bias_attr=False).parameters() == []
    bare = nn.BatchNorm1D(3, weight_attr=False)
    assert bare.weight is None and list(bare.state_dict()) == ["bias", "_mean", "_variance"]
    assert nn.GroupNorm(1, 2, bias_attr=False).bias.stop_gradient
    assert nn.InstanceNorm1D(2, weight_attr=False, bias_attr=False).parameters() == []
    with pytest.raises(ModeError, match="must both be False"):
        nn.InstanceNorm2D(2, weight_attr=False)


def test_norms_say_what_does_not_fit():
    with pytest.raises(ValueError, match=r"expected 4D input \(got 2D input\)"):
        nn.BatchNorm2D(2)(paddle.ones([2, 2]))
    with pytest.raises(ValueError, match=r"expected 2D or 3D input"):
        nn.InstanceNorm1D(2)(paddle.ones([2, 2, 2, 2]))
    with pytest.raises(ValueError, match="but it is NCDHW"):
        nn.BatchNorm2D(2, data_format="NCDHW")
    with pytest.raises(ArgumentError, match="3 channels cannot be divided into 2 groups"):
        nn.GroupNorm(2, 3)
    with pytest.raises(ArgumentError, match="3 channels cannot be divided into 2 groups"):
        F.group_norm(paddle.ones([2, 3, 4]), 2)
    with pytest.raises(UnsupportedError, match="use_input_stats"):
        F.instance_norm(paddle.ones([2, 2, 2]), use_input_stats=False)
    with pytest.raises(UnsupportedError, match="rank 3 or 4"):
        F.local_response_norm(paddle.ones([2, 2]), 3)
    with pytest.raises(UnsupportedError, match="in_place"):
        nn.BatchNorm(2, in_place=True)


def test_the_old_batch_norm():
    layer = nn.BatchNorm(2, act="relu", is_test=True, moving_mean_name="m", moving_variance_name="v")
    assert (layer._mean.name, layer._variance.name, layer.training) == ("m", "v", False)
    assert layer(paddle.to_tensor(wave(2, 2).astype("float32"))).numpy().min() == 0.0
    assert nn.SyncBatchNorm.convert_sync_batchnorm(layer) is layer


def test_trainable_statistics_are_those_of_the_batch_in_evaluation_too():
    x = paddle.to_tensor(np.random.default_rng(0).normal(3.0, 2.0, (4, 2, 3, 3)).astype("float32"))
    trained, evaluated, plain = nn.BatchNorm(2), nn.BatchNorm(2, trainable_statistics=True), nn.BatchNorm(2)
    evaluated.eval()
    plain.eval()
    expected = trained(x).numpy()
    np.testing.assert_array_equal(evaluated(x).numpy(), expected)
    assert abs(plain(x).numpy() - expected).max() > 1
    np.testing.assert_array_equal(evaluated._mean.numpy(), trained._mean.numpy())
    np.testing.assert_array_equal(evaluated._variance.numpy(), trained._variance.numpy())


def test_batch_norms_become_synchronous_ones_of_the_same_parameters():
    model = nn.Sequential(nn.Conv2D(2, 3, 1), nn.BatchNorm2D(3, momentum=0.5), nn.Sequential(nn.BatchNorm1D(2)))
    before = model.state_dict()
    model.eval()
    made = nn.SyncBatchNorm.convert_sync_batchnorm(model)
    assert made is model and [type(made[1]), type(made[2][0])] == [nn.SyncBatchNorm] * 2
    assert made[1]._momentum == 0.5 and not made[1].training
    after = made.state_dict()
    assert set(after) == set(before) and all(after[name] is value for name, value in before.items())


def test_nll_loss_takes_labels_of_one_column_too():
    x = paddle.nn.functional.log_softmax(paddle.to_tensor(wave(3, 4).astype("float32")))
    label = paddle.to_tensor([0, 3, 1])
    for reduction in ("mean", "sum", "none"):
        want = F.nll_loss(x, label, reduction=reduction).numpy()
        assert np.array_equal(F.nll_loss(x, label.reshape([3, 1]), reduction=reduction).numpy(), want)


@pytest.mark.parametrize("layer, shape", [(nn.BatchNorm2D, [1, 2, 1, 1]), (nn.BatchNorm1D, [1, 2])])
def test_one_element_of_each_channel_is_handed_on(layer, shape):  # as in Paddle: it has no variance
    norm = layer(2)
    norm.weight.set_value(paddle.to_tensor([2.0, 3.0]))
    x = paddle.to_tensor([5.0, 7.0]).reshape(shape)
    x.stop_gradient = False
    y = norm(x)
    (y * paddle.to_tensor([1.0, 10.0]).reshape(shape)).sum().backward()
    assert y.flatten().tolist() == [5.0, 7.0] and x.grad.flatten().tolist() == [1.0, 10.0]
    assert norm.weight.grad.tolist() == norm.bias.grad.tolist() == norm._mean.tolist() == [0.0, 0.0]
    assert norm._variance.tolist() == [1.0, 1.0]
    norm.eval()
    assert norm(x).flatten().tolist() == pytest.approx([10.0, 21.0], rel=1e-4)


def test_a_program_takes_both_ways_of_batch_norm():
    paddle.enable_static()
    x = static.data("x", [None, 2], "float32")
    x.stop_gradient = False
    y = static.nn.batch_norm(x)
    (gradient,) = static.gradients([paddle.sum(y)], [x])
    exe = static.Executor()
    exe.run(static.default_startup_program())
    for _ in range(3):
        got = exe.run(feed={"x": np.array([[5.0, 7.0]], "float32")}, fetch_list=[y, gradient])
        assert got[0].tolist() == [[5.0, 7.0]] and got[1].tolist() == [[1.0, 1.0]]
        (many,) = exe.run(feed={"x": np.array([[5.0, 7.0], [3.0, 9.0]], "float32")}, fetch_list=[y])
        assert np.allclose(many, [[1, -1], [-1, 1]], atol=1e-4)
