"""Targets of a YOLO head, and its loss: the position and anchor that predict each box, and the target values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int64
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.detection.anchors import boxes_of
from opscope.ops.elementwise.arithmetic import cast_like
from opscope.ops.indexing.gather import one_hot, take_along_axis
from opscope.ops.manipulation.reshape import reshape, transpose, unsqueeze
from opscope.ops.nn.loss import sigmoid_cross_entropy_with_logits
from opscope.ops.reduction import sum as sum_of
from opscope.ops.registry import Sample, op


def _overlaps(a: Array, b: Array) -> Any:
    """Return intersection over union of boxes (x, y, width, height), with broadcasting."""
    shared = 1.0
    for i in (0, 1):
        high = np.minimum(a[i] + a[2 + i] / 2, b[i] + b[2 + i] / 2)
        shared = shared * np.maximum(high - np.maximum(a[i] - a[2 + i] / 2, b[i] - b[2 + i] / 2), 0)
    both = a[2] * a[3] + b[2] * b[3] - shared
    return shared / np.where(both > 0, both, 1)


def _matched(
    x: TensorSpec, gt_box: TensorSpec, gt_label: TensorSpec, gt_score: Any, anchor_mask: Sequence[int], class_num: int
) -> list[TensorSpec]:
    count = len(anchor_mask)
    if x.rank != 4 or x.shape[1] not in (None, count * (5 + class_num)):
        raise ShapeError(
            f"yolo_loss: x must be [N, {count * (5 + class_num)}, H, W]",
            facts={"x": x},
            fix="give each anchor 5 + class_num channels",
        )
    if None not in x.shape[2:] and x.shape[2] != x.shape[3]:
        raise ShapeError(
            "yolo_loss: the height and the width of x must be the same", facts={"x": x}, fix="use square feature maps"
        )
    if gt_box.rank != 3 or gt_box.shape[2] not in (4, None) or gt_label.rank != 2:
        raise ShapeError(
            "yolo_loss: gt_box must be [N, B, 4] and gt_label [N, B]",
            facts={"gt_box": gt_box, "gt_label": gt_label},
            fix="reshape gt_box and gt_label: B is the number of boxes per image",
        )
    if gt_score is not None and gt_score.rank != 2:
        raise ShapeError(
            "yolo_loss: gt_score must be [N, B]", facts={"gt_score": gt_score}, fix="pass one score for each box"
        )
    each = gt_box.shape[:2]
    return [
        TensorSpec(each, int64),
        x.with_shape((*each, 4)),
        x.with_shape(each),
        x.with_shape(each),
        x.with_shape((x.shape[0], count, *x.shape[2:])),
    ]


def _samples() -> list[Sample]:
    boxes = np.concatenate([samples.array(2, 3, 2, low=0.1, high=0.9), samples.array(2, 3, 2, low=0.05, high=0.6)], -1)
    boxes[1, 2] = 0
    args = (samples.array(2, 14, 3, 3), boxes, samples.integers(2, 3, below=2).astype("int32"))
    attrs = {"anchors": (10, 13, 16, 30, 33, 23), "anchor_mask": (0, 2), "class_num": 2}
    attrs = {**attrs, "ignore_thresh": 0.3, "downsample_ratio": 32}
    score = samples.array(2, 3, low=0.1, high=0.9)
    return [Sample(args, attrs), Sample((*args, score), {**attrs, "scale_x_y": 1.2})]


@op(
    dtype_kinds={"x": "f", "gt_box": "f", "gt_label": "iu", "gt_score": "f"},
    infer=lambda x, gt_box, gt_label, gt_score=None, *, anchor_mask, class_num, **_: _matched(
        x, gt_box, gt_label, gt_score, anchor_mask, class_num
    ),
    outputs=("places", "location", "weight", "score", "objectness"),
    check_shapes=True,
    samples=_samples,
)
def yolo_match(
    xp: ArrayModule,
    x: Array,
    gt_box: Array,
    gt_label: Array,
    gt_score: Array = None,
    *,
    anchors: Sequence[int],
    anchor_mask: Sequence[int],
    class_num: int,
    ignore_thresh: float,
    downsample_ratio: int,
    scale_x_y: float = 1.0,
) -> Array:
    """Return the targets of each box [N, B]: its index in anchors x H x W, four numbers [4], its weight and its score.

    The score is 0 if no anchor of the mask fits the box best. The last result is the target confidence of each
    position, [N, anchors, H, W]. The target is the score of the position's box, 0, or -1 where the prediction overlaps
    a box by more than ignore_thresh.
    """
    told, boxes = to_host(x), to_host(gt_box).astype(x.dtype)
    size, count = told.shape[2], len(anchor_mask)
    pixels = size * downsample_ratio
    all_sides = np.asarray(anchors, x.dtype).reshape(-1, 2)
    real: Any = (boxes[..., 2:] > 1e-6).all(-1)
    told = told.reshape(len(told), count, -1, size, size)
    said = boxes_of(np, told, all_sides[list(anchor_mask)], scale_x_y, (pixels, pixels))
    best = np.zeros(said[0].shape, x.dtype)
    for i in range(boxes.shape[1]):  # one at a time: all of them would need much memory
        box = [boxes[:, i, k].reshape(-1, 1, 1, 1) for k in range(4)]
        best = np.maximum(best, _overlaps(said, box) * real[:, i].reshape(-1, 1, 1, 1))
    sure = np.where(best > ignore_thresh, -1, 0).astype(x.dtype)
    here = np.zeros((), x.dtype)
    sides = [here, here, *(boxes[..., 2 + i, None] for i in (0, 1))]
    anchor = _overlaps(sides, [here, here, *(all_sides[:, i] / pixels for i in (0, 1))]).argmax(-1)
    mask = np.full(len(all_sides), -1)
    mask[list(anchor_mask)] = np.arange(count)
    which = np.where(real, mask[anchor], -1)
    cell = np.clip((boxes[..., :2] * size).astype("int64"), 0, size - 1)
    score = np.where(which >= 0, 1 if gt_score is None else to_host(gt_score), 0).astype(x.dtype)
    for i in range(boxes.shape[1]):
        rows = np.flatnonzero(which[:, i] >= 0)
        sure[rows, which[rows, i], cell[rows, i, 1], cell[rows, i, 0]] = score[rows, i]
    places = np.where(which >= 0, (which * size + cell[..., 1]) * size + cell[..., 0], 0)
    extent = np.log(np.where(real[..., None], boxes[..., 2:], 1) * pixels / all_sides[anchor])
    location = np.concatenate([boxes[..., :2] * size - cell, extent], axis=-1)
    weight = (2 - boxes[..., 2] * boxes[..., 3]) * score
    made = [places.astype("int64"), *(v.astype(x.dtype) for v in (location, weight, score, sure))]
    return [xp.asarray(v) for v in made]


def yolo_loss(
    x: Array, gt_box: Any, gt_label: Any, gt_score: Any, class_num: int, use_label_smooth: bool, **attrs: Any
) -> Any:
    """Return the loss [N] of the predicted positions, sizes, classes and presence of objects in x.

    Source: Redmon & Farhadi 2018.
    """
    found = yolo_match(x, gt_box, gt_label, gt_score, class_num=class_num, **attrs)
    places, location, weight, score, sure = found
    count = len(attrs["anchor_mask"])
    height, width = x.shape[2:]
    told = reshape(x, shape=[-1, count, 5 + class_num, height * width])
    told = reshape(transpose(told, perm=[0, 1, 3, 2]), shape=[-1, count * height * width, 5 + class_num])
    asked = take_along_axis(told, unsqueeze(places, axis=[2]), axis=1)  # of each box what its place says
    at = sigmoid_cross_entropy_with_logits(asked[:, :, :2], location[:, :, :2])
    extent = abs(asked[:, :, 2:4] - location[:, :, 2:])
    by_box = sum_of(at + extent, axis=[2]) * weight
    smooth = min(1.0 / class_num, 1.0 / 40.0) if use_label_smooth else 0.0
    label = cast_like(one_hot(gt_label, num_classes=class_num), x) * (1.0 - 2 * smooth) + smooth
    by_box = by_box + sum_of(sigmoid_cross_entropy_with_logits(asked[:, :, 5:], label), axis=[2]) * score
    sure = reshape(sure, shape=[-1, count * height * width])
    there, nothing = cast_like(sure > 1e-5, x), cast_like(sure > -0.5, x)
    by_place = sigmoid_cross_entropy_with_logits(told[:, :, 4], there) * (there * sure + (1.0 - there) * nothing)
    return sum_of(by_box, axis=[1]) + sum_of(by_place, axis=[1])
