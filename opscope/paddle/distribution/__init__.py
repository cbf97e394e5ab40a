"""paddle.distribution: probability distributions made of ops, so gradients flow through them."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.paddle.distribution import kl as kl  # the divergences register themselves
from opscope.paddle.distribution.bernoulli import Bernoulli, Geometric
from opscope.paddle.distribution.beta import Beta, Dirichlet
from opscope.paddle.distribution.categorical import Categorical, Multinomial
from opscope.paddle.distribution.chained import ChainTransform, IndependentTransform, ReshapeTransform, StackTransform
from opscope.paddle.distribution.distribution import Distribution, ExponentialFamily
from opscope.paddle.distribution.divergences import kl_divergence, register_kl
from opscope.paddle.distribution.location import Cauchy, Gumbel, Laplace
from opscope.paddle.distribution.normal import LogNormal, Normal
from opscope.paddle.distribution.transform import (
    AbsTransform,
    AffineTransform,
    ExpTransform,
    PowerTransform,
    SigmoidTransform,
    SoftmaxTransform,
    StickBreakingTransform,
    TanhTransform,
    Transform,
)
from opscope.paddle.distribution.transformed import Independent, TransformedDistribution
from opscope.paddle.distribution.uniform import Uniform

alias_in_submodules(
    __name__,
    {
        "cauchy": "Cauchy",
        "exponential_family": "ExponentialFamily",
        "transform": "ChainTransform IndependentTransform ReshapeTransform StackTransform",
        "dirichlet": "Dirichlet",
        "geometric": "Geometric",
        "gumbel": "Gumbel",
        "independent": "Independent",
        "laplace": "Laplace",
        "lognormal": "LogNormal",
        "multinomial": "Multinomial",
        "transformed_distribution": "TransformedDistribution",
    },
)

__all__ = [
    "AbsTransform",
    "AffineTransform",
    "Bernoulli",
    "Beta",
    "Categorical",
    "Cauchy",
    "ChainTransform",
    "Dirichlet",
    "Distribution",
    "ExpTransform",
    "ExponentialFamily",
    "Geometric",
    "Gumbel",
    "Independent",
    "IndependentTransform",
    "Laplace",
    "LogNormal",
    "Multinomial",
    "Normal",
    "PowerTransform",
    "ReshapeTransform",
    "SigmoidTransform",
    "SoftmaxTransform",
    "StackTransform",
    "StickBreakingTransform",
    "TanhTransform",
    "Transform",
    "TransformedDistribution",
    "Uniform",
    "kl_divergence",
    "register_kl",
]
