"""What densities must be: they integrate to 1, and moments, entropies and divergences are integrals under them."""

from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import distribution as D  # noqa: N812


def t(value: Any) -> Any:
    return paddle.to_tensor(np.asarray(value, "float64"), stop_gradient=False)


LINE, UNIT = np.linspace(-60, 60, 400_001), np.linspace(1e-9, 1 - 1e-9, 400_001)
PLUS = np.exp(np.linspace(-25, 9, 400_001))
COUNTS = np.arange(400.0)

# name -> (the distribution, another one of its kind, where it has its mass)
CONTINUOUS = {
    "Normal": (D.Normal(t(0.3), t(0.7)), D.Normal(t(1.0), t(2.0)), LINE),
    "LogNormal": (D.LogNormal(t(0.3), t(0.5)), D.LogNormal(t(0.1), t(1.0)), PLUS),
    "Uniform": (D.Uniform(t(0.25), t(0.75)), D.Uniform(t(0.0), t(1.0)), UNIT),
    "Laplace": (D.Laplace(t(-0.4), t(1.3)), D.Laplace(t(0.5), t(0.8)), LINE),
    "Gumbel": (D.Gumbel(t(0.3), t(0.9)), None, LINE),
    "Beta": (D.Beta(t(2.5), t(1.7)), D.Beta(t(1.2), t(2.0)), UNIT),
}
DISCRETE = {
    "Bernoulli": (D.Bernoulli(t(0.3)), D.Bernoulli(t(0.6)), COUNTS[:2]),
    "Geometric": (D.Geometric(t(0.3)), D.Geometric(t(0.6)), COUNTS),
}
ALL = CONTINUOUS | DISCRETE


def integral(name: str, values: Any) -> float:
    points = ALL[name][2]
    return float(np.trapezoid(values, points) if name in CONTINUOUS else values.sum())


@pytest.mark.parametrize("name", ALL)
def test_moments_and_entropy_are_integrals(name: str):
    p, _, points = ALL[name]
    logs = p.log_prob(t(points)).numpy()
    density = np.exp(logs)
    assert integral(name, density) == pytest.approx(1, abs=2e-5)
    mean = integral(name, density * points)
    assert float(p.mean) == pytest.approx(mean, rel=3e-5)
    assert float(p.variance) == pytest.approx(integral(name, density * (points - mean) ** 2), rel=3e-5)
    inside = density > 0
    assert float(p.entropy()) == pytest.approx(integral(name, -density * np.where(inside, logs, 0)), rel=3e-5)


@pytest.mark.parametrize("name", [n for n, (_, q, _) in ALL.items() if q is not None])
def test_kl_divergence_is_an_integral(name: str):
    p, q, points = ALL[name]
    ours, theirs = (d.log_prob(t(points)).numpy() for d in (p, q))
    inside = np.exp(ours) > 0
    away = np.where(inside, ours, 0) - np.where(inside, theirs, 0)
    expected = integral(name, np.exp(ours) * away)
    assert float(D.kl_divergence(p, q)) == pytest.approx(expected, rel=3e-5)
    assert float(p.kl_divergence(q)) == float(D.kl_divergence(p, q))


@pytest.mark.parametrize("name", ALL)
def test_samples_follow_the_distribution(name: str):
    """Kolmogorov and Smirnov: the largest distance of the two cumulative shares."""
    paddle.seed(7)
    p, _, points = ALL[name]
    drawn = p.sample([20_000])
    assert drawn.shape == [20_000] and drawn.stop_gradient
    density = np.exp(p.log_prob(t(points)).numpy())
    steps = np.diff(points, prepend=points[0]) if name in CONTINUOUS else 1.0
    expected = np.cumsum(density * steps)
    found = np.searchsorted(np.sort(drawn.numpy()), points, side="right") / 20_000
    assert np.abs(found - expected).max() < 1.95 / np.sqrt(20_000)  # one in a thousand is beyond


@pytest.mark.parametrize("make", [D.Normal, D.LogNormal, D.Uniform, D.Laplace, D.Gumbel, D.Cauchy])
def test_gradients_go_through_samples(make: Any):
    """With the same noise, the value moves with the parameter as the gradient says."""

    def drawn(a: float, b: float) -> Any:
        paddle.seed(3)
        parameters = [t(a), t(b)]
        return parameters, make(*parameters).rsample([5])

    parameters, out = drawn(0.2, 0.9)
    grads = paddle.grad(out.sum(), parameters)
    for grad, (da, db) in zip(grads, ((1e-6, 0), (0, 1e-6)), strict=True):
        up, down = drawn(0.2 + da, 0.9 + db)[1], drawn(0.2 - da, 0.9 - db)[1]
        assert float(grad) == pytest.approx(float((up - down).sum()) / 2e-6, rel=3e-5)


@pytest.mark.parametrize("name", ["Laplace", "Gumbel"])
def test_cdf_is_the_integral_of_the_density(name: str):
    p, _, points = CONTINUOUS[name]
    sums = np.cumsum(np.exp(p.log_prob(t(points)).numpy())) * (points[1] - points[0])
    np.testing.assert_allclose(p.cdf(t(points)).numpy()[::1000], sums[::1000], atol=3e-4)


def test_icdf_undoes_cdf():
    p = CONTINUOUS["Laplace"][0]
    np.testing.assert_allclose(p.icdf(p.cdf(t([-3.0, 0.1, 2.0]))).numpy(), [-3.0, 0.1, 2.0])


def test_cauchy():
    p = D.Cauchy(t(0.5), t(2.0))
    wide = np.tan(np.linspace(-np.pi / 2 + 1e-6, np.pi / 2 - 1e-6, 400_001))
    density = np.exp(p.log_prob(t(wide)).numpy())
    assert np.trapezoid(density, wide) == pytest.approx(1, abs=1e-4)
    assert np.trapezoid(-density * np.log(density), wide) == pytest.approx(float(p.entropy()), rel=1e-3)
    assert float(p.cdf(t(0.5))) == pytest.approx(0.5) and float(p.cdf(t(2.5))) == pytest.approx(0.75)
    q = D.Cauchy(t(-1.0), t(1.0))
    other = p.log_prob(t(wide)).numpy() - q.log_prob(t(wide)).numpy()
    assert np.trapezoid(density * other, wide) == pytest.approx(float(p.kl_divergence(q)), rel=1e-4)
    for what in ("mean", "variance", "stddev"):
        with pytest.raises(NotImplementedError, match="Cauchy has no"):
            getattr(p, what)
