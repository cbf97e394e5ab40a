"""Assignment to an existing variable of a program."""

from __future__ import annotations

from opscope.ir.control_flow.tensor_array import set_element_spec
from opscope.ir.program.block_ops import join_specs
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY


def assign_to(output: Variable, value: Variable) -> None:
    """Append the operator that copies `value` to `output`; dims of `output` that differ become unknown.

    Raises DTypeError or ArgumentError if `value` has another dtype or rank.
    """
    if output.is_tensor_array and value.is_tensor_array and output.spec.shape == (0,):
        set_element_spec(output, value.spec.with_shape(value.spec.shape[1:]))
    has_value = output.op is not None or output.is_data or output.persistable
    first = not has_value and output.dtype is value.dtype and output.ndim != value.ndim  # create_tensor sets no shape
    spec = value.spec if first else join_specs(output.spec, value.spec, f"{output.name}, which assign writes to,")
    output.program.current_block().append(REGISTRY["assign"], [value], {}, outputs=[output], specs=[spec])
    output.spec = spec
    output.stop_gradient = value.stop_gradient
