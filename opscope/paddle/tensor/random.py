"""paddle.tensor.random: random tensors."""

from opscope.ops.drawing import gaussian as gaussian
from opscope.ops.drawing import normal, rand, randint, randint_like, randn, randperm, standard_normal, uniform
from opscope.ops.random import bernoulli
from opscope.ops.sampling import multinomial, poisson

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
