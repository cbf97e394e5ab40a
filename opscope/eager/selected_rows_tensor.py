"""SelectedRowsTensor, the gradient of a weight whose embedding has sparse=True, for the user and for optimizers."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.annotations import Array
from opscope.core.dtype import DType, as_dtype
from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.core.variable_kinds import SELECTED_ROWS, VarKind
from opscope.eager import sparse_gradient
from opscope.eager.sparse_gradient import SelectedRows
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, RunError


class SelectedRowsTensor(Tensor):
    """Tensor whose value is stored as rows. For ops and `numpy()`, the rows are converted to a dense table.

    A write to the Tensor converts it to a dense Tensor. `get_selected_rows()` returns rows, height and values.
    """

    __slots__ = ("_dense", "_selected")

    def __init__(self, selected: SelectedRows, stop_gradient: bool = True, name: str = "") -> None:
        self._selected: SelectedRows | None = selected
        self._dense: Any = None
        super().__init__(None, stop_gradient, name)

    @property
    def _value(self) -> Any:  # type: ignore[override]
        if self._dense is None:
            assert self._selected is not None
            self._dense = self._selected.to_dense()
        return self._dense

    @_value.setter
    def _value(self, value: Any) -> None:
        if isinstance(value, SelectedRows):
            self._selected, self._dense = value, None
        elif value is not None:
            self._dense, self._selected = value, None

    @property
    def selected(self) -> SelectedRows | None:
        """The rows. None after a write to the tensor."""
        if self._version[0]:  # in place, through the dense table
            self._selected = None
        return self._selected

    def write_values(self, values: Array) -> None:
        """Write other values to the same rows. Raises RunError if the tensor is dense."""
        rows = self.selected
        if rows is None:
            raise RunError(
                "the program wrote to the gradient, so the gradient is dense and no longer has rows", site=site()
            )
        self._take_array(SelectedRows(rows.rows, values, rows.shape))

    @property
    def shape(self) -> list[int]:
        """The dims of the table."""
        return list(self._value.shape if self._selected is None else self._selected.shape)

    @property
    def dtype(self) -> DType:
        """The data type."""
        return as_dtype(self._value.dtype if self._selected is None else self._selected.dtype)

    @property
    def type(self) -> VarKind:
        """Type of variable: SELECTED_ROWS."""
        return SELECTED_ROWS

    def is_selected_rows(self, *_: object) -> bool:
        """Return True, because this tensor is stored as rows."""
        return self.selected is not None

    def is_dense(self) -> bool:
        """Return False, because this tensor is stored as rows."""
        return self.selected is None

    def get_selected_rows(self) -> Any:
        """Return a copy of the rows, which has the methods `rows()`, `height()` and `get_tensor()`, as in Paddle.

        The result is None after a write to the tensor.
        """
        found = self.selected
        return None if found is None else RowsOfTable(found)

    def values_and_rows(self) -> Any:
        """Return the pair (values, rows) as NumPy arrays. After a write to the tensor, return the dense table."""
        found = self.selected
        return self.numpy() if found is None else tuple(np.array(places.to_host(v)) for v in (found.values, found.rows))

    def rows(self) -> list[int]:
        """Return the rows, in the order of their values."""
        found = self.selected
        return [] if found is None else found.rows.tolist()


class RowsOfTable:
    """Class SelectedRows of Paddle: row numbers in a table of `height` rows, with the values in `get_tensor()`."""

    def __init__(self, selected: SelectedRows | None = None) -> None:
        self._rows: list[int] = [] if selected is None else selected.rows.tolist()
        self._height = 0 if selected is None else selected.shape[0]
        self._tensor = DenseTensor() if selected is None else DenseTensor(places.to_host(selected.values).copy())

    def rows(self) -> list[int]:
        """Return the rows, in the order of their values."""
        return list(self._rows)

    def set_rows(self, rows: Any) -> None:
        """Set the rows."""
        self._rows = [int(row) for row in rows]

    def height(self) -> int:
        """Return the number of rows of the table."""
        return self._height

    def set_height(self, height: int) -> None:
        """Set the number of rows of the table."""
        self._height = int(height)

    def get_tensor(self) -> DenseTensor:
        """Return the values, of shape [n, *]."""
        return self._tensor

    def numel(self) -> int:
        """Return the number of values."""
        return int(np.asarray(self._tensor).size)

    def sync_index(self) -> None:
        """Do nothing. Paddle builds an index here, but these rows have no index."""

    def to_dense(self) -> np.ndarray[Any, Any]:
        """Return the dense table.

        Raises ArgumentError if the numbers of rows and values differ, or if a row number is not below the height.
        """
        values = np.asarray(self._tensor)
        if len(self._rows) != len(values) or not all(0 <= row < self._height for row in self._rows):
            raise ArgumentError(
                "each row of the values needs one row number, which must be below the height", site=site(),
                facts={"rows": self._rows, "values": list(values.shape), "height": self._height},
                fix="call set_rows with one row number for each value, each less than the height",
            )  # fmt: skip
        rows = np.asarray(self._rows, np.int64)
        return SelectedRows(rows, values, (self._height, *values.shape[1:])).to_dense()

    def __repr__(self) -> str:
        return f"SelectedRows(height={self._height}, rows={self._rows})"


sparse_gradient.as_tensor[:] = [SelectedRowsTensor]
