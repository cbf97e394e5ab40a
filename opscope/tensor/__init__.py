"""paddle.tensor: the functions on tensors, in Paddle's modules. `paddle` itself has them all too."""

# pyright: reportUnsupportedDunderAll=false
from opscope.tensor import array, attribute, creation, linalg, logic, manipulation, math, ops, random, search, stat
from opscope.tensor.array import *
from opscope.tensor.attribute import *
from opscope.tensor.creation import *
from opscope.tensor.linalg import *
from opscope.tensor.logic import *
from opscope.tensor.manipulation import *
from opscope.tensor.math import *
from opscope.tensor.ops import *
from opscope.tensor.random import *
from opscope.tensor.search import *
from opscope.tensor.stat import *

__all__ = [
    *array.__all__,
    *attribute.__all__,
    *creation.__all__,
    *linalg.__all__,
    *logic.__all__,
    *manipulation.__all__,
    *math.__all__,
    *ops.__all__,
    *random.__all__,
    *search.__all__,
    *stat.__all__,
]
