"""Support for ops whose inputs are in different places: some in main memory, others on a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.eager.tape import Tracked


def beside_a_gpus(inputs: Sequence[Any], arrays: list[Any]) -> tuple[Sequence[Any], list[Any]]:
    """Return the inputs and their arrays. Copy arrays in main memory to the GPU of the other inputs.

    A Tensor that needs a gradient is not copied, because its gradient must be at the same place as the Tensor.
    """
    there = next((a for a in arrays if places.is_array(a) and places.array_module(a) is not np), None)
    if there is None:
        return inputs, arrays
    place = places.place_of(there)
    pairs = list(zip(inputs, arrays, strict=True))
    moves = [type(a) is np.ndarray and not (isinstance(v, Tracked) and not v.stop_gradient) for v, a in pairs]
    moved = [places.to_device(a, place) if move else a for move, a in zip(moves, arrays, strict=True)]
    return [a if move else v for move, (v, _), a in zip(moves, pairs, moved, strict=True)], moved
