"""Assignment to an existing variable of a program, or to an existing Tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.ir.control_flow.tensor_array import set_element_spec
from opscope.ir.program.block_ops import join_specs
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY


def assign_to(output: Variable, value: Variable) -> None:
    """Append the operator that copies `value` to `output`. If a dim of `output` differs, the dim becomes unknown.

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


def assign_to_tensor(output: Any, function: Callable[..., Any], *args: Any, **attrs: Any) -> Any:
    """Set a Tensor to the result of a function, and return the Tensor.

    The Tensor gets the elements, shape, dtype and history of the result.
    """
    trained = output.is_leaf and not output.stop_gradient
    written = output.rewrite(function, args, attrs, gives="any")
    if trained and written.is_leaf:  # a parameter that gets new values is still to be trained
        written.stop_gradient = False
    return written
