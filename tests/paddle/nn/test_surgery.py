"""paddle.nn.utils: parameters as a vector, clipped gradients, weight and spectral norm."""

import numpy as np
import pytest
from opscope.paddle.nn.utils import (
    clip_grad_norm_,
    clip_grad_value_,
    parameters_to_vector,
    remove_weight_norm,
    spectral_norm,
    vector_to_parameters,
    weight_norm,
)

from opscope import paddle
from opscope.errors import ArgumentError, RunError, UnsupportedError
from opscope.paddle import nn


def test_one_vector():
    net = nn.Linear(2, 3)
    vector = parameters_to_vector(net.parameters())
    np.testing.assert_array_equal(vector.numpy(), np.concatenate([p.numpy().ravel() for p in net.parameters()]))
    (vector * vector).sum().backward()
    np.testing.assert_allclose(net.weight.grad.numpy(), 2 * net.weight.numpy())
    vector_to_parameters(paddle.arange(9, dtype="float32"), net.parameters())
    assert net.weight.numpy().tolist() == [[0, 1, 2], [3, 4, 5]] and net.bias.numpy().tolist() == [6, 7, 8]
    with pytest.raises(ArgumentError, match="vec must have 9 elements"):
        vector_to_parameters(paddle.ones([8]), net.parameters())


def graded(*values):
    made = []
    for value in values:
        p = paddle.create_parameter([len(value)], "float32")
        p.grad = paddle.to_tensor(value)
        made.append(p)
    return made


def test_clipped_by_norm():
    ps = graded([3.0, 0.0], [4.0])
    ps.append(paddle.create_parameter([1], "float32"))
    assert clip_grad_norm_(ps, 1.0).item() == pytest.approx(5.0)
    np.testing.assert_allclose([*ps[0].grad.numpy(), *ps[1].grad.numpy()], [0.6, 0.0, 0.8], rtol=1e-5)
    assert clip_grad_norm_(ps, 10.0).item() == pytest.approx(1.0, rel=1e-5)
    np.testing.assert_allclose(ps[1].grad.numpy(), [0.8], rtol=1e-5)
    for kind, norm in ((float("inf"), 4.0), (1.0, 7.0)):
        assert clip_grad_norm_(graded([3.0, 0.0], [4.0]), 9.0, kind).item() == norm
    assert clip_grad_norm_(ps[2:], 1.0).item() == 0.0
    assert clip_grad_norm_(graded([3.0])[0], 1.0).item() == 3.0
    with pytest.raises(RunError, match="not finite"):
        clip_grad_norm_(graded([float("nan")]), 1.0, error_if_nonfinite=True)
    with pytest.raises(ArgumentError, match="norm_type"):
        clip_grad_norm_(ps, 1.0, 3)


def test_clipped_by_value():
    ps = graded([3.0, -4.0, 0.5])
    clip_grad_value_(ps, 1.0)
    assert ps[0].grad.numpy().tolist() == [1.0, -1.0, 0.5]


@pytest.mark.parametrize("dim, sizes", [(0, [2]), (1, [3]), (None, [])])
def test_weight_norm_trains_length_and_direction(dim, sizes):
    net = nn.Linear(2, 3)
    x = paddle.ones([1, 2])
    before, weight = net(x).numpy(), net.weight.numpy()
    assert weight_norm(net, dim=dim) is net
    assert sorted(n for n, _ in net.named_parameters()) == ["bias", "weight_g", "weight_v"]
    assert net.weight_g.shape == sizes and net.weight_g.name == "linear_0.w_0_g"
    np.testing.assert_allclose(net(x).numpy(), before, rtol=1e-5)
    net(x).sum().backward()
    assert np.abs(net.weight_v.grad.numpy()).max() > 0 and net.weight_g.grad.shape == sizes
    net.weight_g.set_value(2 * net.weight_g.numpy())
    np.testing.assert_allclose(net(x).numpy() - net.bias.numpy(), 2 * before, rtol=1e-5)
    remove_weight_norm(net)
    assert sorted(n for n, _ in net.named_parameters()) == ["bias", "weight"] and not net._forward_pre_hooks
    np.testing.assert_allclose(net.weight.numpy(), 2 * weight, rtol=1e-5)
    with pytest.raises(ArgumentError, match="has no weight_norm of 'weight'"):
        remove_weight_norm(net)


def test_spectral_norm_bounds_the_weight():
    paddle.seed(1)
    net = nn.Conv2D(3, 4, 3)
    spectral_norm(net, n_power_iterations=5)
    x = paddle.randn([1, 3, 5, 5])
    for _ in range(20):
        net(x)
    assert np.linalg.svd(net.weight.numpy().reshape(4, -1))[1][0] == pytest.approx(1.0, rel=1e-3)
    assert [n for n, _ in net.named_parameters()] == ["bias", "weight_orig"]
    assert {"weight_u", "weight_v"} <= set(net.state_dict())
    net(x).sum().backward()
    assert np.abs(net.weight_orig.grad.numpy()).max() > 0
    net.eval()
    u = net.weight_u.numpy()
    net(x)
    np.testing.assert_array_equal(net.weight_u.numpy(), u)
    assert spectral_norm(nn.Linear(2, 5)).weight_u.shape == [5], "a Linear's rows are its outputs"


def test_refused():
    for words, call in (
        ("has no parameter 'wieght'", lambda: weight_norm(nn.Linear(1, 1), "wieght")),
        ("dim must be in the range", lambda: weight_norm(nn.Linear(1, 1), dim=2)),
        ("n_power_iterations must be positive", lambda: spectral_norm(nn.Linear(1, 1), n_power_iterations=0)),
    ):
        with pytest.raises(ArgumentError, match=words):
            call()
    paddle.enable_static()
    with pytest.raises(UnsupportedError, match="not supported in static mode"):
        weight_norm(nn.Linear(1, 1))
