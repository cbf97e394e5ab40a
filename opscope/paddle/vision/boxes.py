"""Boxes in images: nms, and offsets between boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.ops import creation
from opscope.ops.detection import boxes as ops
from opscope.ops.elementwise.arithmetic import cast_like
from opscope.ops.elementwise.unary import exp, log
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import unsqueeze
from opscope.ops.public_functions import public


@public
def nms(
    boxes: Any,
    iou_threshold: float = 0.3,
    scores: Any = None,
    category_idxs: Any = None,
    categories: Sequence[int] | None = None,
    top_k: int | None = None,
) -> Any:
    """Return the positions of the boxes [n, 4] that remain after non-maximum suppression, best first, int64.

    A box is removed if it overlaps a better box by more than iou_threshold. The better box comes first, or has the
    higher score of scores [n]. With category_idxs [n], each category of `categories` is suppressed separately. top_k:
    the maximum number of boxes. Raises ModeError (an AssertionError) for category_idxs without categories, and for
    top_k above n.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/nms_en.html
    """
    if category_idxs is not None and categories is None:
        raise ModeError(
            "category_idxs needs categories, the list of all different ids in category_idxs",
            site=site(),
        )
    if top_k is not None and scores is not None and -1 != boxes.shape[0] < top_k:
        raise ModeError("top_k should not be greater than the number of boxes", site=site())
    known = tuple(map(int, categories)) if categories is not None and category_idxs is not None else None
    kept = ops.nms(
        boxes, scores, None if scores is None else category_idxs, iou_threshold=iou_threshold, categories=known
    )
    return kept if top_k is None else kept[:top_k]


def _centers(box: Any, more: float) -> tuple[Any, Any, Any, Any]:
    """Return (x, y, width, height) of boxes [..., 4]; more is 1 if the right and lower borders belong to the boxes."""
    width, height = box[..., 2] - box[..., 0] + more, box[..., 3] - box[..., 1] + more
    return box[..., 0] + width * 0.5, box[..., 1] + height * 0.5, width, height


@public
def box_coder(
    prior_box: Any,
    prior_box_var: Any,
    target_box: Any,
    code_type: str = "encode_center_size",
    box_normalized: bool = True,
    axis: int = 0,
    name: str | None = None,
) -> Any:
    """Encode boxes as offsets from prior boxes, or decode offsets to boxes.

    An offset is a difference of centers or of logarithms of sizes, divided by prior_box_var. encode_center_size:
    target_box [n, 4] and prior_box [m, 4] give [n, m, 4]. decode_center_size: target_box [n, m, 4] are offsets from
    prior_box[j] (axis=0) or prior_box[i] (axis=1). prior_box_var: a tensor [m, 4], or four numbers.
    box_normalized=False: corners are pixels, and borders belong to boxes. Raises ArgumentError for another code_type or
    axis, UsageError (a TypeError) without prior_box_var.
    """
    if code_type not in ("encode_center_size", "decode_center_size") or axis not in (0, 1):
        raise ArgumentError(
            f"box_coder: code_type={code_type!r} with axis={axis} is not supported",
            site=site(),
            fix="use encode_center_size or decode_center_size, and axis 0 or 1",
        )
    if isinstance(prior_box_var, list | tuple):
        if len(prior_box_var) != 4:
            raise ModeError("prior_box_var must be a Variable, or a list or tuple of 4 numbers.", site=site())
        parts = list(map(float, prior_box_var))
        prior_box_var = cast_like(
            concat_split.stack([creation.full(shape=(1,), fill_value=v, dtype="float64") for v in parts], axis=1),
            prior_box,
        )
    elif not hasattr(prior_box_var, "__apply_op__"):
        raise UsageError("prior_box_var must be a Variable, or a list or tuple of 4 numbers", site=site())
    more = 0.0 if box_normalized else 1.0
    if code_type == "encode_center_size":
        px, py, pw, ph = (unsqueeze(v, axis=[0]) for v in _centers(prior_box, more))
        tx, ty = ((target_box[:, i] + target_box[:, i + 2]) * 0.5 for i in (0, 1))
        _, _, tw, th = (unsqueeze(v, axis=[1]) for v in _centers(target_box, more))
        tx, ty = unsqueeze(tx, axis=[1]), unsqueeze(ty, axis=[1])
        out = [(tx - px) / pw, (ty - py) / ph, log(abs(tw / pw)), log(abs(th / ph))]
        return concat_split.stack(out, axis=2) / unsqueeze(prior_box_var, axis=[0])
    px, py, pw, ph = (unsqueeze(v, axis=[axis]) for v in _centers(prior_box, more))
    shift = target_box * unsqueeze(prior_box_var, axis=[axis])
    x, y = shift[..., 0] * pw + px, shift[..., 1] * ph + py
    w, h = exp(shift[..., 2]) * pw * 0.5, exp(shift[..., 3]) * ph * 0.5
    return concat_split.stack([x - w, y - h, x + w - more, y + h - more], axis=2)
