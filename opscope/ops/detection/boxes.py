"""Boxes in images, [left, top, right, bottom]: selection, and coding of a box relative to another box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int64
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops.registry import Sample, op

_BOXES = np.array([[0.0, 0, 10, 10], [1, 1, 11, 11], [20, 20, 30, 30], [0, 0, 9, 10]])
_SCORES, _KINDS = np.array([0.5, 0.9, 0.3, 0.6]), np.array([0, 1, 0, 1])


def _nms(boxes: TensorSpec, scores: Array = None, category_idxs: Any = None, **_: Any) -> TensorSpec:
    if boxes.rank != 2 or boxes.shape[1] not in (4, None):
        raise ShapeError("nms: boxes must be [n, 4]", facts={"boxes": boxes}, fix="reshape the boxes to [n, 4]")
    for what, given in (("scores", scores), ("category_idxs", category_idxs)):
        if given is not None and (
            given.rank != 1 or (None not in (n := (given.shape[0], boxes.shape[0])) and n[0] != n[1])
        ):
            raise ShapeError(
                f"nms: {what} must have one element for each box",
                facts={"boxes": boxes, what: given},
                fix=f"pass {what} of shape [n] for boxes [n, 4]",
            )
    return TensorSpec((None,), int64)


def areas(boxes: Array, more: float) -> Any:
    """Return the areas [n] of boxes; the area is 0 if the corners of a box are exchanged."""
    sides = boxes[:, 2:] - boxes[:, :2]
    return np.where((sides >= 0).all(1), np.prod(sides + more, axis=1), 0)


def overlaps(boxes: Array, others: Any, more: float = 0.0) -> Any:
    """Return intersection over union [n, m] of boxes; `more` is 1 if right and lower borders belong to the boxes."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    shared = np.prod(np.where(high >= low, high - low + more, 0), axis=-1)
    both = areas(boxes, more)[:, None] + areas(others, more) - shared
    return shared / np.where(both > 0, both, 1)


def _non_overlapping(boxes: Array, threshold: float) -> list[int]:
    """Choose the first box, and each box with little overlap with the boxes chosen before."""
    shared, kept = overlaps(boxes, boxes), np.zeros(len(boxes), bool)
    for i in range(len(boxes)):
        kept[i] = not (shared[i, :i][kept[:i]] > threshold).any()
    return np.flatnonzero(kept).tolist()


@op(
    dtype_kinds={"boxes": "f", "scores": "f", "category_idxs": "iu"},
    infer=lambda boxes, scores=None, category_idxs=None, *, iou_threshold=0.3, categories=None: _nms(
        boxes, scores, category_idxs
    ),
    check_shapes=True,
    samples=lambda: [
        Sample((_BOXES,)),
        Sample((_BOXES, _SCORES), {"iou_threshold": 0.5}),
        Sample((_BOXES, _SCORES, _KINDS), {"iou_threshold": 0.5, "categories": (0, 1)}),
    ],
)
def nms(
    xp: ArrayModule,
    boxes: Array,
    scores: Array = None,
    category_idxs: Array = None,
    *,
    iou_threshold: float = 0.3,
    categories: Sequence[int] | None = None,
) -> Array:
    """Return the int64 indices of the boxes [n, 4] that non-maximum suppression keeps, best boxes first.

    A box is removed if it overlaps a better box by more than iou_threshold. Without scores, a box is better if it comes
    first; with scores, if its score is higher. With category_idxs, boxes are compared only within a category.
    """
    places = np.arange(len(boxes))
    host = to_host(boxes).astype("float64")
    order = places if scores is None else np.argsort(-to_host(scores), kind="stable")
    if category_idxs is None:
        return xp.asarray(order[_non_overlapping(host[order], iou_threshold)].astype("int64"))
    kinds = to_host(category_idxs)[order]
    found = [order[kinds == kind] for kind in categories or ()]
    chosen = [part[_non_overlapping(host[part], iou_threshold)] for part in found]
    keep = np.isin(order, np.concatenate([np.empty(0, "int64"), *chosen]))
    return xp.asarray(order[keep].astype("int64"))
