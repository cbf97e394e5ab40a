"""Boxes that networks predict: anchors, decoding, suppression, and assignment to levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ArgumentError, ModeError
from opscope.ops.detection import anchors as grids
from opscope.ops.detection import proposals, yolo
from opscope.ops.public_functions import public


def _numbers(value: Any) -> tuple[float, ...]:
    return tuple(map(float, value)) if isinstance(value, list | tuple) else (float(value),)


@public
def prior_box(
    input: Any,
    image: Any,
    min_sizes: Any,
    max_sizes: Any = None,
    aspect_ratios: Any = (1.0,),
    variance: Sequence[float] = (0.1, 0.1, 0.2, 0.2),
    flip: bool = False,
    clip: bool = False,
    steps: Any = (0.0, 0.0),
    offset: float = 0.5,
    min_max_aspect_ratios_order: bool = False,
    name: str | None = None,
) -> tuple[Any, Any]:
    """Return (boxes, variances), each [H, W, boxes of a position, 4], for input [N, C, H, W], in shares of the image.

    A position has a box for each of min_sizes and aspect_ratios (1 is always included; with flip, also the inverse
    ratios), and a box for each pair of a min and a max size. steps: pixels between positions; 0 means image size /
    feature size. clip: limit boxes to the image. Raises ArgumentError (a ValueError) for another number of steps than
    two, or another number of max_sizes.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/prior_box_en.html
    """
    steps = _numbers(steps)
    if len(steps) != 2:
        raise ArgumentError("steps should be (step_w, step_h)", facts={"steps": steps}, site=site())
    largest = () if max_sizes is None else _numbers(max_sizes)
    boxes, variances = grids.prior_box(
        input, image, min_sizes=_numbers(min_sizes), max_sizes=largest if largest and largest[0] > 0 else (),
        aspect_ratios=_numbers(aspect_ratios), variance=_numbers(variance), flip=flip, clip=clip, step_w=steps[0],
        step_h=steps[1], offset=offset, min_max_aspect_ratios_order=min_max_aspect_ratios_order,
    )  # fmt: skip
    return boxes, variances


@public
def yolo_box(
    x: Any,
    img_size: Any,
    anchors: Sequence[int],
    class_num: int,
    conf_thresh: float,
    downsample_ratio: int,
    clip_bbox: bool = True,
    name: str | None = None,
    scale_x_y: float = 1.0,
    iou_aware: bool = False,
    iou_aware_factor: float = 0.5,
) -> tuple[Any, Any]:
    """Return (boxes [N, positions, 4], scores [N, positions, class_num]) of a YOLO head's output x [N, C, H, W].

    Boxes below the confidence threshold are 0. img_size is [N, 2] (height, width); anchors: width, height, width, ... C
    is 5 + class_num for each anchor; iou_aware adds 1. Raises ShapeError.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/yolo_box_en.html
    """
    boxes, scores = grids.yolo_box(
        x, img_size, anchors=tuple(anchors), class_num=class_num, conf_thresh=conf_thresh,
        downsample_ratio=downsample_ratio, clip_bbox=clip_bbox, scale_x_y=scale_x_y, iou_aware=iou_aware,
        iou_aware_factor=iou_aware_factor,
    )  # fmt: skip
    return boxes, scores


@public
def yolo_loss(
    x: Any,
    gt_box: Any,
    gt_label: Any,
    anchors: Sequence[int],
    anchor_mask: Sequence[int],
    class_num: int,
    ignore_thresh: float,
    downsample_ratio: int,
    gt_score: Any = None,
    use_label_smooth: bool = True,
    name: str | None = None,
    scale_x_y: float = 1.0,
) -> Any:
    """Return the loss [N] of a YOLO head's output x [N, C, H, H] for boxes gt_box [N, B, 4] with gt_label [N, B].

    Boxes are (x, y) of the center, width and height in shares of the image; a box without width or height is ignored.
    anchor_mask: the numbers of this head's anchors. gt_score [N, B] gives the weights of boxes. Raises ShapeError.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/yolo_loss_en.html
    """
    return yolo.yolo_loss(
        x, gt_box, gt_label, gt_score, class_num, use_label_smooth, anchors=tuple(anchors),
        anchor_mask=tuple(anchor_mask), ignore_thresh=ignore_thresh, downsample_ratio=downsample_ratio,
        scale_x_y=scale_x_y,
    )  # fmt: skip


@public
def matrix_nms(
    bboxes: Any,
    scores: Any,
    score_threshold: float,
    post_threshold: float,
    nms_top_k: int,
    keep_top_k: int,
    use_gaussian: bool = False,
    gaussian_sigma: float = 2.0,
    background_label: int = 0,
    normalized: bool = True,
    return_index: bool = False,
    return_rois_num: bool = True,
    name: str | None = None,
) -> tuple[Any, Any, Any]:
    """Return (rows [n, 6] of class, score and box; box counts of images [N] or None; positions [n, 1] or None).

    bboxes is [N, M, 4], scores [N, classes, M]. In each class, the nms_top_k best boxes above score_threshold remain;
    their scores are reduced by their overlap with better boxes. Boxes above post_threshold then remain, at most
    keep_top_k of an image; -1 means all.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/matrix_nms_en.html
    """
    out, index, count = proposals.matrix_nms(
        bboxes, scores, score_threshold=score_threshold, post_threshold=post_threshold, nms_top_k=nms_top_k,
        keep_top_k=keep_top_k, use_gaussian=use_gaussian, gaussian_sigma=gaussian_sigma,
        background_label=background_label, normalized=normalized,
    )  # fmt: skip
    return out, count if return_rois_num else None, index if return_index else None


@public
def distribute_fpn_proposals(
    fpn_rois: Any,
    min_level: int,
    max_level: int,
    refer_level: int,
    refer_scale: int,
    pixel_offset: bool = False,
    rois_num: Any = None,
    name: str | None = None,
) -> tuple[list[Any], Any, list[Any] | None]:
    """Return (boxes of each level, new positions of fpn_rois [n, 4]: [n, 1], counts [N] of each level).

    A box of refer_scale pixels belongs to refer_level, a box of twice this size to the next level. rois_num [N]: the
    number of boxes of each image. Raises ModeError (an AssertionError) for impossible levels, and in dygraph without
    rois_num.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/distribute_fpn_proposals_en.html
    """
    for holds, what in (
        (max_level > 0 and min_level > 0, "min_level and max_level should be greater than 0"),
        (max_level > min_level, "max_level should be greater than min_level"),
        (
            max_level - min_level < 99,
            "at most 99 levels are supported: max_level - min_level + 1 must be less than 100",
        ),
        (rois_num is not None or mode.static, "rois_num should not be None in dygraph mode."),
    ):
        if not holds:
            raise ModeError(what, facts={"min_level": min_level, "max_level": max_level}, site=site())
    found = proposals.distribute_fpn_proposals(
        fpn_rois, rois_num, min_level=min_level, max_level=max_level, refer_level=refer_level,
        refer_scale=refer_scale, pixel_offset=pixel_offset,
    )  # fmt: skip
    count = max_level - min_level + 1
    return list(found[:count]), found[count], None if rois_num is None else list(found[count + 1 :])


@public
def generate_proposals(
    scores: Any,
    bbox_deltas: Any,
    img_size: Any,
    anchors: Any,
    variances: Any,
    pre_nms_top_n: int = 6000,
    post_nms_top_n: int = 1000,
    nms_thresh: float = 0.5,
    min_size: float = 0.1,
    eta: float = 1.0,
    pixel_offset: bool = False,
    return_rois_num: bool = False,
    name: str | None = None,
) -> tuple[Any, Any, Any]:
    """Return (boxes [n, 4], scores [n, 1], box counts of images [N] or None): the best moved anchors.

    scores [N, A, H, W], bbox_deltas [N, 4 * A, H, W], img_size [N, 2] (height, width), anchors and variances [H, W, A,
    4]. The pre_nms_top_n best anchors are moved by their offsets, clipped to the image, and removed if smaller than
    min_size. Of boxes that overlap by more than nms_thresh, the best box remains; at most post_nms_top_n boxes are
    returned. eta < 1 lowers nms_thresh in each iteration. Raises ModeError (an AssertionError) in dygraph without
    return_rois_num.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/generate_proposals_en.html
    """
    if not (return_rois_num or mode.static):
        raise ModeError("return_rois_num should be True in dygraph mode.", site=site())
    boxes, chances, count = proposals.generate_proposals(
        scores, bbox_deltas, img_size, anchors, variances, pre_nms_top_n=pre_nms_top_n, post_nms_top_n=post_nms_top_n,
        nms_thresh=nms_thresh, min_size=min_size, eta=eta, pixel_offset=pixel_offset,
    )  # fmt: skip
    return boxes, chances, count if return_rois_num else None
