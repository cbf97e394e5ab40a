"""Optimizers of paddle.optimizer."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.paddle.optimizer import lr
from opscope.paddle.optimizer.adagrad import Adadelta, Adagrad
from opscope.paddle.optimizer.adam import Adam, Adamax, AdamW
from opscope.paddle.optimizer.lamb import Lamb
from opscope.paddle.optimizer.lbfgs import LBFGS
from opscope.paddle.optimizer.momentum import Momentum
from opscope.paddle.optimizer.optimizer import Optimizer
from opscope.paddle.optimizer.rmsprop import RMSProp
from opscope.paddle.optimizer.sgd import SGD

alias_in_submodules(
    __name__,
    {
        "adadelta": "Adadelta",
        "adamax": "Adamax",
        "adamw": "AdamW",
    },
)

__all__ = [
    "LBFGS",
    "SGD",
    "Adadelta",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "Lamb",
    "Momentum",
    "Optimizer",
    "RMSProp",
    "lr",
]
