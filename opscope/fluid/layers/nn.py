"""fluid.layers.nn: what of fluid.layers computes."""

from opscope.fluid.layers import arithmetic, images, networks, refused, shaping, training
from opscope.fluid.layers.arithmetic import *
from opscope.fluid.layers.images import *
from opscope.fluid.layers.networks import *
from opscope.fluid.layers.refused import *
from opscope.fluid.layers.shaping import *
from opscope.fluid.layers.training import *

__all__: list[str] = []
__all__ += arithmetic.__all__
__all__ += images.__all__
__all__ += networks.__all__
__all__ += refused.__all__
__all__ += shaping.__all__
__all__ += training.__all__
