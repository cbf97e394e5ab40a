"""paddle.distribution: probability distributions made of ops, so gradients flow through them."""

from opscope.core.elsewhere import also_in
from opscope.distribution import kl as kl  # the divergences register themselves
from opscope.distribution.bernoulli import Bernoulli, Geometric
from opscope.distribution.beta import Beta, Dirichlet
from opscope.distribution.categorical import Categorical, Multinomial
from opscope.distribution.chained import ChainTransform, IndependentTransform, ReshapeTransform, StackTransform
from opscope.distribution.distribution import Distribution, ExponentialFamily
from opscope.distribution.divergences import kl_divergence, register_kl
from opscope.distribution.location import Cauchy, Gumbel, Laplace
from opscope.distribution.normal import LogNormal, Normal
from opscope.distribution.transform import (
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
from opscope.distribution.transformed import Independent, TransformedDistribution
from opscope.distribution.uniform import Uniform

also_in(
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
