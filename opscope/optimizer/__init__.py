"""paddle.optimizer."""

from opscope.optimizer import lr
from opscope.optimizer.adagrad import Adadelta, Adagrad
from opscope.optimizer.adam import Adam, Adamax, AdamW
from opscope.optimizer.lamb import Lamb
from opscope.optimizer.momentum import Momentum
from opscope.optimizer.optimizer import Optimizer
from opscope.optimizer.rmsprop import RMSProp
from opscope.optimizer.sgd import SGD

__all__ = [
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
