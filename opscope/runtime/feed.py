"""Feeds of a run. Feeds are compared with the declarations of the program, and copied to the device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.core.checks.masked_arrays import unmasked
from opscope.core.place import Place, array_module, is_array, place_module, to_device
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import FeedError, UsageError
from opscope.ir.program.program import Program, Variable


def as_feed(feed: Any) -> Mapping[str, Any]:
    """Return the feeds of a run as a dict. As in Paddle, `run` also accepts a list of one dict."""
    if feed is None:
        return {}
    if isinstance(feed, list | tuple) and len(feed) == 1:
        feed = feed[0]
    if not isinstance(feed, Mapping):
        raise UsageError(
            f"feed requires dict as its Parameter. But you passed in {type(feed)}",
            fix="pass feed={'x': array}, with the names of static.data",
        )
    return feed


def split_feed(program: Program, feed: Mapping[str, Any]) -> tuple[Mapping[str, Any], dict[str, Any]]:
    """Return the feeds for this run only, and the feeds of persistable variables, which stay in the scope."""
    variables = program.global_block().vars
    stay = {n: v for n, v in feed.items() if n in variables and variables[n].persistable}
    return ({n: v for n, v in feed.items() if n not in stay} if stay else feed), stay


def convert_feed(program: Program, name: str, value: Array, place: Place) -> Any:
    """Return a copy of a fed value as an array at `place`.

    Raises FeedError (a ValueError) if the value does not match the declaration by `data`.
    """
    variable = program.global_block().vars.get(name)
    if isinstance(value, DenseTensor):
        value = value.array
    if value is None:
        text = f"Convert data of type {type(None)} to Tensor is not supported"
        declared = {} if variable is None else {"declared": variable.spec}
        fix = f"feed {{{name!r}: array}}, or do not feed {name!r} if no operator reads this variable"
        raise UsageError(text, facts={"feed": name, **declared}, fix=fix)
    value = unmasked(value)
    if not is_array(value):
        inner = getattr(value, "__array__", None)
        value = np.array(value) if inner is not None or variable is None else _from_python(value, variable)
    elif array_module(value) is (xp := place_module(place)):  # callers reuse their buffers, and taps keep fed values
        value = xp.array(value)
    if variable is not None and variable.is_data:
        value = _in_declared_rank(variable, value)
        _check(variable, value)
    return to_device(value, place)


def _in_declared_rank(variable: Variable, value: Array) -> Any:
    """Add the declared trailing dims of 1 to a value if only these are missing: [32] becomes [32, 1] for [-1, 1]."""
    declared, rank = variable.spec.shape, value.ndim
    if not 0 < rank < len(declared) or any(dim != 1 for dim in declared[rank:]) or not variable.need_check_feed:
        return value
    return value.reshape((*value.shape, *declared[rank:]))


def _from_python(value: Array, variable: Variable) -> Any:
    try:
        return np.array(value, dtype=variable.dtype.dtype)
    except (TypeError, ValueError) as e:
        raise FeedError(
            f"The fed Variable '{variable.name}' cannot be made from the given value: {e}",
            facts={"declared": variable.spec, "given": type(value).__name__},
            site=variable.site,
            fix="feed an array, or nested lists of equal lengths",
        ) from e


def _check(variable: Variable, value: Array) -> None:
    if not variable.need_check_feed:
        return
    facts = {"declared": variable.spec, "given": f"{value.dtype}{dims.text(value.shape)}"}
    if value.dtype != variable.dtype.dtype:
        raise FeedError(
            f"The data type of fed Variable '{variable.name}' must be '{variable.dtype.name}', "
            f"but received '{value.dtype}'",
            facts=facts,
            site=variable.site,
            fix=f"feed {{'{variable.name}': value.astype('{variable.dtype.name}')}}"
            if value.dtype.kind in "biufc"
            else "feed numbers: an array, or nested lists of equal lengths",
        )
    if not dims.refines(value.shape, variable.spec.shape):
        raise FeedError(
            f"The fed Variable '{variable.name}' should have dimensions = {len(variable.shape)}, "
            f"shape = {variable.shape}, but received fed shape {list(value.shape)} on each device",
            facts=facts,
            site=variable.site,
            fix="reshape the fed array, or declare None for a dim that varies",
        )
