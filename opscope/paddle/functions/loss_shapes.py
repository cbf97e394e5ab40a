"""Shapes that losses refuse although operators would broadcast: predictions as a column, labels as a row.

Paddle 2.6.2 also refuses each of them. In Paddle, `square_error_cost`, `l1_loss`, margin_ranking_loss and other losses
broadcast.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.source import site
from opscope.errors import ShapeError


def fits(a: Sequence[int], b: Sequence[int]) -> bool:
    """Return True if the known dims of two shapes are equal (-1: unknown)."""
    return len(a) == len(b) and all(m == n or -1 in (m, n) for m, n in zip(a, b, strict=True))


def refuse(message: str, fix: str, **tensors: Any) -> ShapeError:
    """Return the error, with the shapes of the tensors."""
    return ShapeError(message, facts={n: dims.text(v.shape) for n, v in tensors.items()}, site=site(), fix=fix)


def same_shape(loss: str, **tensors: Any) -> None:
    """Decorator: raise ShapeError if known dims of the tensors differ."""
    first, *others = (v.shape for v in tensors.values())
    if not all(fits(first, other) for other in others):
        raise refuse(
            f"{loss}: these tensors must have the same shape", "reshape or squeeze one of the tensors", **tensors
        )


def check_pos_weight(loss: str, label: Any, pos_weight: Any) -> None:
    """Raise ShapeError for a weight that would repeat the labels."""
    shape = list(label.shape)
    given = list(getattr(pos_weight, "shape", ()))
    padded = [1] * (len(shape) - len(given)) + given
    if len(padded) > len(shape) or any(w not in (1, -1, n) and n != -1 for w, n in zip(padded, shape, strict=True)):
        raise refuse(
            f"{loss}: the shape of pos_weight does not match the label",
            "pass one weight for each class, or weights of the label's shape",
            label=label, pos_weight=pos_weight,
        )  # fmt: skip


def check_dice(input: Any, label: Any) -> None:
    """Raise ShapeError unless input is [N, ..., C] and label [N, ..., 1]."""
    ranks = len(input.shape), len(label.shape)
    fix = "pass integer labels [N, ..., 1] for an input [N, ..., C]"
    if ranks[0] < 2:
        raise refuse("The rank of input should be greater than or equal to 2.", fix, input=input, label=label)
    if ranks[0] != ranks[1]:
        words = (
            f"The rank of input and label should be equal, but input has rank {ranks[0]} and label has rank {ranks[1]}."
        )
        raise refuse(words, fix, input=input, label=label)
    if label.shape[-1] not in (1, -1):
        words = f"The last dimension of label should be 1, but received {label.shape[-1]}."
        raise refuse(words, fix, input=input, label=label)
    if not fits(input.shape[:-1], label.shape[:-1]):
        raise refuse("All dims of input and label should be equal except the last one.", fix, input=input, label=label)


def variance_as(input: Any, variance: Any) -> bool:
    """Return True if variance has one dim less than input: one number for each row. Raises ShapeError for a misfit.

    variance fits if it has input's shape, input's shape with 1 as the last dim, or input's shape without the last dim.
    """
    rows = input.shape[:-1]
    if fits(input.shape, variance.shape):
        return False
    if input.shape and fits(rows, variance.shape):
        return True
    if not input.shape or not fits([*rows, 1], variance.shape):
        fix = "pass a variance of the input's shape, or one number for each row"
        raise refuse("the shape of variance does not match the input", fix, input=input, variance=variance)
    return False
