"""fluid.layer_helper: LayerHelper of Paddle 1.x, which builds programs outside of dygraph.guard."""

from opscope.paddle.fluid.statically import statically
from opscope.paddle.nn import layer_helper
from opscope.paddle.nn.param_attr import ParamAttr


class LayerHelper(layer_helper.LayerHelper):
    """Paddle's LayerHelper in both modes: outside of dygraph.guard, its parameters and variables belong to programs."""

    create_parameter = statically(layer_helper.LayerHelper.create_parameter)
    create_variable_for_type_inference = statically(layer_helper.LayerHelper.create_variable_for_type_inference)
    create_tmp_variable = create_variable_for_type_inference
    append_op = statically(layer_helper.LayerHelper.append_op)
    append_bias_op = statically(layer_helper.LayerHelper.append_bias_op)
    append_activation = statically(layer_helper.LayerHelper.append_activation)


__all__ = ["LayerHelper", "ParamAttr"]
