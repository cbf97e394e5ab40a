"""Pooling layers: functions of `functional` with their settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.dims_family import DimsFamily
from opscope.paddle.nn.layer.unit import Unit


class _Windows(Unit):
    """Base of pooling by windows; its text shows the window."""

    quiet = ("ceil_mode", "return_mask", "exclusive", "divisor_override", "data_format", "output_size")


class _Means(Unit):
    """Base of average pooling to a given size; its text shows the size."""

    quiet = ("data_format",)


class _MaxWindows(_Windows):
    """Base of max pooling by windows."""

    if TYPE_CHECKING:  # with return_mask it gives two tensors

        def forward(self, *inputs: Any, **named: Any) -> Any: ...


class _Cells(Unit):
    """Base of max pooling to a given size."""

    if TYPE_CHECKING:  # with return_mask it gives two tensors

        def forward(self, *inputs: Any, **named: Any) -> Any: ...


class AvgPool1D(_Windows, function=F.avg_pool1d):
    """Mean of each window of [N, C, L]."""

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, exclusive: bool = True, ceil_mode: bool = False,
        name: str | None = None,
    ) -> None: ...  # fmt: skip


class _AvgPool(_Windows, DimsFamily):
    """Base of average pooling over images and volumes."""

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, exclusive: bool = True,
        divisor_override: int | None = None, data_format: str = "NCHW", name: str | None = None,
    ) -> None: ...  # fmt: skip


class AvgPool2D(_AvgPool, function=F.avg_pool2d, data_format="NCHW"):
    """Mean of each window of [N, C, H, W]."""


class AvgPool3D(_AvgPool, function=F.avg_pool3d, data_format="NCDHW"):
    """Mean of each window of [N, C, D, H, W]."""


class MaxPool1D(_MaxWindows, function=F.max_pool1d):
    """Maximum of each window of [N, C, L]."""

    spelled: ClassVar = {"input": "x"}

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, return_mask: bool = False,
        ceil_mode: bool = False, name: str | None = None,
    ) -> None: ...  # fmt: skip


class _MaxPool(_MaxWindows, DimsFamily):
    """Base of max pooling over images and volumes."""

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, return_mask: bool = False,
        ceil_mode: bool = False, data_format: str = "NCHW", name: str | None = None,
    ) -> None: ...  # fmt: skip


class MaxPool2D(_MaxPool, function=F.max_pool2d, data_format="NCHW"):
    """Maximum of each window of [N, C, H, W]."""


class MaxPool3D(_MaxPool, function=F.max_pool3d, data_format="NCDHW"):
    """Maximum of each window of [N, C, D, H, W]."""


class AdaptiveAvgPool1D(_Means, function=F.adaptive_avg_pool1d):
    """Means of [N, C, L] over output_size cells."""

    spelled: ClassVar = {"input": "x"}

    def __init__(self, output_size: Any, name: str | None = None) -> None: ...


class _AdaptiveAvgPool(_Means, DimsFamily):
    """Base of average pooling to a given size, over images and volumes."""

    def __init__(self, output_size: Any, data_format: str = "NCHW", name: str | None = None) -> None: ...


class AdaptiveAvgPool2D(_AdaptiveAvgPool, function=F.adaptive_avg_pool2d, data_format="NCHW"):
    """Means of [N, C, H, W] over output_size cells."""


class AdaptiveAvgPool3D(_AdaptiveAvgPool, function=F.adaptive_avg_pool3d, data_format="NCDHW"):
    """Means of [N, C, D, H, W] over output_size cells."""


class _AdaptiveMaxPool(_Cells, DimsFamily):
    """Base of max pooling to a given size."""

    def __init__(self, output_size: Any, return_mask: bool = False, name: str | None = None) -> None: ...


class AdaptiveMaxPool1D(_AdaptiveMaxPool, function=F.adaptive_max_pool1d, return_mask=False):
    """Maxima of [N, C, L] in output_size cells."""

    spelled: ClassVar = {"input": "x"}


class AdaptiveMaxPool2D(_AdaptiveMaxPool, function=F.adaptive_max_pool2d, return_mask=False):
    """Maxima of [N, C, H, W] in output_size cells."""


class AdaptiveMaxPool3D(_AdaptiveMaxPool, function=F.adaptive_max_pool3d, return_mask=False):
    """Maxima of [N, C, D, H, W] in output_size cells."""


class _MaxUnPool(_Windows, DimsFamily):
    """Base of the inverse of max pooling."""

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, data_format: str = "NCHW",
        output_size: Any = None, name: str | None = None,
    ) -> None: ...  # fmt: skip


class MaxUnPool1D(_MaxUnPool, function=F.max_unpool1d, data_format="NCL"):
    """Inverse of max pooling: zeros, with x [N, C, L] at the positions of the maxima."""


class MaxUnPool2D(_MaxUnPool, function=F.max_unpool2d, data_format="NCHW"):
    """Inverse of max pooling: zeros, with x [N, C, H, W] at the positions of the maxima."""


class MaxUnPool3D(_MaxUnPool, function=F.max_unpool3d, data_format="NCDHW"):
    """Inverse of max pooling: zeros, with x [N, C, D, H, W] at the positions of the maxima."""
