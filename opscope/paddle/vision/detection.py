"""Boxes that networks predict: around anchors, kept, and sorted by size."""

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
    """(boxes, variances), each [H, W, boxes of a place, 4] for input [N, C, H, W], in shares of the image.

    A place has a box for each of min_sizes and aspect_ratios (1 is always among them; flip: and the inverse ones), and
    one between each min and max size. steps: pixels between places, 0: as the image divides. clip: within the image.
    Raises ArgumentError (a ValueError) for other than two steps, or another number of max_sizes.
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
    """(boxes [N, places, 4], scores [N, places, class_num]) of a YOLO head's output x [N, C, H, W]; 0 if unsure.

    img_size [N, 2] (height, width); anchors: width, height, width, ...; C is 5 + class_num for each anchor, and with
    iou_aware one more. Raises ShapeError.
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
    """The loss [N] of a YOLO head's output x [N, C, H, H] for boxes gt_box [N, B, 4] with gt_label [N, B].

    Boxes are x, y of the center, width and height in shares of the image; one without width or height is none.
    anchor_mask: the numbers of the anchors that this head is for. gt_score [N, B] weighs boxes. Raises ShapeError.
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
    """(rows [n, 6] of class, score and box, how many of each image [N] or None, places [n, 1] or None).

    bboxes [N, M, 4], scores [N, classes, M]. Of each class the nms_top_k best above score_threshold lose what better
    ones overlap; what is left above post_threshold counts, and the keep_top_k best of an image; -1: all.
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
    """(boxes of each level, where each of fpn_rois [n, 4] went [n, 1], how many of each image [N] by level).

    A box of refer_scale pixels is for refer_level, one of twice the size for the next. rois_num [N]: how many belong
    to each image. Raises ModeError (an AssertionError) for impossible levels, and in dygraph without rois_num.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/distribute_fpn_proposals_en.html
    """
    for holds, what in (
        (max_level > 0 and min_level > 0, "min_level and max_level should be greater than 0"),
        (max_level > min_level, "max_level should be greater than min_level"),
        (max_level - min_level < 99, "Only support max to 100 levels, (max_level - min_level + 1 < 100)"),
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
    """(boxes [n, 4], scores [n, 1], how many of each image [N] or None): anchors moved by offsets, the best of them.

    scores [N, A, H, W], bbox_deltas [N, 4 * A, H, W], img_size [N, 2] (height, width), anchors and variances
    [H, W, A, 4]. The pre_nms_top_n best are moved, cut at the borders, left out below min_size, and of those that
    overlap by more than nms_thresh the best one is kept; post_nms_top_n at most. eta < 1 lowers nms_thresh each time.
    Raises ModeError (an AssertionError) in dygraph without return_rois_num.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/generate_proposals_en.html
    """
    if not (return_rois_num or mode.static):
        raise ModeError("return_rois_num should be True in dygraph mode.", site=site())
    boxes, chances, count = proposals.generate_proposals(
        scores, bbox_deltas, img_size, anchors, variances, pre_nms_top_n=pre_nms_top_n, post_nms_top_n=post_nms_top_n,
        nms_thresh=nms_thresh, min_size=min_size, eta=eta, pixel_offset=pixel_offset,
    )  # fmt: skip
    return boxes, chances, count if return_rois_num else None
