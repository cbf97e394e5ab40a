"""paddle.optimizer."""

from opscope.core.elsewhere import also_in
from opscope.optimizer import lr
from opscope.optimizer.adagrad import Adadelta, Adagrad
from opscope.optimizer.adam import Adam, Adamax, AdamW
from opscope.optimizer.lamb import Lamb
from opscope.optimizer.lbfgs import LBFGS
from opscope.optimizer.momentum import Momentum
from opscope.optimizer.optimizer import Optimizer
from opscope.optimizer.rmsprop import RMSProp
from opscope.optimizer.sgd import SGD

also_in(
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
