"""Schedules of the learning rate (paddle.optimizer.lr)."""

from opscope.paddle.optimizer.lr.cyclic import CosineAnnealingDecay, CosineAnnealingWarmRestarts, CyclicLR, OneCycleLR
from opscope.paddle.optimizer.lr.decay import (
    ExponentialDecay,
    InverseTimeDecay,
    LambdaDecay,
    MultiplicativeDecay,
    MultiStepDecay,
    NaturalExpDecay,
    PiecewiseDecay,
    PolynomialDecay,
    StepDecay,
)
from opscope.paddle.optimizer.lr.plateau import ReduceOnPlateau
from opscope.paddle.optimizer.lr.scheduler import LRScheduler
from opscope.paddle.optimizer.lr.warmup import LinearLR, LinearWarmup, NoamDecay

__all__ = [
    "CosineAnnealingDecay",
    "CosineAnnealingWarmRestarts",
    "CyclicLR",
    "ExponentialDecay",
    "InverseTimeDecay",
    "LRScheduler",
    "LambdaDecay",
    "LinearLR",
    "LinearWarmup",
    "MultiStepDecay",
    "MultiplicativeDecay",
    "NaturalExpDecay",
    "NoamDecay",
    "OneCycleLR",
    "PiecewiseDecay",
    "PolynomialDecay",
    "ReduceOnPlateau",
    "StepDecay",
]
