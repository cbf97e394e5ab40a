"""Tables for export: rows as dicts, as a DataFrame, or as a CSV or Parquet file."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import os
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from opscope.errors import MissingPackage
from opscope.events import ValueSeen


class Tabular:
    """An object that has rows, and can be exported as a table.

    All rows of the table have the same `columns`; a missing number is None.
    """

    columns: ClassVar[tuple[str, ...]]

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the table as dicts.

        Returns:
            A dict for each row: Python numbers, strings and tuples, by the name of the column.
        """
        raise NotImplementedError

    def to_frame(self) -> Any:
        """Return the rows of the table as a DataFrame of pandas, or of polars if pandas is not installed.

        Returns:
            A DataFrame whose columns are the keys of `records()`.

        Raises:
            MissingPackage: neither pandas nor polars is installed.

        Example:
            >>> taps = debug.attach(exe).tap("*.w_0")
            >>> train()
            >>> taps.to_frame()[["name", "nan"]]
                   name  nan
            0  fc_0.w_0    0
        """
        return data_frame(self.records(), self.columns)

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the rows of the table to a CSV file. The first line has the names of the columns.

        If a number is missing, its cell is empty.

        Args:
            path: path of the file.

        Raises:
            OSError: the file cannot be written.

        Example:
            >>> debug.start(train, taps=["*.w_0"]).history.to_csv("run.csv")
        """
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.columns)
            writer.writeheader()
            writer.writerows(self.records())

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the rows of the table to a Parquet file. The columns are the keys of `records()`.

        If a number is missing, its cell is null.

        Args:
            path: path of the file; an existing file is replaced.

        Raises:
            MissingPackage: pyarrow is not installed.
            OSError: the file cannot be written.

        Example:
            >>> run.history.to_parquet("history.parquet")                             # doctest: +SKIP
        """
        pyarrow = pyarrow_package("to_csv() needs no package")
        rows = self.records()
        columns = {name: [row[name] for row in rows] for name in self.columns}
        pyarrow.parquet.write_table(pyarrow.table(columns), os.fspath(path))


def data_frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> Any:
    """Return rows as a DataFrame of pandas, or of polars if only polars is installed.

    Raises MissingPackage if neither pandas nor polars is installed.
    """
    if importlib.util.find_spec("pandas") is not None:
        import pandas as pd

        return pd.DataFrame.from_records(rows, columns=columns)
    if importlib.util.find_spec("polars") is None:
        fix = "pip install pandas, or polars; records() and to_csv() need neither"
        raise MissingPackage("a DataFrame needs pandas or polars", fix=fix)
    polars = importlib.import_module("polars")
    return polars.DataFrame({name: [row[name] for row in rows] for name in columns}, strict=False)


def pyarrow_package(instead: str) -> Any:
    """Return the package pyarrow, together with its module for Parquet.

    Raises MissingPackage, with the text `instead` as the fix, if pyarrow is not installed.
    """
    if importlib.util.find_spec("pyarrow") is None:
        raise MissingPackage("a Parquet file needs pyarrow", fix=f"pip install pyarrow; {instead}")
    import pyarrow as pa

    importlib.import_module("pyarrow.parquet")  # registers itself in the package
    return pa


SUMMARY_COLUMNS = (
    "step", "name", "op_type", "role", "shape", "dtype", "mean", "std", "min", "max", "zeros", "nan", "inf", "grad_of",
    "parameter", "site", "called",
)  # fmt: skip


def summary_record(summary: ValueSeen) -> dict[str, Any]:
    """Return the summary of a value as a row of a table."""
    return {column: getattr(summary, column) for column in SUMMARY_COLUMNS}
