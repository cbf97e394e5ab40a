"""A matrix of derivatives. A row is computed when it is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.eager.autograd import grad
from opscope.errors import UsageError
from opscope.ir.gradients.backward import gradients
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY


class Rows:
    """d ys / d xs: [N, M] for ys [N], or [B, N, M] for ys [B, N]; M is the number of elements of all xs."""

    def __init__(self, ys: Any, xs: Sequence[Any], batched: bool) -> None:
        self._ys, self._xs, self._batched = ys, xs, batched
        self._known: dict[int, Any] = {}
        lead = list(ys.shape[:1]) if batched else []
        width = sum(_count(x.shape[1:] if batched else x.shape) for x in xs)
        self.shape = [*lead, ys.shape[-1], width]

    def __getitem__(self, index: tuple[Any, ...]) -> Any:
        """Index with ints and slices, an index for each dim."""
        axis = int(self._batched)
        part, rest = index[axis], (*index[:axis], *index[axis + 1 :])
        if isinstance(part, int):
            return self._row(part)[rest]
        rows = [self._row(i) for i in range(*part.indices(self.shape[axis]))]
        made = REGISTRY.public["stack"](rows, axis=axis)
        return made[(*index[:axis], slice(None), *index[axis + 1 :])]

    def _row(self, number: int) -> Any:
        number = range(self.shape[int(self._batched)])[number]
        if number not in self._known:
            y = self._ys[:, number] if self._batched else self._ys[number]
            shape = [self.shape[0], -1] if self._batched else [-1]
            parts = [REGISTRY.public["reshape"](d, shape) for d in derivatives(y, self._xs)]
            made = parts[0] if len(parts) == 1 else REGISTRY.public["concat"](parts, axis=-1)
            self._known[number] = made
        return self._known[number]


def _count(shape: Sequence[int]) -> int:
    count = 1
    for dim in shape:
        count *= dim
    return count


def derivatives(ys: Any, xs: Sequence[Any], seeds: Any = None) -> list[Any]:
    """Return gradients of Tensors or Variables that can be differentiated again. A missing gradient is zeros."""
    if isinstance(xs[0], Variable):
        found: Any = gradients(ys, list(xs), seeds)
    else:
        found = grad(ys, list(xs), seeds, create_graph=True, allow_unused=True)
    return [_zeros(x) if d is None else d for d, x in zip(found, xs, strict=True)]


def _zeros(x: Any) -> Any:
    zeros = REGISTRY["zeros_like"](x)
    zeros.stop_gradient = x.stop_gradient
    return zeros


def full_index(index: Any, present: Sequence[bool]) -> tuple[Any, ...]:
    """Return the index of the whole matrix, in which some dims of size 1 are not shown.

    Raises IndexError, UsageError.
    """
    given = list(index) if isinstance(index, tuple | list) else [index]
    if any(part is Ellipsis for part in given):
        raise IndexError("An index with Ellipsis (...) is not supported.")
    if not any(present):
        raise IndexError("0-D tensor can not be indexed.")
    if len(given) > sum(present):
        raise IndexError(f"{len(given)} indices are too many for a tensor of {sum(present)} dims")
    for part in given:
        if not isinstance(part, int | slice):
            raise UsageError(f"An index of type {type(part)} is not supported.", fix="use ints and slices")
    given += [slice(None)] * (sum(present) - len(given))
    return tuple(given.pop(0) if there else 0 for there in present)
