"""Distributions over several classes, and those made of others."""

import itertools
import math

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import distribution as D  # noqa: N812
from tests.paddle.distribution.test_laws import t


def test_dirichlet_by_its_marginals():
    """The first share of Dirichlet(c) is Beta(c_0, the rest); two classes are a Beta."""
    paddle.seed(1)
    c = D.Dirichlet(t([0.5, 2.0, 1.0]))
    drawn = c.sample([20_000]).numpy()
    np.testing.assert_allclose(drawn.sum(-1), 1)
    np.testing.assert_allclose(drawn.mean(0), c.mean.numpy(), atol=0.01)
    np.testing.assert_allclose(drawn.var(0), c.variance.numpy(), atol=0.005)
    two, beta = D.Dirichlet(t([2.5, 1.7])), D.Beta(t(2.5), t(1.7))
    assert float(two.log_prob(t([0.3, 0.7]))) == pytest.approx(float(beta.log_prob(t(0.3))))
    assert float(two.entropy()) == pytest.approx(float(beta.entropy()))
    q = D.Dirichlet(t([1.2, 0.9]))
    assert float(two.kl_divergence(q)) == pytest.approx(float(beta.kl_divergence(D.Beta(t(1.2), t(0.9)))))
    with pytest.raises(ValueError, match="at least one dim"):
        D.Dirichlet(t(1.0))


def test_multinomial_sums_over_its_outcomes():
    p = D.Multinomial(4, t([0.2, 0.5, 0.3]))
    outcomes = [c for c in itertools.product(range(5), repeat=3) if sum(c) == 4]
    logs = np.array([float(p.log_prob(t(c))) for c in outcomes])
    chances = np.exp(logs)
    assert chances.sum() == pytest.approx(1)
    np.testing.assert_allclose(chances @ np.array(outcomes), p.mean.numpy())
    np.testing.assert_allclose(chances @ np.array(outcomes) ** 2.0 - p.mean.numpy() ** 2, p.variance.numpy())
    assert -(chances * logs).sum() == pytest.approx(float(p.entropy()))
    paddle.seed(5)
    drawn = p.sample([10_000]).numpy()
    assert set(drawn.sum(-1)) == {4.0}
    np.testing.assert_allclose(drawn.mean(0), p.mean.numpy(), atol=0.05)
    for count, probs, words in ((0, [0.5, 0.5], "total_count must be"), (2, 0.5, "probs must have")):
        with pytest.raises(ValueError, match=words):
            D.Multinomial(count, t(probs))


def test_categorical_reads_logits_in_two_ways_as_paddle_does():
    logits = t([[1.0, 2.0, 7.0], [3.0, 3.0, 4.0]])
    p = D.Categorical(logits)
    paddle.seed(2)
    drawn = p.sample([20_000])
    assert drawn.shape == [20_000, 2] and drawn.dtype == paddle.int64
    shares = np.stack([np.bincount(drawn.numpy()[:, i], minlength=3) / 20_000 for i in (0, 1)])
    np.testing.assert_allclose(shares, [[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]], atol=0.015)
    np.testing.assert_allclose(p.probs(paddle.to_tensor([2, 0])).numpy(), [[0.7, 0.1], [0.4, 0.3]])
    np.testing.assert_allclose(p.probs(paddle.to_tensor([[2], [0]])).numpy(), [[0.7], [0.3]])
    np.testing.assert_allclose(p.log_prob(paddle.to_tensor([[2], [0]])).numpy(), np.log([[0.7], [0.3]]))
    soft = np.exp(logits.numpy()) / np.exp(logits.numpy()).sum(-1, keepdims=True)
    np.testing.assert_allclose(p.entropy().numpy(), -(soft * np.log(soft)).sum(-1))
    q = D.Categorical(t([[1.0, 1.0, 1.0], [3.0, 2.0, 1.0]]))
    other = np.exp(q.logits.numpy()) / np.exp(q.logits.numpy()).sum(-1, keepdims=True)
    np.testing.assert_allclose(p.kl_divergence(q).numpy(), (soft * np.log(soft / other)).sum(-1, keepdims=True))


def test_independent_counts_dims_as_one_value():
    base = D.Normal(t([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]), t(1.5))
    one = D.Independent(base, 1)
    assert (one.batch_shape, one.event_shape) == ((2,), (3,))
    value = t(np.arange(6.0).reshape(2, 3) / 2)
    np.testing.assert_allclose(one.log_prob(value).numpy(), base.log_prob(value).numpy().sum(-1))
    np.testing.assert_allclose(one.prob(value).numpy(), np.exp(one.log_prob(value).numpy()))
    np.testing.assert_allclose(one.entropy().numpy(), base.entropy().numpy().sum(-1))
    assert one.sample([4]).shape == one.rsample([4]).shape == [4, 2, 3]
    assert (one.mean.shape, one.variance.shape) == ([2, 3], [2, 3])
    with pytest.raises(ValueError, match="reinterpreted_batch_rank <= 2, but got 3"):
        D.Independent(base, 3)


def test_transformed():
    """exp of a normal variable is log-normal, however it is written."""
    normal, log_normal = D.Normal(t(0.3), t(0.5)), D.LogNormal(t(0.3), t(0.5))
    made = D.ExpTransform()(normal)
    assert float(made.log_prob(t(1.7))) == pytest.approx(float(log_normal.log_prob(t(1.7))))
    affine = D.TransformedDistribution(D.Normal(t(0.0), t(1.0)), [D.AffineTransform(t(0.3), t(0.5)), D.ExpTransform()])
    assert float(affine.log_prob(t(1.7))) == pytest.approx(float(log_normal.log_prob(t(1.7))))
    sticks = D.TransformedDistribution(D.Normal(t([0.0, 1.0]), t(1.0)), [D.StickBreakingTransform()])
    assert (sticks.batch_shape, sticks.event_shape) == ((), (3,))
    assert sticks.log_prob(sticks.sample([7])).shape == [7]
    with pytest.raises(ValueError, match="must have at least 1 dims"):
        D.TransformedDistribution(D.Normal(t(0.0), t(1.0)), [D.StickBreakingTransform()])


def test_exponential_family_gets_its_entropy_from_its_normalizer():
    class Exponential(D.ExponentialFamily):
        def __init__(self, rate):
            self.rate = rate
            super().__init__(rate.shape)

        @property
        def _natural_parameters(self):
            return (-self.rate,)

        @property
        def _mean_carrier_measure(self):
            return paddle.zeros_like(self.rate)

        def _log_normalizer(self, natural):
            return -paddle.log(-natural)

    np.testing.assert_allclose(Exponential(t([2.0, 3.0])).entropy().numpy(), 1 - np.log([2.0, 3.0]))


def test_own_divergences():
    class Mine(D.Normal):
        pass

    @D.register_kl(Mine, D.Normal)
    def _(p, q):
        return "mine"

    normal = D.Normal(0.0, 1.0)
    assert D.kl_divergence(Mine(0.0, 1.0), normal) == "mine"
    assert float(D.kl_divergence(normal, Mine(0.0, 1.0))) == 0
    with pytest.raises(NotImplementedError, match="no kl_divergence of Normal and Laplace"):
        D.kl_divergence(normal, D.Laplace(0.0, 1.0))
    with pytest.raises(TypeError, match="subclasses of Distribution"):
        D.register_kl(int, D.Normal)


def test_parameters_are_numbers_lists_arrays_or_tensors():
    p = D.Normal([0.0, 1.0], 2)
    assert (p.batch_shape, p.loc.dtype) == ((2,), paddle.float32)
    assert D.Normal(np.zeros(3), 1.0).log_prob(paddle.zeros([3], "float64")).dtype == paddle.float64
    assert p.sample([2, 3], seed=5).tolist() == p.sample([2, 3], seed=5).tolist()
    with pytest.raises(TypeError, match="a parameter of a distribution must be a number"):
        D.Normal("0", 1.0)
    for make, words in (
        (lambda: D.Geometric(1.5), "greater than 0 and at most 1"),
        (lambda: D.Bernoulli(0.5).rsample([2], temperature=0.0), "temperature must be positive"),
        (lambda: D.Categorical(0.5), "at least one dim"),
    ):
        with pytest.raises(ValueError, match=words):
            make()


def test_bernoulli_and_geometric_steps():
    p, g = D.Bernoulli(t(0.3)), D.Geometric(t(0.3))
    assert p.cdf(t([-0.5, 0.0, 0.5, 1.0])).tolist() == pytest.approx([0, 0.7, 0.7, 1])
    assert float(g.pmf(3)) == pytest.approx(0.7**3 * 0.3) and float(g.log_pmf(3)) == pytest.approx(
        math.log(0.7**3 * 0.3)
    )
    assert float(g.cdf(3)) == pytest.approx(sum(0.7**k * 0.3 for k in range(4)))
    assert float(g.stddev) == pytest.approx(float(g.variance) ** 0.5)
    soft = paddle.nn.functional.sigmoid(p.rsample([5000], temperature=0.05)).numpy()
    assert (soft > 0.5).mean() == pytest.approx(0.3, abs=0.03)
    with pytest.raises(TypeError, match="k must be an integer"):
        g.pmf("3")
