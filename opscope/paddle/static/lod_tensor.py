"""Tensors with the offsets of sequences, made of arrays and lists; DataFeeder, which makes feeds of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.described import Described
from opscope.core.random import default as stream
from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.ir.program.context import default_main_program
from opscope.ir.program.program import Program, Variable

Lengths = Sequence[Sequence[int]]


def create_lod_tensor(data: Any, recursive_seq_lens: Lengths, place: object) -> DenseTensor:
    """Return a DenseTensor of an array, or of a list of integer sequences, with the given sequence lengths.

    Raises ModeError (an AssertionError) if the sum of the lengths is not the number of rows, UsageError for other data.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/fluid/create_lod_tensor.html
    """
    if isinstance(data, DenseTensor):
        return create_lod_tensor(np.array(data), recursive_seq_lens, place)
    if isinstance(data, list):
        lengths = [len(seq) for seq in data]
        if [lengths] != [list(level) for level in recursive_seq_lens]:
            raise ModeError(
                "recursive_seq_lens must contain the lengths of the lists in data",
                facts={"lengths in data": lengths},
                site=site(),
            )
        elements = [element for seq in unmasked(data) for element in seq]
        return create_lod_tensor(np.array(elements)[..., None], [lengths], place)
    if not isinstance(data, np.ndarray):
        raise UsageError("data should be either a LoDTensor, a Numpy array or a list", site=site())
    made = DenseTensor()
    made.set(data, place)
    try:
        made.set_recursive_sequence_lengths([list(level) for level in recursive_seq_lens])
    except ArgumentError:
        raise ModeError(
            "recursive_seq_lens is not valid for this data", facts={"lengths": recursive_seq_lens}, site=site()
        ) from None
    return made


def create_random_int_lodtensor(
    recursive_seq_lens: Lengths, base_shape: Sequence[int], place: object, low: int, high: int
) -> DenseTensor:
    """Return a LoDTensor of random integers in [low, high]; each element has base_shape.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/fluid/create_random_int_lodtensor.html
    """
    if not isinstance(base_shape, list):
        raise ModeError("base_shape should be a list", site=site())
    rows = sum(recursive_seq_lens[-1])
    data = stream.array_generator(np).integers(low, high + 1, (rows, *base_shape)).astype("int64")
    return create_lod_tensor(data, recursive_seq_lens, place)


class DataFeeder(Described):
    """Converter of rows to the feed of a run: `feeder.feed([(image, label), ...])`.

    feed_list contains Variables, or names of Variables in `program`. Raises UsageError for other objects.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/fluid/DataFeeder.html
    """

    def __init__(
        self, feed_list: Sequence[Variable | str], place: object = None, program: Program | None = None
    ) -> None:
        block = (program or default_main_program()).global_block()
        self.variables: list[Variable] = []
        for item in feed_list:
            found = block.var(item) if isinstance(item, str) else item
            if not isinstance(found, Variable):
                raise UsageError("feed_list should contain only Variables", site=site())
            self.variables.append(found)
        self.place = place

    @property
    def feed_names(self) -> list[str]:
        """Names of the fed variables."""
        return [v.name for v in self.variables]

    def feed(self, iterable: Iterable[Sequence[Any]]) -> dict[str, DenseTensor]:
        """Return a DenseTensor for each variable, made of the rows, with the dtype of the variable.

        A flat row gets the shape of its variable. Raises ModeError (an AssertionError) if the number of fields in a row
        is not the number of variables.
        """
        columns: list[list[Any]] = [[] for _ in self.variables]
        for row in iterable:
            if len(row) != len(columns):
                raise ModeError(
                    f"each sample must have {len(columns)} fields, one for each Variable of feed_list, but a "
                    f"sample has {len(row)} fields",
                    site=site(),
                )
            for column, value in zip(columns, row, strict=True):
                column.append(value)
        return {v.name: self._tensor(v, c) for v, c in zip(self.variables, columns, strict=True)}

    def _tensor(self, variable: Variable, column: list[Any]) -> DenseTensor:
        made = DenseTensor()
        elements, lengths = column, list[list[int]]()
        for _ in range(variable.lod_level):
            lengths.append([len(sequence) for sequence in elements])
            elements = [element for sequence in elements for element in sequence]
        array = np.array(unmasked(elements), dtype=variable.dtype.dtype)
        if array.ndim != variable.ndim and variable.shape.count(-1) <= 1:
            try:
                array = array.reshape(variable.shape)
            except ValueError:
                raise ArgumentError(
                    f"the fed data must have the declared shape {variable.shape}, but its shape is {array.shape}",
                    site=site(),
                ) from None
        made.set(array, self.place)
        if lengths:
            made.set_recursive_sequence_lengths(lengths)
        return made


__all__ = ["DataFeeder", "create_lod_tensor", "create_random_int_lodtensor"]
