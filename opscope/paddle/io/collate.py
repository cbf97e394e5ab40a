"""Functions that combine samples to a batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.checks.masked_arrays import unmasked
from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UsageError


def default_collate_fn(batch: Sequence[Any]) -> Any:
    """Combine samples to a batch: arrays, Tensors and numbers are stacked, separately for each field of a sample.

    Strings and bytes stay a list. Raises ArgumentError for samples of different shapes, and UsageError for other types.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/io/DataLoader_en.html
    """
    first = batch[0]
    if isinstance(first, np.ndarray | np.generic | Tensor):
        return _stacked(batch)
    if isinstance(first, bool | int | float):
        return np.array(batch)
    if isinstance(first, str | bytes):
        return list(batch)
    if isinstance(first, Mapping):
        return {key: default_collate_fn([sample[key] for sample in batch]) for key in first}
    if isinstance(first, Sequence):
        if any(len(sample) != len(first) for sample in batch):
            raise ArgumentError(
                "all samples of a batch must have the same number of fields",
                facts={"fields": sorted({len(s) for s in batch})},
                site=site(),
            )
        return [default_collate_fn(fields) for fields in zip(*batch, strict=True)]
    raise UsageError(
        f"a sample can contain only: tensor, numpy.ndarray, dict, list, number, but it contains a {type(first)}",
        site=site(), fix="pass a collate_fn of your own",
    )  # fmt: skip


def _stacked(batch: Sequence[Any]) -> Any:
    arrays = [s._value if isinstance(s, Tensor) else unmasked(s) for s in batch]
    if len({np.shape(a) for a in arrays}) > 1:
        raise ArgumentError(
            "samples of different shapes cannot be stacked to one batch",
            facts={f"sample {i}": list(np.shape(a)) for i, a in enumerate(arrays[:8])}, site=site(),
            fix="pad the samples to one shape, or pass a collate_fn of your own",
        )  # fmt: skip
    xp: Any = places.common_array_module(arrays)
    stacked = xp.stack(arrays)
    return Tensor(stacked) if isinstance(batch[0], Tensor) else stacked


def default_convert_fn(batch: Any) -> Any:
    """Convert a sample without batches (batch_size=None): samples as they are, numbers as arrays."""
    if isinstance(batch, bool | int | float):
        return np.array(batch)
    if isinstance(batch, Mapping):
        return {key: default_convert_fn(value) for key, value in batch.items()}
    if isinstance(batch, Sequence) and not isinstance(batch, str | bytes):
        return [default_convert_fn(value) for value in batch]
    return batch
