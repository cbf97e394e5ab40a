"""setitem: a copy of a variable with other values at an index."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError, UsageError
from opscope.ir.context import require_static
from opscope.ir.program import Variable
from opscope.ops.index import normalised
from opscope.ops.registry import REGISTRY


def setitem(x: Variable, index: Any, value: Any) -> Any:
    """A copy of x whose x[index] is value, a Variable or number that broadcasts; gradients flow to both.

    Raises UsageError for no Variable, UnsupportedError for an index of integers in a tensor, which may repeat.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/setitem_en.html
    """
    require_static("setitem")
    if not isinstance(x, Variable):
        raise UsageError(f"The type of 'x' in setitem must be {Variable}, but received {type(x)}.", site=site())
    key, arrays = normalised(index)
    if any(getattr(a, "dtype", None) is None or a.dtype.kind != "b" for a in arrays):
        raise UnsupportedError("setitem does not support integers in a tensor as index", site=site(), fix="use scatter")
    there = REGISTRY["getitem"](x, *arrays, index=key)
    shaped = REGISTRY["full_like"](there, fill_value=0)
    given = REGISTRY["cast_like"](value, x) if isinstance(value, Variable) else value
    placed = REGISTRY["index_put_like"](shaped + given, x, *arrays, index=key)
    mask = REGISTRY["index_put_like"](REGISTRY["full_like"](there, fill_value=1), x, *arrays, index=key)
    return REGISTRY["where"](mask.astype("bool"), placed, x)
