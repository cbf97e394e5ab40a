"""setitem: returns a copy of a variable with new values at an index."""

from __future__ import annotations

from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import UsageError
from opscope.ir.program.context import require_static
from opscope.ir.program.program import Variable
from opscope.ops.index_keys import normalize_index
from opscope.ops.registry import REGISTRY


def setitem(x: Variable, index: Any, value: Any) -> Any:
    """Return a copy of x with x[index] = value, a Variable or number that broadcasts. Gradients flow to x and value.

    Raises UsageError if x is not a Variable, ShapeError for a value that does not broadcast.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/setitem_en.html
    """
    require_static("setitem")
    if not isinstance(x, Variable):
        raise UsageError(f"The type of 'x' in setitem must be {Variable}, but received {type(x)}.", site=site())
    key, arrays = normalize_index(index)
    given = REGISTRY["cast_like"](value, x) if isinstance(value, Variable) else value
    return REGISTRY["setitem"](x, given, *arrays, index=key)


note_functions(__name__)
