"""Regions of images, resampled to one size: functions and layers."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.ops.detection import roi
from opscope.ops.public_functions import public
from opscope.paddle.nn.layer.layers import Layer


def _bins(output_size: Any, where: str, kinds: tuple[type, ...]) -> dict[str, int]:
    """Return the two sizes by name. Raises UsageError for another type, ArgumentError for a size below 1."""
    if not isinstance(output_size, kinds):
        raise UsageError(
            f"The type of 'output_size' in {where} must be {kinds}, but received {type(output_size)}.", site=site()
        )
    height, width = (output_size, output_size) if isinstance(output_size, int) else map(int, output_size)
    if height * width <= 0:
        raise ArgumentError("output_size should not contain 0.", facts={"output_size": output_size}, site=site())
    return {"pooled_height": height, "pooled_width": width}


def _counted(boxes_num: Any) -> None:
    if boxes_num is None:
        raise ModeError(
            "boxes_num should not be None in dygraph mode.",
            site=site(),
            fix="pass the number of boxes of each image as an int32 tensor [N]",
        )


@public
def roi_align(
    x: Any,
    boxes: Any,
    boxes_num: Any,
    output_size: Any,
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = True,
    name: str | None = None,
) -> Any:
    """Return regions of x [N, C, H, W] as [regions, C, *output_size]: means of points, interpolated between pixels.

    boxes [regions, 4] are (left, top, right, bottom), which spatial_scale multiplies; boxes_num [N]: the number of
    boxes of each image. sampling_ratio: the number of points at each side of a bin; -1: the number of pixels. aligned:
    the centers of pixels are at 0.5. The gradient flows to x. Raises ModeError (an AssertionError) without boxes_num,
    ArgumentError and ShapeError.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/roi_align_en.html
    """
    bins = _bins(output_size, "roi_align", (int, tuple))
    _counted(boxes_num)
    return roi.roi_align(
        x, boxes, boxes_num, **bins, spatial_scale=spatial_scale, sampling_ratio=sampling_ratio, aligned=aligned
    )


@public
def roi_pool(
    x: Any, boxes: Any, boxes_num: Any, output_size: Any, spatial_scale: float = 1.0, name: str | None = None
) -> Any:
    """Return regions of x [N, C, H, W] as [regions, C, *output_size]: the maxima of bins of whole pixels.

    The arguments are those of roi_align. An empty bin is 0.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/roi_pool_en.html
    """
    bins = _bins(output_size, "roi_pool", (int, tuple))
    _counted(boxes_num)
    return roi.roi_pool(x, boxes, boxes_num, **bins, spatial_scale=spatial_scale)[0]


@public
def psroi_pool(
    x: Any, boxes: Any, boxes_num: Any, output_size: Any, spatial_scale: float = 1.0, name: str | None = None
) -> Any:
    """Return regions of x [N, C * bins, H, W] as [regions, C, *output_size]: means; each bin has its own channels.

    The arguments are those of roi_align. An empty bin is 0. Raises ModeError (an AssertionError) for an x of another
    rank.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/vision/ops/psroi_pool_en.html
    """
    if len(x.shape) != 4:
        raise ModeError(
            "the input features should have the shape [N, C, H, W]", facts={"x": list(x.shape)}, site=site()
        )
    bins = _bins(output_size, "psroi_pool", (int, tuple, list))
    _counted(boxes_num)
    return roi.psroi_pool(x, boxes, boxes_num, **bins, spatial_scale=spatial_scale)


class RoIAlign(Layer):
    """roi_align with a fixed size and scale."""

    def __init__(self, output_size: Any, spatial_scale: float = 1.0) -> None:
        super().__init__()
        self._output_size, self._spatial_scale = output_size, spatial_scale

    def forward(self, x: Any, boxes: Any, boxes_num: Any, aligned: bool = True) -> Any:
        return roi_align(x, boxes, boxes_num, self._output_size, self._spatial_scale, aligned=aligned)


class RoIPool(Layer):
    """roi_pool with a fixed size and scale."""

    def __init__(self, output_size: Any, spatial_scale: float = 1.0) -> None:
        super().__init__()
        self._output_size, self._spatial_scale = output_size, spatial_scale

    def forward(self, x: Any, boxes: Any, boxes_num: Any) -> Any:
        return roi_pool(x, boxes, boxes_num, self._output_size, self._spatial_scale)

    def extra_repr(self) -> str:
        return f"output_size={self._output_size}, spatial_scale={self._spatial_scale}"


class PSRoIPool(Layer):
    """psroi_pool with a fixed size and scale."""

    def __init__(self, output_size: Any, spatial_scale: float = 1.0) -> None:
        super().__init__()
        self.output_size, self.spatial_scale = output_size, spatial_scale

    def forward(self, x: Any, boxes: Any, boxes_num: Any) -> Any:
        return psroi_pool(x, boxes, boxes_num, self.output_size, self.spatial_scale)
