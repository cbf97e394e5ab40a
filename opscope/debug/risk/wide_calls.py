"""Repeated calls of operators in float64, with the recorded inputs or with inputs that are slightly changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.dtype import as_dtype
from opscope.core.formats.narrow_arrays import float_limits
from opscope.core.place import has_numbers, to_host
from opscope.core.random import Generator
from opscope.debug.why.executions import ExecutedOp
from opscope.errors import OpscopeError
from opscope.ops.registry import Attrs

WIDE = {"float16": "float64", "float32": "float64", "complex64": "complex128"}
WHOLE = 256  # up to here whole numbers of data are exact
Values = list[Any]


def wide(value: Any) -> Any:
    """Return a value in float64 (or complex128) on the host.

    Integers, booleans and Python numbers are returned unchanged.
    """
    if not has_numbers(value):
        return value
    array = to_host(value)
    return array.astype(WIDE.get(array.dtype.name, array.dtype), copy=False)


def is_float(value: Any) -> bool:
    """Return True for an array of floats or complex numbers."""
    return has_numbers(value) and value.dtype.kind in "fc"


def name_of(call: ExecutedOp) -> str:
    """Return the name of the function that a call computes, such as `rsub` or `log`.

    Prefixes of libraries are removed.
    """
    return call.op.meaning.removeprefix("aten.").strip("_")


def eps_of(value: Any) -> float:
    """Return the distance between 1 and the next larger number in the dtype of an array."""
    return float_limits(value).eps


def moved(value: Any, rng: np.random.Generator, is_given: bool) -> Any:
    """Return a float array in float64, with each element changed by one unit in the last place of its own dtype.

    Exact elements are not changed. A zero counts as exact, because it usually comes from a mask or from a ReLU. If
    `is_given` is True, no call has made the value. In such a value, a small whole number also counts as exact, because
    it is probably a label, a pixel or a count.
    """
    array = to_host(value)
    stays = (array == 0) | ~np.isfinite(array)
    if is_given:
        stays |= (np.abs(array) <= WHOLE) & (array == np.round(array))
    signs = rng.choice(np.array([-1.0, 1.0]), array.shape)
    limits, units = float_limits(array), np.spacing(np.abs(array)).astype("float64")
    unit = np.maximum(units * (limits.eps / float(np.finfo(array.dtype).eps)), limits.tiny * limits.eps)
    return wide(array) + signs * np.where(stays, 0.0, unit)


def run_wide(call: ExecutedOp, values: Sequence[Any]) -> Values | None:
    """Compute the outputs of a call from values in float64.

    Return None if the kernel of the call cannot be called again. If an output contains integers or booleans, or does
    not have the recorded shape, the recorded output is returned in its place. So the next calls can read this output.
    """
    outputs = _dropped(call, values) if name_of(call) == "dropout" else _computed(call, values)
    if outputs is None or len(outputs) < len(call.outputs):
        return None
    found: Values = []
    for (_, recorded), made in zip(call.outputs, outputs, strict=False):
        fits = is_float(recorded) and is_float(made) and made.shape == recorded.shape
        found.append(wide(made) if fits else wide(recorded))
    return found


def _computed(call: ExecutedOp, values: Sequence[Any]) -> Values | None:
    if not call.is_pure:
        return None
    try:
        with np.errstate(all="ignore"):
            found = call.op.run(list(values), _wide_attributes(call.attrs), Generator())
    except Exception:  # noqa: BLE001 (a kernel may refuse float64, or values that it did not get in the run)
        return None
    return list(found) if isinstance(found, list | tuple) else [found]


def _dropped(call: ExecutedOp, values: Sequence[Any]) -> Values | None:
    """Return the outputs of a dropout call for other inputs, with the same elements dropped as in the run."""
    x, out = wide(call.inputs[0][1]), wide(call.outputs[0][1] if call.outputs else None)
    if not is_float(x) or not is_float(out) or values[0].shape != out.shape:
        return None
    with np.errstate(all="ignore"):
        factor = np.where(x == 0, 0.0, out / np.where(x == 0, 1.0, x))
        return [values[0] * factor, *(wide(v) for _, v in call.outputs[1:])]


def _wide_attributes(attrs: Attrs) -> Attrs:
    """Return the attributes with float64 in place of narrower float types. Then a cast to float16 does not round."""
    return {name: _wide_dtype(value) if "dtype" in name else value for name, value in attrs.items()}


def _wide_dtype(value: Any) -> Any:
    if value is None:
        return None
    try:
        name = as_dtype(value).name
    except (OpscopeError, TypeError, ValueError):
        return value
    return WIDE.get(name, value)
