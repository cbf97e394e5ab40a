"""fluid.layers: boxes and regions with the parameters of Paddle 1.x.

The LoD of regions, or rois_num, gives their images.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ir.program.lod import offsets_of
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically
from opscope.paddle.functions import arithmetic
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.vision import ops as vision

gather_tree = statically(F.gather_tree)
yolo_box = statically(vision.yolo_box)
yolov3_loss = statically(vision.yolo_loss)


def _counts(rois: Any, given: Any, where: str) -> Any:
    """Return the number of regions of each image, [N], int32."""
    counts = REGISTRY["sequence_lengths"](offsets_of(rois, where, "ROIs")) if given is None else given
    return arithmetic.cast(counts, "int32")


@statically
def prior_box(
    input: Any, image: Any, min_sizes: Any, max_sizes: Any = None, aspect_ratios: Any = (1.0,),
    variance: Sequence[float] = (0.1, 0.1, 0.2, 0.2), flip: bool = False, clip: bool = False, steps: Any = (0.0, 0.0),
    offset: float = 0.5, name: str | None = None, min_max_aspect_ratios_order: bool = False,
) -> tuple[Any, Any]:  # fmt: skip
    """Return (boxes, variances), each [H, W, boxes of a position, 4], as paddle.vision.ops.prior_box."""
    order = min_max_aspect_ratios_order
    return vision.prior_box(
        input, image, min_sizes, max_sizes, aspect_ratios, variance, flip, clip, steps, offset, order
    )


@statically
def box_coder(
    prior_box: Any, prior_box_var: Any, target_box: Any, code_type: str = "encode_center_size",
    box_normalized: bool = True, name: str | None = None, axis: int = 0,
) -> Any:  # fmt: skip
    """Encode boxes as offsets from prior boxes, or decode offsets to boxes, as paddle.vision.ops.box_coder."""
    return vision.box_coder(prior_box, prior_box_var, target_box, code_type, box_normalized, axis)


@statically
def iou_similarity(x: Any, y: Any, box_normalized: bool = True, name: str | None = None) -> Any:
    """Return the intersection over union [n, m] of boxes x [n, 4] and y [m, 4], given as corners.

    With box_normalized=False, corners are pixels, and the last row and column belong to a box.
    """
    more = 0.0 if box_normalized else 1.0
    left, right = (REGISTRY["unsqueeze"](v, axis=a) for v, a in ((x, 1), (y, 0)))
    sides = REGISTRY["minimum"](left[..., 2:], right[..., 2:]) - REGISTRY["maximum"](left[..., :2], right[..., :2])
    common = REGISTRY["prod"](REGISTRY["maximum"](sides + more, 0.0), axis=(-1,))
    areas = [REGISTRY["prod"](v[..., 2:] - v[..., :2] + more, axis=(-1,)) for v in (left, right)]
    union = areas[0] + areas[1] - common
    return common / REGISTRY["maximum"](union, 1e-30)  # boxes without an area share nothing


@statically
def roi_align(
    input: Any, rois: Any, pooled_height: int = 1, pooled_width: int = 1, spatial_scale: float = 1.0,
    sampling_ratio: int = -1, name: str | None = None, rois_num: Any = None,
) -> Any:  # fmt: skip
    """Return regions of input [N, C, H, W] as [regions, C, pooled_height, pooled_width], without rounded corners."""
    counts = _counts(rois, rois_num, "roi_align")
    size = pooled_height, pooled_width
    return vision.roi_align(input, rois, counts, size, spatial_scale, sampling_ratio, aligned=False)


@statically
def roi_pool(
    input: Any, rois: Any, pooled_height: int = 1, pooled_width: int = 1, spatial_scale: float = 1.0,
    rois_num: Any = None, name: str | None = None,
) -> Any:  # fmt: skip
    """Return regions of input [N, C, H, W] as [regions, C, pooled_height, pooled_width]: the maximum of each bin."""
    counts = _counts(rois, rois_num, "roi_pool")
    return vision.roi_pool(input, rois, counts, (pooled_height, pooled_width), spatial_scale)


@statically
def psroi_pool(
    input: Any, rois: Any, output_channels: int, spatial_scale: float, pooled_height: int, pooled_width: int,
    name: str | None = None,
) -> Any:  # fmt: skip
    """Return regions as [regions, output_channels, pooled_height, pooled_width]: means; each bin has its channels.

    Raises UnsupportedError unless input has output_channels channels for each bin.
    """
    if input.shape[1] != output_channels * pooled_height * pooled_width:
        raise UnsupportedError(
            "psroi_pool: input should have output_channels * pooled_height * pooled_width channels",
            facts={"input": list(input.shape), "output_channels": output_channels}, site=site(),
        )  # fmt: skip
    counts = _counts(rois, None, "psroi_pool")
    return vision.psroi_pool(input, rois, counts, (pooled_height, pooled_width), spatial_scale)


__all__ = [
    "box_coder", "gather_tree", "iou_similarity", "prior_box", "psroi_pool", "roi_align", "roi_pool", "yolo_box",
    "yolov3_loss",
]  # fmt: skip
