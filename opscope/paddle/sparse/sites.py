"""Arithmetic with site numbers, in main memory. No gradient flows through sites."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

Sites = np.ndarray[Any, Any]  # [dims, elements] int64
Numbers = np.ndarray[Any, Any]  # [elements] int64


def flat(sites: Sites, dims: Sequence[int]) -> Numbers:
    """Return the number of each site: its position in a row-major array with these dims."""
    numbers = np.zeros(sites.shape[1], "int64")
    for row, dim in zip(sites, dims, strict=True):
        numbers = numbers * dim + row
    return numbers


def unflat(numbers: Numbers, dims: Sequence[int]) -> Sites:
    """Return the sites of such numbers."""
    rows: list[Any] = []
    for dim in reversed(dims):
        rows.append(numbers % max(dim, 1))
        numbers = numbers // max(dim, 1)
    return np.stack(rows[::-1]) if rows else np.zeros((0, len(numbers)), "int64")


def merged(*numbers: Numbers) -> tuple[Numbers, list[Numbers]]:
    """Return the sorted unique numbers, and for each array the positions of its numbers in the former."""
    union, at = np.unique(np.concatenate(numbers), return_inverse=True)
    ends = np.cumsum([len(n) for n in numbers])[:-1]
    return union, np.split(at.reshape(-1), ends)


def last(numbers: Numbers) -> Numbers | None:
    """Return the last position of each number, in the order of the numbers; None if no number is repeated."""
    _, backwards = np.unique(numbers[::-1], return_index=True)
    return None if len(backwards) == len(numbers) else len(numbers) - 1 - backwards


def ordered(numbers: Numbers) -> Numbers | None:
    """Return the stable order that sorts the numbers; None for sorted numbers."""
    return None if (numbers[1:] >= numbers[:-1]).all() else np.argsort(numbers, kind="stable")


def of_rows(crows: Numbers, cols: Numbers, shape: Sequence[int]) -> Sites:
    """Return the sites of a tensor [M, N] or [B, M, N] with compressed rows."""
    rows = shape[-2]
    counts = np.diff(crows.reshape(-1, rows + 1), axis=1).reshape(-1)
    row = np.repeat(np.arange(len(counts)), counts)
    if len(shape) == 2:
        return np.stack([row, cols])
    return np.stack([row // max(rows, 1), row % max(rows, 1), cols])


def to_rows(sites: Sites, shape: Sequence[int]) -> tuple[Numbers, Numbers]:
    """Return (crows, cols) of sorted sites."""
    lead = shape[:-1]
    counts = np.bincount(flat(sites[:-1], lead), minlength=math.prod(lead)).reshape(-1, lead[-1])
    crows = np.concatenate([np.zeros((len(counts), 1), "int64"), np.cumsum(counts, axis=1)], axis=1)
    return crows.reshape(-1), sites[-1]


def pairs(left: Numbers, right: Numbers) -> tuple[Numbers, Numbers]:
    """Return all (i, j) with left[i] == right[j], sorted by i, then by the position of j."""
    order = np.argsort(right, kind="stable")
    start = np.searchsorted(right[order], left, "left")
    counts = np.searchsorted(right[order], left, "right") - start
    i = np.repeat(np.arange(len(left)), counts)
    within = np.arange(len(i)) - np.repeat(np.cumsum(counts) - counts, counts)
    return i, order[np.repeat(start, counts) + within]
