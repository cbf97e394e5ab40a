"""paddle.optimizer."""

from opscope.optimizer.adam import Adam
from opscope.optimizer.momentum import Momentum
from opscope.optimizer.optimizer import Optimizer
from opscope.optimizer.sgd import SGD

__all__ = ["SGD", "Adam", "Momentum", "Optimizer"]
