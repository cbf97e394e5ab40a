"""assign and increment, which can write to an existing tensor or variable."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ArgumentError, UsageError
from opscope.ir.control_flow.assign_to import assign_to, assign_to_tensor
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.functions import fill


def assign(x: Any, output: Any = None) -> Any:
    """Return a copy of a tensor, array, list or number; with `output`, write it to `output` and return `output`.

    float64 arrays become the default dtype; a number gets the shape [1]. In dygraph, `output` is a Tensor, which takes
    the shape, dtype and history of x. Raises UsageError for another kind of `output`, and DTypeError if x does not fit
    it.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/assign_en.html
    """
    if output is None:
        return fill.assign(x)
    if hasattr(output, "rewrite"):  # a Tensor
        return assign_to_tensor(output, fill.assign, x)
    if not isinstance(output, Variable):
        raise UsageError(
            f"The type of 'output' in assign must be {Variable}, but received {type(output)}.", site=site()
        )
    block = output.program.current_block()
    value = x if isinstance(x, Variable) else block.as_variable(_array(x), ())
    assert value is not None
    assign_to(output, value)
    return output


def _array(x: Any) -> Any:
    made = np.atleast_1d(np.asarray(unmasked(x)))
    return made.astype(mode.dtype.dtype) if made.dtype == np.float64 else made


def increment(x: Any, value: float = 1.0, name: str | None = None) -> Any:
    """Add value to x, a tensor of one element, in place; return x.

    Raises UsageError if x is not a tensor, and ArgumentError if it has more than one element.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/increment_en.html
    """
    if isinstance(x, Variable):
        if any(d not in (1, None) for d in x.spec.shape):
            raise _of_one({x.name: x.spec})
        block = x.program.current_block()
        block.append(REGISTRY["increment"], [x], {"value": value}, outputs=[x], specs=[x.spec])
        return x
    if not hasattr(x, "set_value"):
        raise UsageError(f"The type of 'x' in increment must be {Variable}, but received {type(x)}.", site=site())
    if x.size != 1:
        raise _of_one({"x": x.shape})
    x.set_value(REGISTRY["increment"](x.detach(), value=value))  # its gradient is 1: the history stays right
    return x


def _of_one(facts: dict[str, Any]) -> ArgumentError:
    said = "The number of elements in Input(X) of increment should be 1"
    return ArgumentError(said, facts=facts, site=site(), fix="use x + value")


note_functions(__name__)
