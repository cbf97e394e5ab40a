"""paddle.incubate.optimizer: what changes a program's backward and updates, around any optimizer."""

from opscope.paddle.incubate.optimizer.gradient_merge import GradientMergeOptimizer
from opscope.paddle.incubate.optimizer.lookahead import LookAhead
from opscope.paddle.incubate.optimizer.model_average import ModelAverage
from opscope.paddle.incubate.optimizer.recompute import RecomputeOptimizer
from opscope.paddle.optimizer.lbfgs import LBFGS

__all__ = ["LBFGS", "GradientMergeOptimizer", "LookAhead", "ModelAverage", "RecomputeOptimizer"]
