"""Boxes for a grid of features: prior boxes, and the decoding of the output of a YOLO head."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import samples
from opscope.ops.registry import Sample, op

Numbers = Sequence[float]


def ratios_of(aspect_ratios: Numbers, flip: bool) -> list[float]:
    """Return 1 and then each new ratio, with its inverse if ratios are flipped."""
    found = [1.0]
    for ratio in aspect_ratios:
        if all(abs(ratio - other) >= 1e-6 for other in found):
            found += [ratio, 1.0 / ratio] if flip else [ratio]
    return found


def sizes_of(
    min_sizes: Numbers, max_sizes: Numbers, aspect_ratios: Numbers, flip: bool, min_max_aspect_ratios_order: bool
) -> Any:
    """Return the width and height of all boxes of one position, [boxes, 2].

    Raises ArgumentError for a wrong number of max_sizes.
    """
    if max_sizes and len(max_sizes) != len(min_sizes):
        raise ArgumentError(
            "prior_box: max_sizes must have one element for each min_size",
            facts={"min_sizes": min_sizes, "max_sizes": max_sizes},
            fix="pass one max_size for each min_size, or none",
        )
    made: list[tuple[float, float]] = []
    for i, low in enumerate(min_sizes):
        wide = [(low * math.sqrt(r), low / math.sqrt(r)) for r in ratios_of(aspect_ratios, flip)]
        side = math.sqrt(low * max_sizes[i]) if max_sizes else 0.0
        between = [(side, side)] if max_sizes else []
        made += [*wide[:1], *between, *wide[1:]] if min_max_aspect_ratios_order else [*wide, *between]
    return np.array(made)


def _priors(input: TensorSpec, image: TensorSpec, count: int) -> list[TensorSpec]:
    if input.rank != 4 or image.rank != 4:
        raise ShapeError(
            "prior_box: input and image must be [N, C, H, W]",
            facts={"input": input, "image": image},
            fix="reshape input and image to rank 4",
        )
    made = input.with_shape((*input.shape[2:], count, 4))
    return [made, made]


def _prior_samples() -> list[Sample]:
    features, image = samples.array(1, 2, 3, 4), samples.array(1, 3, 12, 20)
    attrs = {"min_sizes": (4.0, 6.0), "max_sizes": (9.0, 11.0), "aspect_ratios": (2.0, 1.0), "flip": True}
    more = {"min_sizes": (4.0,), "clip": True, "min_max_aspect_ratios_order": True, "step_w": 3.0, "step_h": 2.0}
    return [Sample((features, image), attrs), Sample((features, image), more)]


@op(
    dtype_kinds={"input": "f", "image": "f"},
    infer=lambda input, image, *, min_sizes, max_sizes=(), aspect_ratios=(1.0,), flip=False, **_: _priors(
        input, image, len(sizes_of(min_sizes, max_sizes, aspect_ratios, flip, False))
    ),
    outputs=("boxes", "variances"),
    check_shapes=True,
    samples=_prior_samples,
)
def prior_box(
    xp: ArrayModule,
    input: Array,
    image: Array,
    *,
    min_sizes: Numbers,
    max_sizes: Numbers = (),
    aspect_ratios: Numbers = (1.0,),
    variance: Numbers = (0.1, 0.1, 0.2, 0.2),
    flip: bool = False,
    clip: bool = False,
    step_w: float = 0.0,
    step_h: float = 0.0,
    offset: float = 0.5,
    min_max_aspect_ratios_order: bool = False,
) -> Array:
    """Return boxes around each position of input, and their variances, each [H, W, boxes per position, 4].

    Coordinates are fractions of the image. Source: Liu et al. 2016 (SSD).
    """
    (height, width), (high, wide) = input.shape[2:], image.shape[2:]
    half = sizes_of(min_sizes, max_sizes, aspect_ratios, flip, min_max_aspect_ratios_order) / 2
    step = (step_w, step_h) if step_w and step_h else (wide / width, high / height)  # both are given, or none
    x, y = ((np.arange(count) + offset) * by for count, by in zip((width, height), step, strict=True))
    centers = np.stack(np.meshgrid(x, y), axis=-1)[:, :, None]
    boxes = np.concatenate([centers - half, centers + half], axis=-1) / np.array([wide, high, wide, high])
    boxes = boxes.clip(0, 1) if clip else boxes
    spread = np.broadcast_to(np.array(variance), boxes.shape)
    return [xp.asarray(v.astype(input.dtype)) for v in (boxes, spread)]


def parts_of(xp: ArrayModule, x: Array, anchors: int, iou_aware: bool) -> tuple[Any, Any]:
    """Return the output of a YOLO head as [N, anchors, 5 + classes, H, W], and the predicted overlaps.

    The overlaps are [N, anchors, H, W], or None.
    """
    n, _, height, width = x.shape
    overlaps = x[:, :anchors] if iou_aware else None
    return xp.reshape(x[:, anchors if iou_aware else 0 :], (n, anchors, -1, height, width)), overlaps


def sigmoid(xp: ArrayModule, x: Array) -> Any:
    """Return the sigmoid of x, without overflow."""
    small = xp.exp(-xp.abs(x))
    return xp.where(x >= 0, 1 / (1 + small), small / (1 + small))


def boxes_of(xp: ArrayModule, told: Any, anchors: Any, scale: float, input_size: tuple[float, float]) -> Any:
    """Return x, y, width and height of the boxes, each [N, anchors, H, W], as fractions of the image."""
    height, width = told.shape[-2:]
    shift = -0.5 * (scale - 1.0)
    x = (sigmoid(xp, told[:, :, 0]) * scale + shift + xp.arange(width, dtype=told.dtype)) / width
    y = (sigmoid(xp, told[:, :, 1]) * scale + shift + xp.arange(height, dtype=told.dtype)[:, None]) / height
    sizes = xp.asarray(np.asarray(anchors, "float64").astype(told.dtype)).reshape(-1, 2, 1, 1)
    w, h = (xp.exp(told[:, :, 2 + i]) * sizes[:, i] / input_size[i] for i in (0, 1))
    return x, y, w, h


def _yolo(x: TensorSpec, img_size: TensorSpec, anchors: Sequence[int], class_num: int, iou_aware: bool) -> Any:
    count = len(anchors) // 2
    channels = count * (class_num + (6 if iou_aware else 5))
    if x.rank != 4 or x.shape[1] not in (channels, None) or img_size.rank != 2 or img_size.shape[1] not in (2, None):
        raise ShapeError(
            f"yolo_box: x must be [N, {channels}, H, W] for {count} anchors and {class_num} classes, "
            "and img_size must be [N, 2]",
            facts={"x": x, "img_size": img_size},
            fix=f"give x {channels} channels, and img_size two columns",
        )
    places = dims.product((count, *x.shape[2:]))
    return [x.with_shape((x.shape[0], places, 4)), x.with_shape((x.shape[0], places, class_num))]


def _yolo_samples() -> list[Sample]:
    sizes = np.array([[30, 40], [20, 20]], "int32")
    attrs = {"anchors": (4, 6, 9, 8), "class_num": 2, "conf_thresh": 0.4, "downsample_ratio": 8}
    more = {"clip_bbox": False, "scale_x_y": 1.2, "iou_aware": True, "iou_aware_factor": 0.3}
    return [
        Sample((samples.array(2, 14, 2, 3), sizes), attrs),
        Sample((samples.array(2, 16, 2, 3), sizes), {**attrs, **more}),
    ]


@op(
    dtype_kinds={"x": "f", "img_size": "iu"},
    infer=lambda x, img_size, *, anchors, class_num, iou_aware=False, **_: _yolo(
        x, img_size, anchors, class_num, iou_aware
    ),
    outputs=("boxes", "scores"),
    check_shapes=True,
    samples=_yolo_samples,
)
def yolo_box(
    xp: ArrayModule,
    x: Array,
    img_size: Array,
    *,
    anchors: Sequence[int],
    class_num: int,
    conf_thresh: float,
    downsample_ratio: int,
    clip_bbox: bool = True,
    scale_x_y: float = 1.0,
    iou_aware: bool = False,
    iou_aware_factor: float = 0.5,
) -> Array:
    """Return boxes [N, positions, 4] and scores [N, positions, class_num] from the output of a YOLO head.

    Below the threshold, both are 0. Source: Redmon & Farhadi 2018.
    """
    told, overlaps = parts_of(xp, x, len(anchors) // 2, iou_aware)
    height, width = x.shape[2:]
    sure = sigmoid(xp, told[:, :, 4])
    if overlaps is not None:
        sure = sure ** (1.0 - iou_aware_factor) * sigmoid(xp, overlaps) ** iou_aware_factor
    seen = (sure >= conf_thresh).astype(x.dtype)
    inside = (downsample_ratio * width, downsample_ratio * height)
    cx, cy, w, h = boxes_of(xp, told, anchors, scale_x_y, inside)
    high, wide = (img_size[:, i].astype(x.dtype).reshape(-1, 1, 1, 1) for i in (0, 1))
    sides = [(cx - w / 2) * wide, (cy - h / 2) * high, (cx + w / 2) * wide, (cy + h / 2) * high]
    if clip_bbox:
        low = [xp.maximum(side, 0) for side in sides[:2]]
        sides = [*low, xp.minimum(sides[2], wide - 1), xp.minimum(sides[3], high - 1)]
    boxes = xp.stack(sides, axis=-1) * seen[..., None]
    scores = xp.moveaxis(sigmoid(xp, told[:, :, 5:]) * (sure * seen)[:, :, None], 2, -1)
    return [boxes.reshape(x.shape[0], -1, 4), scores.reshape(x.shape[0], -1, class_num)]
