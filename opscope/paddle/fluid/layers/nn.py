"""fluid.layers.nn: the functions of fluid.layers that compute."""

from opscope.paddle.fluid.layers import arithmetic, images, networks, refused, shaping, training
from opscope.paddle.fluid.layers.arithmetic import *
from opscope.paddle.fluid.layers.images import *
from opscope.paddle.fluid.layers.networks import *
from opscope.paddle.fluid.layers.refused import *
from opscope.paddle.fluid.layers.shaping import *
from opscope.paddle.fluid.layers.training import *

__all__: list[str] = []
__all__ += arithmetic.__all__
__all__ += images.__all__
__all__ += networks.__all__
__all__ += refused.__all__
__all__ += shaping.__all__
__all__ += training.__all__
