"""Conversion of values by step to an xarray Dataset and to Parquet files."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.debug.tabular import pyarrow_package
from opscope.errors import ArgumentError, MissingPackage

Values = Mapping[str, Mapping[int, Array]]  # name -> step -> array


def dataset(values: Values) -> Any:
    """Make an xarray Dataset from values by step.

    Raises MissingPackage if xarray is not installed. Raises ArgumentError if the shape of a value changes between
    steps.
    """
    if importlib.util.find_spec("xarray") is None:
        raise MissingPackage("a Dataset needs xarray", fix="pip install xarray; values(name) needs no package")
    import xarray as xr

    arrays: dict[str, Any] = {}
    for name, by_step in values.items():
        shapes = {array.shape for array in by_step.values()}
        if len(shapes) > 1:
            raise ArgumentError(
                f"the shape of {name} is not the same in all steps: {', '.join(map(str, sorted(shapes)))}",
                fix="choose steps with one shape by steps=, or use to_parquet()",
            )
        dims = ["step", *(f"{name}_{axis}" for axis in range(len(next(iter(shapes)))))]
        arrays[name] = xr.DataArray(np.stack(list(by_step.values())), dims=dims, coords={"step": list(by_step)})
    return xr.Dataset(arrays)


def write_parquet(path: str | os.PathLike[str], values: Values) -> None:
    """Write values to a Parquet file that has a row for each step.

    Raises MissingPackage if pyarrow is not installed. Raises OSError if the file cannot be written. Raises
    ArgumentError for numbers that Parquet does not have, such as complex numbers.
    """
    pyarrow = pyarrow_package("values(name) needs no package")
    steps = sorted({step for by_step in values.values() for step in by_step})
    columns: dict[str, Any] = {"step": pyarrow.array(steps, pyarrow.int64())}
    for name, by_step in values.items():
        rows = [by_step.get(step) for step in steps]
        dtype = next(iter(by_step.values())).dtype
        try:
            element = pyarrow.from_numpy_dtype(dtype)
        except pyarrow.ArrowNotImplementedError:
            raise ArgumentError(
                f"Parquet has no numbers of {dtype}, the dtype of {name}", fix=f"leave {name} out"
            ) from None
        flat = [None if row is None else np.ascontiguousarray(row).reshape(-1) for row in rows]
        columns[name] = pyarrow.array(flat, pyarrow.list_(element))
        shapes = [None if row is None else list(row.shape) for row in rows]
        columns[f"{name}.shape"] = pyarrow.array(shapes, pyarrow.list_(pyarrow.int64()))
    pyarrow.parquet.write_table(pyarrow.table(columns), os.fspath(path))
