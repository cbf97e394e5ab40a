"""paddle.tensor.random: random tensors."""

from opscope.ops.api import normal, rand, randint, randn, randperm, standard_normal, uniform
from opscope.ops.random import bernoulli

__all__ = ["bernoulli", "normal", "rand", "randint", "randn", "randperm", "standard_normal", "uniform"]
