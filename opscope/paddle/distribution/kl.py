"""Rules of divergences with a closed form."""

from __future__ import annotations

import math
from typing import Any

from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.distribution.bernoulli import Bernoulli, Geometric
from opscope.paddle.distribution.beta import Beta, Dirichlet
from opscope.paddle.distribution.categorical import Categorical, normalized
from opscope.paddle.distribution.divergences import kl_divergence, register_kl
from opscope.paddle.distribution.location import Cauchy, Laplace
from opscope.paddle.distribution.normal import LogNormal, Normal
from opscope.paddle.distribution.uniform import Uniform
from opscope.paddle.nn import functional as F  # noqa: N812


@register_kl(Normal, Normal)
def _normal(p: Normal, q: Normal) -> Any:
    ratio = p.variance / q.variance
    away = (p.loc - q.loc) / q.scale
    return (ratio + away * away - 1.0 - T.log(ratio)) * 0.5


@register_kl(LogNormal, LogNormal)
def _log_normal(p: LogNormal, q: LogNormal) -> Any:
    return kl_divergence(p._base, q._base)


@register_kl(Uniform, Uniform)
def _uniform(p: Uniform, q: Uniform) -> Any:
    out = T.log((q.high - q.low) / (p.high - p.low))
    outside = T.logical_or(q.low > p.low, q.high < p.high)
    return T.where(outside, T.full_like(out, math.inf), out)


@register_kl(Categorical, Categorical)
def _categorical(p: Categorical, q: Categorical) -> Any:
    (chances, ours), (_, theirs) = normalized(p.logits), normalized(q.logits)
    return T.sum(chances * (ours - theirs), axis=-1, keepdim=True)


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Bernoulli, q: Bernoulli) -> Any:
    there = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
    return there + (1.0 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))


@register_kl(Geometric, Geometric)
def _geometric(p: Geometric, q: Geometric) -> Any:
    fails = (1.0 - p.probs) / p.probs
    return T.log(p.probs / q.probs) + fails * (T.log1p(-p.probs) - T.log1p(-q.probs))


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p: Dirichlet, q: Dirichlet) -> Any:
    ours, theirs = p.concentration, q.concentration
    spread = T.lgamma(T.sum(ours, axis=-1)) - T.lgamma(T.sum(theirs, axis=-1))
    parts = T.sum(T.lgamma(ours) - T.lgamma(theirs), axis=-1)
    slopes = T.digamma(ours) - T.digamma(T.sum(ours, axis=-1, keepdim=True))
    return spread - parts + T.sum((ours - theirs) * slopes, axis=-1)


@register_kl(Beta, Beta)
def _beta(p: Beta, q: Beta) -> Any:
    return _dirichlet(p._dirichlet, q._dirichlet)


@register_kl(Laplace, Laplace)
def _laplace(p: Laplace, q: Laplace) -> Any:
    away = T.abs(p.loc - q.loc)
    nearer = (p.scale * T.exp(-away / p.scale) + away) / q.scale
    return T.log(q.scale) - T.log(p.scale) + nearer - 1.0


@register_kl(Cauchy, Cauchy)
def _cauchy(p: Cauchy, q: Cauchy) -> Any:
    spread = (p.scale + q.scale) ** 2 + (p.loc - q.loc) ** 2
    return T.log(spread / (p.scale * q.scale * 4.0))
