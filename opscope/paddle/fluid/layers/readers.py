"""Readers inside programs, of Paddle 1.4: `py_reader` declares the data, and runs take the batches of a generator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError
from opscope.ir.program import context
from opscope.ir.program.program import Variable
from opscope.paddle.fluid.generated import PyReader
from opscope.paddle.fluid.layers.networks import data as data
from opscope.paddle.fluid.statically import statically


@statically
def py_reader(
    capacity: int, shapes: Sequence[Sequence[int]], dtypes: Sequence[object], lod_levels: Sequence[int] | None = None,
    name: str | None = None, use_double_buffer: bool = True,
) -> PyReader:  # fmt: skip
    """Return a reader of batches with a field for each of the shapes; `read_file` returns the variables of the fields.

    Set the data with decorate_paddle_reader or decorate_tensor_provider. After `start()`, each run of the program
    without a feed takes one batch; after the last batch, a run raises fluid.core.EOFException. Batches are made on
    request, so capacity and use_double_buffer have no effect. Raises ArgumentError if the numbers of shapes and dtypes
    differ.
    """
    levels = list(lod_levels or [0] * len(shapes))
    if not len(shapes) == len(dtypes) == len(levels):
        raise ArgumentError(
            "shapes, dtypes and lod_levels of py_reader must have the same number of elements", site=site(),
            facts={"shapes": len(shapes), "dtypes": len(dtypes), "lod_levels": len(levels)},
        )  # fmt: skip
    prefix = name or names("py_reader")
    fields = zip(shapes, dtypes, levels, strict=True)
    made = [context.data(f"{prefix}_{i}", list(s), d, level) for i, (s, d, level) in enumerate(fields)]
    return PyReader(made, capacity, use_double_buffer, iterable=False)


def create_py_reader_by_data(
    capacity: int, feed_list: Sequence[Variable], name: str | None = None, use_double_buffer: bool = True
) -> PyReader:
    """Make a py_reader for declared variables."""
    return PyReader(feed_list, capacity, use_double_buffer, iterable=False)


def read_file(reader: PyReader) -> Any:
    """Return the variables that a reader fills: a list, or a single variable."""
    return reader.feed_list[0] if len(reader.feed_list) == 1 else list(reader.feed_list)


def double_buffer(reader: PyReader, place: Any = None, name: str | None = None) -> PyReader:
    """Return the reader unchanged: batches are made on request."""
    return reader


__all__ = ["create_py_reader_by_data", "double_buffer", "py_reader", "read_file"]


note_functions(__name__)
