"""paddle.incubate.optimizer: what changes a program's backward and updates, around any optimizer."""

from opscope.incubate.optimizer.gradient_merge import GradientMergeOptimizer
from opscope.incubate.optimizer.lookahead import LookAhead
from opscope.incubate.optimizer.model_average import ModelAverage
from opscope.incubate.optimizer.recompute import RecomputeOptimizer
from opscope.optimizer.lbfgs import LBFGS

__all__ = ["LBFGS", "GradientMergeOptimizer", "LookAhead", "ModelAverage", "RecomputeOptimizer"]
