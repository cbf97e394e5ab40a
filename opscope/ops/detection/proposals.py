"""Selection of detected boxes, and of the feature level for each box.

The CPU does this work, because the number of boxes depends on the values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int32
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.detection.boxes import areas, overlaps
from opscope.ops.registry import Sample, op

# --- matrix nms ---------------------------------------------------------------------------------------


def _matrix(bboxes: TensorSpec, scores: TensorSpec) -> list[TensorSpec]:
    fits = bboxes.rank == 3 and scores.rank == 3 and bboxes.shape[2] in (4, None)
    if not fits or any(
        None not in (a, b) and a != b for a, b in zip(bboxes.shape[:2], (scores.shape[0], scores.shape[2]), strict=True)
    ):
        raise ShapeError(
            "matrix_nms: bboxes must be [N, M, 4] and scores [N, classes, M]",
            facts={"bboxes": bboxes, "scores": scores},
            fix="reshape or transpose the inputs to these shapes",
        )
    return [bboxes.with_shape((None, 6)), TensorSpec((None, 1), int32), TensorSpec((bboxes.shape[0],), int32)]


def _decayed(boxes: Array, scores: Array, gaussian: bool, sigma: float, more: float) -> Any:
    """Return the scores [n] of boxes, best first, each multiplied by the smallest decay factor of the better boxes."""
    iou = np.tril(overlaps(boxes, boxes, more), -1)
    most = iou.max(axis=1, initial=0.0)  # of each, with a better one
    decay = np.exp((most**2 - iou**2) * sigma) if gaussian else (1 - iou) / np.maximum(1 - most, 1e-30)
    better = np.tri(len(boxes), k=-1, dtype=bool)
    return scores * np.where(better, decay, 1.0).min(axis=1, initial=1.0)


def _of_class(boxes: Array, scores: Array, attrs: dict[str, Any]) -> tuple[Any, Any]:
    """Return the indices and decayed scores of the boxes of one class that are kept."""
    found = np.flatnonzero(scores > attrs["score_threshold"])
    found = found[np.argsort(-scores[found], kind="stable")]
    found = found[: attrs["nms_top_k"]] if attrs["nms_top_k"] > -1 else found
    more = 0.0 if attrs["normalized"] else 1.0
    left = _decayed(boxes[found], scores[found], attrs["use_gaussian"], attrs["gaussian_sigma"], more)
    kept = left > attrs["post_threshold"]
    return found[kept], left[kept]


def _of_image(boxes: Array, scores: Array, attrs: dict[str, Any]) -> tuple[Any, Any]:
    """Return rows [n, 6] of class, score and box of an image, and their indices [n], best first."""
    classes = [c for c in range(len(scores)) if c != attrs["background_label"]]
    found = [_of_class(boxes, scores[c], attrs) for c in classes]
    kinds = np.repeat(classes, [len(places) for places, _ in found]).astype(boxes.dtype)
    places = np.concatenate([np.empty(0, "int64"), *(p for p, _ in found)])
    left = np.concatenate([np.empty(0, boxes.dtype), *(s for _, s in found)])
    order = np.argsort(-left, kind="stable")
    order = order[: attrs["keep_top_k"]] if attrs["keep_top_k"] > -1 else order
    rows = np.concatenate([kinds[:, None], left[:, None], boxes[places]], axis=1)
    return rows[order], places[order]


def _matrix_samples() -> list[Sample]:
    low, size = samples.array(2, 6, 2, low=0, high=0.5), samples.array(2, 6, 2, seed=1, low=0.2, high=0.5)
    boxes, scores = np.concatenate([low, low + size], axis=-1), samples.array(2, 3, 6, seed=2, low=0, high=1)
    attrs = {"score_threshold": 0.2, "post_threshold": 0.1, "nms_top_k": 4, "keep_top_k": 5}
    return [
        Sample((boxes, scores), attrs),
        Sample((boxes * 30, scores), {**attrs, "use_gaussian": True, "normalized": False, "background_label": -1}),
    ]


@op(
    dtype_kinds="f",
    infer=lambda bboxes, scores, **_: _matrix(bboxes, scores),
    outputs=("out", "index", "rois_num"),
    check_shapes=True,
    samples=_matrix_samples,
)
def matrix_nms(
    xp: ArrayModule,
    bboxes: Array,
    scores: Array,
    *,
    score_threshold: float,
    post_threshold: float,
    nms_top_k: int,
    keep_top_k: int,
    use_gaussian: bool = False,
    gaussian_sigma: float = 2.0,
    background_label: int = 0,
    normalized: bool = True,
) -> Array:
    """Return rows [n, 6] of class, score and box; their indices among all boxes [n, 1]; their number per image [N].

    The score of a box decreases with its overlap with better boxes of its class. Source: Wang et al. 2020 (SOLOv2).
    """
    attrs: dict[str, Any] = {
        "score_threshold": score_threshold, "post_threshold": post_threshold, "nms_top_k": nms_top_k,
        "keep_top_k": keep_top_k, "use_gaussian": use_gaussian, "gaussian_sigma": gaussian_sigma,
        "background_label": background_label, "normalized": normalized,
    }  # fmt: skip
    boxes, told = to_host(bboxes), to_host(scores)
    found = [_of_image(b, s, attrs) for b, s in zip(boxes, told, strict=True)]
    rows = np.concatenate([np.empty((0, 6), boxes.dtype), *(r for r, _ in found)])
    places = np.concatenate([np.empty(0, "int64"), *(p + i * boxes.shape[1] for i, (_, p) in enumerate(found))])
    counts = np.array([len(p) for _, p in found], "int32")
    return [xp.asarray(rows.astype(boxes.dtype)), xp.asarray(places.astype("int32")[:, None]), xp.asarray(counts)]


# --- levels -------------------------------------------------------------------------------------------


def _levels(fpn_rois: TensorSpec, rois_num: TensorSpec | None, count: int) -> list[TensorSpec]:
    if fpn_rois.rank != 2 or fpn_rois.shape[1] not in (4, None):
        raise ShapeError(
            "distribute_fpn_proposals: the boxes must be [n, 4]",
            facts={"fpn_rois": fpn_rois},
            fix="reshape the boxes to [n, 4]",
        )
    images = 1 if rois_num is None else rois_num.shape[0]
    parts = [fpn_rois.with_shape((None, 4))] * count
    return [*parts, TensorSpec((fpn_rois.shape[0], 1), int32), *[TensorSpec((images,), int32)] * count]


_ROIS = np.array([[0.0, 0, 10, 10], [3, 5, 30, 60], [1, 1, 200, 190], [5, 5, 5, 5], [0, 0, 60, 70]])


@op(
    dtype_kinds={"fpn_rois": "f", "rois_num": "iu"},
    infer=lambda fpn_rois, rois_num=None, *, min_level, max_level, **_: _levels(
        fpn_rois, rois_num, max_level - min_level + 1
    ),
    outputs=("*level",),
    check_shapes=True,
    samples=lambda: [
        Sample(args, {"min_level": 2, "max_level": 4, "refer_level": 3, "refer_scale": 56})
        for args in ((_ROIS,), (_ROIS, np.array([2, 3], "int32")))
    ],
)
def distribute_fpn_proposals(
    xp: ArrayModule,
    fpn_rois: Array,
    rois_num: Array = None,
    *,
    min_level: int,
    max_level: int,
    refer_level: int,
    refer_scale: int,
    pixel_offset: bool = False,
) -> Array:
    """Return the boxes [n, 4] of each feature level, the new index of each box [n, 1], and counts per image.

    Each level has one array [N] of counts. Source: Lin et al. 2016 (FPN).
    """
    boxes, more = to_host(fpn_rois), 1.0 if pixel_offset else 0.0
    counts = np.array([len(boxes)]) if rois_num is None else to_host(rois_num).astype("int64")
    images = np.repeat(np.arange(len(counts)), counts)
    level = np.floor(np.log2(np.sqrt(areas(boxes, more)) / refer_scale + 1e-6) + refer_level).clip(min_level, max_level)
    parts = [np.flatnonzero(level == at) for at in range(min_level, max_level + 1)]
    restore = np.argsort(np.concatenate(parts), kind="stable").astype("int32")
    numbers = [np.bincount(images[part], minlength=len(counts)).astype("int32") for part in parts]
    return [xp.asarray(v) for v in (*(boxes[part] for part in parts), restore[:, None], *numbers)]


# --- proposals ----------------------------------------------------------------------------------------

_LARGEST = math.log(1000.0 / 16.0)  # how many times larger an offset may make a box


def _shifted(anchors: Any, variances: Any, deltas: Any, more: float) -> Any:
    """Return the boxes that result from anchors [n, 4] and offsets."""
    size = anchors[:, 2:] - anchors[:, :2] + more
    center = variances[:, :2] * deltas[:, :2] * size + anchors[:, :2] + 0.5 * size
    size = np.exp(np.minimum(variances[:, 2:] * deltas[:, 2:], _LARGEST)) * size
    return np.concatenate([center - size / 2, center + size / 2 - more], axis=1)


def _large_enough(boxes: Array, image: Array, least: float, more: float) -> Any:
    """Return a mask of boxes whose sides have at least `least` pixels.

    If boxes have borders of their own, their centers must also be inside the image.
    """
    size = boxes[:, 2:] - boxes[:, :2] + more
    kept = (size >= max(least, 1.0)).all(1)
    return kept & (boxes[:, :2] + size / 2 <= image[::-1]).all(1) if more else kept


def _chosen(boxes: Array, threshold: float, eta: float, more: float, most: int) -> list[int]:
    """Choose the first box, and each box with little overlap with the chosen boxes; eta lowers the limit each time."""
    kept: list[int] = []
    for i in range(len(boxes)):
        if len(kept) == most > 0:
            break
        if not kept or (overlaps(boxes[i : i + 1], boxes[kept], more) <= threshold).all():
            kept.append(i)
            threshold *= eta if eta < 1 and threshold > 0.5 else 1.0
    return kept


def _proposed(scores: Array, deltas: Any, image: Array, anchors: Any, variances: Any, attrs: dict[str, Any]) -> Any:
    """Return the boxes [n, 4] and scores [n] of an image, best box first; a missing box consists of zeros."""
    order = np.argsort(-scores, kind="stable")
    order = order[: attrs["pre_nms_top_n"]] if attrs["pre_nms_top_n"] > 0 else order
    more = 1.0 if attrs["pixel_offset"] else 0.0
    boxes = _shifted(anchors[order], variances[order], deltas[order], more)
    boxes = boxes.clip(0, np.tile(image[::-1] - more, 2))
    large = np.flatnonzero(_large_enough(boxes, image, attrs["min_size"], more))
    if not large.size:
        return np.zeros((1, 4)), np.zeros(1)
    boxes, found = boxes[large], scores[order][large]
    if attrs["nms_thresh"] <= 0:
        return boxes, found
    kept = _chosen(boxes, attrs["nms_thresh"], attrs["eta"], more, attrs["post_nms_top_n"])
    return boxes[kept], found[kept]


def _proposals(scores: TensorSpec, bbox_deltas: TensorSpec) -> list[TensorSpec]:
    a, b = scores.shape[1:2], bbox_deltas.shape[1:2]
    if scores.rank != 4 or bbox_deltas.rank != 4 or (None not in (*a, *b) and 4 * (a[0] or 0) != b[0]):
        raise ShapeError(
            "generate_proposals: scores must be [N, A, H, W] and bbox_deltas [N, 4 * A, H, W]",
            facts={"scores": scores, "bbox_deltas": bbox_deltas},
            fix="give bbox_deltas four channels for each channel of scores",
        )
    return [scores.with_shape((None, 4)), scores.with_shape((None, 1)), TensorSpec((scores.shape[0],), int32)]


def _proposal_samples() -> list[Sample]:
    low = samples.array(2, 3, 2, 2, low=0, high=20)
    anchors = np.concatenate([low, low + samples.array(2, 3, 2, 2, seed=1, low=4, high=20)], axis=-1)
    scores, deltas = samples.array(2, 2, 2, 3, seed=2, low=0, high=1), samples.array(2, 8, 2, 3, seed=3, low=-1, high=1)
    args = (scores, deltas, np.array([[30.0, 40], [25, 25]]), anchors, np.full(anchors.shape, 0.5))
    attrs = {"pre_nms_top_n": 8, "post_nms_top_n": 4, "nms_thresh": 0.7, "min_size": 2.0, "eta": 1.0}
    return [Sample(args, attrs), Sample(args, {**attrs, "eta": 0.9, "pixel_offset": True})]


@op(
    dtype_kinds="f",
    infer=lambda scores, bbox_deltas, img_size, anchors, variances, **_: _proposals(scores, bbox_deltas),
    outputs=("rois", "roi_probs", "rois_num"),
    check_shapes=True,
    samples=_proposal_samples,
)
def generate_proposals(
    xp: ArrayModule,
    scores: Array,
    bbox_deltas: Array,
    img_size: Array,
    anchors: Array,
    variances: Array,
    *,
    pre_nms_top_n: int = 6000,
    post_nms_top_n: int = 1000,
    nms_thresh: float = 0.5,
    min_size: float = 0.1,
    eta: float = 1.0,
    pixel_offset: bool = False,
) -> Array:
    """Return the best boxes [n, 4] from anchors and offsets, their scores [n, 1], and their number per image [N].

    Source: Ren et al. 2015 (Faster R-CNN).
    """
    attrs: dict[str, Any] = {
        "pre_nms_top_n": pre_nms_top_n, "post_nms_top_n": post_nms_top_n, "nms_thresh": nms_thresh,
        "min_size": min_size, "eta": eta, "pixel_offset": pixel_offset,
    }  # fmt: skip
    told, moved, images, fixed, spread = (to_host(v) for v in (scores, bbox_deltas, img_size, anchors, variances))
    count = told.shape[0]
    told = told.transpose(0, 2, 3, 1).reshape(count, -1)
    moved = moved.transpose(0, 2, 3, 1).reshape(count, -1, 4)
    fixed, spread = fixed.reshape(-1, 4), spread.reshape(-1, 4)
    found: Sequence[Any] = [
        _proposed(s, d, image, fixed, spread, attrs) for s, d, image in zip(told, moved, images, strict=True)
    ]
    boxes = np.concatenate([np.empty((0, 4)), *(b for b, _ in found)]).astype(told.dtype)
    chances = np.concatenate([np.empty(0), *(s for _, s in found)]).astype(told.dtype)
    counts = np.array([len(s) for _, s in found], "int32")
    return [xp.asarray(boxes), xp.asarray(chances[:, None]), xp.asarray(counts)]
