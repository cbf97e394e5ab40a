"""fluid.layer_helper: LayerHelper as programs of Paddle 1.x use it, which builds programs whatever the mode."""

from opscope.paddle.fluid.statically import statically
from opscope.paddle.nn import layer_helper
from opscope.paddle.nn.param_attr import ParamAttr


class LayerHelper(layer_helper.LayerHelper):
    """Paddle's LayerHelper in either mode: outside dygraph.guard its parameters and variables are a program's."""

    create_parameter = statically(layer_helper.LayerHelper.create_parameter)
    create_variable_for_type_inference = statically(layer_helper.LayerHelper.create_variable_for_type_inference)
    create_tmp_variable = create_variable_for_type_inference
    append_op = statically(layer_helper.LayerHelper.append_op)
    append_bias_op = statically(layer_helper.LayerHelper.append_bias_op)
    append_activation = statically(layer_helper.LayerHelper.append_activation)


__all__ = ["LayerHelper", "ParamAttr"]
