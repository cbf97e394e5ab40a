"""paddle.tensor.random: random tensors."""

from opscope.ops.random.distributions import bernoulli
from opscope.ops.random.sampling import multinomial, poisson
from opscope.paddle.functions.random_values import gaussian as gaussian
from opscope.paddle.functions.random_values import (
    normal,
    rand,
    randint,
    randint_like,
    randn,
    randperm,
    standard_normal,
    uniform,
)

__all__ = [
    "bernoulli",
    "multinomial",
    "normal",
    "poisson",
    "rand",
    "randint",
    "randint_like",
    "randn",
    "randperm",
    "standard_normal",
    "uniform",
]
