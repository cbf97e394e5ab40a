"""Pooling as layers: the functions of `functional` with their settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.dims_family import DimsFamily
from opscope.paddle.nn.layer.unit import Unit


class _Windows(Unit):
    """Base of pooling by windows: its text shows the window."""

    quiet = ("ceil_mode", "return_mask", "exclusive", "divisor_override", "data_format", "output_size")


class _Means(Unit):
    """Base of average pooling to a given size: its text shows the size."""

    quiet = ("data_format",)


class _MaxWindows(_Windows):
    """Base of max pooling by windows."""

    if TYPE_CHECKING:  # with return_mask it gives two tensors

        def forward(self, *inputs: Any, **named: Any) -> Any: ...


class _Cells(Unit):
    """Base of max pooling to a given size."""

    if TYPE_CHECKING:  # with return_mask it gives two tensors

        def forward(self, *inputs: Any, **named: Any) -> Any: ...


class AvgPool1D(_Windows):
    """The mean of each window of [N, C, L]."""

    function = staticmethod(F.avg_pool1d)

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        exclusive: bool = True,
        ceil_mode: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(
            name, kernel_size=kernel_size, stride=stride, padding=padding, exclusive=exclusive, ceil_mode=ceil_mode
        )


class _AvgPool(_Windows, DimsFamily):
    """Base of average pooling over images and volumes."""

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        ceil_mode: bool = False,
        exclusive: bool = True,
        divisor_override: int | None = None,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(
            name,
            kernel_size=kernel_size,
            stride=stride,
            padding=padding,
            ceil_mode=ceil_mode,
            exclusive=exclusive,
            divisor_override=divisor_override,
            data_format=data_format,
        )


class AvgPool2D(_AvgPool, data_format="NCHW"):
    """The mean of each window of [N, C, H, W]."""

    function = staticmethod(F.avg_pool2d)


class AvgPool3D(_AvgPool, data_format="NCDHW"):
    """The mean of each window of [N, C, D, H, W]."""

    function = staticmethod(F.avg_pool3d)


class MaxPool1D(_MaxWindows):
    """The largest value in each window of [N, C, L]."""

    function = staticmethod(F.max_pool1d)
    spelled: ClassVar = {"input": "x"}

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        return_mask: bool = False,
        ceil_mode: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(
            name, kernel_size=kernel_size, stride=stride, padding=padding, return_mask=return_mask, ceil_mode=ceil_mode
        )


class _MaxPool(_MaxWindows, DimsFamily):
    """Base of max pooling over images and volumes."""

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        return_mask: bool = False,
        ceil_mode: bool = False,
        data_format: str = "NCHW",
        name: str | None = None,
    ) -> None:
        super().__init__(
            name,
            kernel_size=kernel_size,
            stride=stride,
            padding=padding,
            return_mask=return_mask,
            ceil_mode=ceil_mode,
            data_format=data_format,
        )


class MaxPool2D(_MaxPool, data_format="NCHW"):
    """The largest value in each window of [N, C, H, W]."""

    function = staticmethod(F.max_pool2d)


class MaxPool3D(_MaxPool, data_format="NCDHW"):
    """The largest value in each window of [N, C, D, H, W]."""

    function = staticmethod(F.max_pool3d)


class AdaptiveAvgPool1D(_Means):
    """Means of [N, C, L] over output_size cells."""

    function = staticmethod(F.adaptive_avg_pool1d)
    spelled: ClassVar = {"input": "x"}

    def __init__(self, output_size: Any, name: str | None = None) -> None:
        super().__init__(name, output_size=output_size)


class _AdaptiveAvgPool(_Means, DimsFamily):
    """Base of average pooling to a given size, over images and volumes."""

    def __init__(self, output_size: Any, data_format: str = "NCHW", name: str | None = None) -> None:
        super().__init__(name, output_size=output_size, data_format=data_format)


class AdaptiveAvgPool2D(_AdaptiveAvgPool, data_format="NCHW"):
    """Means of [N, C, H, W] over output_size cells."""

    function = staticmethod(F.adaptive_avg_pool2d)


class AdaptiveAvgPool3D(_AdaptiveAvgPool, data_format="NCDHW"):
    """Means of [N, C, D, H, W] over output_size cells."""

    function = staticmethod(F.adaptive_avg_pool3d)


class _AdaptiveMaxPool(_Cells, DimsFamily):
    """Base of max pooling to a given size."""

    def __init__(self, output_size: Any, return_mask: bool = False, name: str | None = None) -> None:
        super().__init__(name, output_size=output_size, return_mask=return_mask)


class AdaptiveMaxPool1D(_AdaptiveMaxPool, return_mask=False):
    """The largest values of [N, C, L] in output_size cells."""

    function = staticmethod(F.adaptive_max_pool1d)
    spelled: ClassVar = {"input": "x"}


class AdaptiveMaxPool2D(_AdaptiveMaxPool, return_mask=False):
    """The largest values of [N, C, H, W] in output_size cells."""

    function = staticmethod(F.adaptive_max_pool2d)


class AdaptiveMaxPool3D(_AdaptiveMaxPool, return_mask=False):
    """The largest values of [N, C, D, H, W] in output_size cells."""

    function = staticmethod(F.adaptive_max_pool3d)


class _MaxUnPool(_Windows, DimsFamily):
    """Base of the reverse of max pooling."""

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        data_format: str = "NCHW",
        output_size: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(
            name,
            kernel_size=kernel_size,
            stride=stride,
            padding=padding,
            data_format=data_format,
            output_size=output_size,
        )


class MaxUnPool1D(_MaxUnPool, data_format="NCL"):
    """Zeros with x [N, C, L] where max pooling had found it."""

    function = staticmethod(F.max_unpool1d)


class MaxUnPool2D(_MaxUnPool, data_format="NCHW"):
    """Zeros with x [N, C, H, W] where max pooling had found it."""

    function = staticmethod(F.max_unpool2d)


class MaxUnPool3D(_MaxUnPool, data_format="NCDHW"):
    """Zeros with x [N, C, D, H, W] where max pooling had found it."""

    function = staticmethod(F.max_unpool3d)
