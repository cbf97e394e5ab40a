"""paddle.incubate.optimizer: optimizers that wrap another optimizer, and change the backward pass or the updates."""

from opscope.paddle.incubate.optimizer.gradient_merge import GradientMergeOptimizer
from opscope.paddle.incubate.optimizer.lookahead import LookAhead
from opscope.paddle.incubate.optimizer.model_average import ModelAverage
from opscope.paddle.incubate.optimizer.recompute import RecomputeOptimizer
from opscope.paddle.optimizer.lbfgs import LBFGS

__all__ = ["LBFGS", "GradientMergeOptimizer", "LookAhead", "ModelAverage", "RecomputeOptimizer"]
