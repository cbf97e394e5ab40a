"""Tables that leave the tool: rows as dicts, a pandas DataFrame, a CSV or Parquet file."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import os
from typing import Any, ClassVar

from opscope.errors import MissingPackage
from opscope.events import ValueSeen


class Tabular:
    """Something with rows. All rows have the same `columns`; None where a row has no such number."""

    columns: ClassVar[tuple[str, ...]]

    def records(self) -> list[dict[str, Any]]:
        """The rows as dicts.

        Returns:
            Python numbers, strings and tuples, by column.
        """
        raise NotImplementedError

    def to_frame(self) -> Any:
        """The rows as a DataFrame of pandas, or of polars where only that is installed.

        Returns:
            A DataFrame with the columns of `records()`.

        Raises:
            MissingPackage: neither is installed.

        Example:
            >>> taps = debug.attach(exe).tap("*.w_0")
            >>> train()
            >>> taps.to_frame()[["name", "nan"]]
                   name  nan
            0  fc_0.w_0    0
        """
        if importlib.util.find_spec("pandas") is not None:
            import pandas as pd

            return pd.DataFrame.from_records(self.records(), columns=self.columns)
        if importlib.util.find_spec("polars") is None:
            fix = "pip install pandas, or polars; records() and to_csv() need neither"
            raise MissingPackage("a DataFrame needs pandas or polars", fix=fix)
        rows, polars = self.records(), importlib.import_module("polars")
        return polars.DataFrame({name: [row[name] for row in rows] for name in self.columns}, strict=False)

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a CSV file, with a line of column names; None is an empty cell.

        Args:
            path: of the file.

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
        """Write the rows to a Parquet file: the columns of `records()`, null where a row has no such number.

        Args:
            path: of the file; one that exists is replaced.

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


def pyarrow_package(instead: str) -> Any:
    """The package pyarrow, with its module for Parquet. Raises MissingPackage, which says what to use `instead`."""
    if importlib.util.find_spec("pyarrow") is None:
        raise MissingPackage("a Parquet file needs pyarrow", fix=f"pip install pyarrow; {instead}")
    import pyarrow as pa

    importlib.import_module("pyarrow.parquet")  # adds itself to the package
    return pa


SUMMARY_COLUMNS = (
    "step", "name", "op_type", "role", "shape", "dtype", "mean", "std", "min", "max", "zeros", "nan", "inf", "grad_of",
    "parameter", "site", "called",
)  # fmt: skip


def summary_record(summary: ValueSeen) -> dict[str, Any]:
    """The row of a summary of a value."""
    return {column: getattr(summary, column) for column in SUMMARY_COLUMNS}
