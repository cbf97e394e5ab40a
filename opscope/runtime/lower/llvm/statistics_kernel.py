"""Measures of an array in one pass: its range, sum, sum of squares and zeros; or only whether all is finite."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.runtime.lower.llvm import compiler, kernel_cache
from opscope.runtime.lower.llvm.kernel_graph import FULL, Program


@functools.cache
def _program(dtype: Any) -> Program:
    program = Program(dtype)
    x = program.input(FULL, dtype)
    zeros = program.floats(program.compare("oeq", x, 0.0))
    for op, value in (
        ("bottom", x), ("top", x), ("total", x), ("total", program.do("mul", x, x)), ("total", zeros),
    ):  # fmt: skip
        program.sink(program.do(op, value), "store row")
    return program


PART = 1 << 14  # elements of which one sum is made: more would lose digits


def measured(array: Any) -> tuple[float, float, float, float, float] | None:
    """(low, high, sum, sum of squares, zeros) of the elements of an array, in one pass; None where NumPy is to do it.

    As for `measuring`: the squares say whether the others mean something.
    """
    if not compiler.available() or array.dtype.char not in "fd" or not array.flags.c_contiguous or not array.size:
        return None
    size, rows = array.size, -(-array.size // PART)
    numbers = np.empty((5, rows), array.dtype)
    start, here, step = array.ctypes.data, numbers.ctypes.data, numbers.strides[0]
    whole, rest = divmod(size, PART)
    for count, columns, first in ((whole, PART, 0), (1, rest, whole)):
        if not count or not columns:
            continue
        places = [here + i * step + first * array.itemsize for i in range(5)]
        table = np.array([count, columns, 0, start + first * PART * array.itemsize, *places], np.int64)
        _function(array.dtype, columns % 16 == 0)(table.ctypes.data)
    if rows == 1:
        return tuple(numbers[:, 0].tolist())
    low, high, total, squares, zeros = numbers.astype("float64")
    return float(low.min()), float(high.max()), float(total.sum()), float(squares.sum()), float(zeros.sum())


@functools.cache
def _function(dtype: Any, whole: bool) -> Callable[[int], None]:
    return kernel_cache.function_of(_program(dtype), 16 if whole else 1).call


@functools.cache
def _health(dtype: Any) -> Program:
    program = Program(dtype)
    x = program.input(FULL, dtype)
    program.sink(program.do("total", program.do("mul", x, 0.0)), "store row")
    return program


def measuring(flat: Any, numbers: Sequence[Any]) -> Any:
    """The call that writes low, high, sum, squares and zeros of a flat array of floats into 0-d arrays of its dtype.

    None where that is left to NumPy. What is NaN or infinite shows in the squares; the others are then anything.
    """
    return _call(_program, flat, numbers)


def sounding(flat: Any, number: Any) -> Any:
    """The call that writes 0 into a 0-d array, or NaN if something is NaN or infinite. None likewise."""
    return _call(_health, flat, [number])


def _call(program: Callable[[Any], Program], flat: Any, numbers: Sequence[Any]) -> Any:
    if not compiler.available() or flat.dtype.char not in "fd" or not flat.flags.c_contiguous:
        return None
    function = kernel_cache.function_of(program(flat.dtype), flat.size)
    return kernel_cache.bound(function, 1, flat.size, np.empty(0, flat.dtype), [flat, *numbers])
