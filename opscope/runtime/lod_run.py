"""Runs with LoD, the offsets of variable-length sequences. The offsets of fed tensors become separate feeds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import FeedError, RunError
from opscope.ir.program.lod import lod_source, rows_name
from opscope.ir.program.program import Block, Variable
from opscope.runtime.plan import Plan


class LodFeed(dict[str, Any]):
    """A feed with a LoD. The offsets of the LoD are separate feeds."""


class LodRun(NamedTuple):
    """LoD information of a plan: the inputs whose LoD the plan needs, and the origin of the LoD of each fetch.

    The origin is the name of an input with the same LoD, or the names of variables that contain the offsets.
    """

    inputs: tuple[str, ...]
    fetches: tuple[str | tuple[str, ...], ...]

    def feed(self, block: Block, feed: Mapping[str, Any]) -> LodFeed:
        """Add the LoD offsets that the plan reads to the feeds. Raises FeedError for wrong offsets."""
        lod_feed = LodFeed(feed)
        for name in self.inputs:
            levels = _lod_of(feed.get(name))
            if levels:
                _check(block.vars[name], levels)
                lod_feed.update(zip(_offset_names(block.vars[name]), map(_array, levels), strict=True))
        return lod_feed

    @property
    def offset_names(self) -> list[str]:
        """The names of the offsets that must also be fetched."""
        return [name for source in self.fetches if not isinstance(source, str) for name in source]

    def attach_lod(self, feed: Mapping[str, Any], values: list[DenseTensor]) -> list[DenseTensor]:
        """Return the fetched tensors with their LoD. `values` contains the fetches and then the offsets."""
        offsets = iter(values[len(self.fetches) :])
        fetched = values[: len(self.fetches)]
        for value, source in zip(fetched, self.fetches, strict=True):
            if isinstance(source, str):
                levels = _lod_of(feed.get(source))
            else:
                levels = [list(map(int, np.array(next(offsets)))) for _ in source]
            if levels:
                value._lod = levels  # even if reshape changed the rows: Paddle passes it on, too
        return fetched


def _lod_of(value: Array) -> list[list[int]]:
    return value.lod() if isinstance(value, DenseTensor) else []


def _array(level: list[int]) -> Any:
    return np.array(level, dtype="int64")


def _offset_names(variable: Variable) -> tuple[str, ...]:
    source = lod_source(variable)
    return () if source is None else source.names


def _check(variable: Variable, levels: list[list[int]]) -> None:
    if len(levels) != variable.lod_level:
        raise FeedError(
            f"The fed Variable '{variable.name}' has {len(levels)} levels of LoD, but was declared with "
            f"{variable.lod_level}", facts={"lod": levels}, site=variable.site,
            fix=f"declare the variable with lod_level={len(levels)}",
        )  # fmt: skip


def lod_run_of(plan: Plan) -> LodRun | None:
    """Return the LoD information of a plan, or None if the plan uses no LoD."""
    block = plan.block
    read = dict.fromkeys(rows_name(name) for name, _ in plan.missing)
    inputs = tuple(n for n in read if n in block.vars)
    fetches = tuple(_source(block, name) for name, _ in plan.fetches)
    return LodRun(inputs, fetches) if inputs or any(fetches) else None


def _source(block: Block, name: str) -> str | tuple[str, ...]:
    variable = block.find(name)
    source = None if variable is None else lod_source(variable)
    if source is None:
        return ()
    if source.data is None:
        return source.names
    return source.data.name if source.data.lod_level else ()


def without_lod(tensor: DenseTensor) -> DenseTensor:
    """Return the tensor if it has no LoD. Raises RunError if it has a LoD, which an array cannot represent."""
    if tensor.lod():
        raise RunError(
            "Some of your fetched tensors hold LoD information. They can not be completely cast to Python ndarray. "
            "Please set the parameter 'return_numpy' as 'False' to return LoDTensor itself directly.", site=site(),
        )  # fmt: skip
    return tensor
