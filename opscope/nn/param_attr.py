"""ParamAttr: how a layer's parameter is named, initialised and trained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.dtype import as_dtype
from opscope.core.state import mode, names
from opscope.eager.tensor import to_tensor
from opscope.errors import UnsupportedError, UsageError
from opscope.ir.context import check_default_initializer, make_parameter
from opscope.ir.program import Parameter
from opscope.nn.initializer import Constant, Initializer, XavierUniform


class ParamAttr:
    """Attributes of a parameter; `learning_rate` multiplies the optimizer's."""

    def __init__(
        self,
        name: str | None = None,
        initializer: Initializer | None = None,
        learning_rate: float = 1.0,
        regularizer: None = None,
        trainable: bool = True,
        do_model_average: bool = True,
        need_clip: bool = True,
    ) -> None:
        if regularizer is not None:
            raise UnsupportedError("ParamAttr does not support regularizer", fix="leave it out")
        self.name = name
        self.initializer = initializer
        self.learning_rate = learning_rate
        self.trainable = trainable
        self.need_clip = need_clip
        self.do_model_average = do_model_average


def as_attr(value: Any) -> ParamAttr | None:
    """A ParamAttr of None, a name, an initializer or a ParamAttr; None for False (no parameter).

    Raises UsageError for anything else.
    """
    if value is False:
        return None
    if value is None or value is True:
        return ParamAttr()
    if isinstance(value, ParamAttr):
        return value
    if isinstance(value, str):
        return ParamAttr(name=value)
    if isinstance(value, Initializer):
        return ParamAttr(initializer=value)
    raise UsageError(f"{type(value).__name__} cannot be made a ParamAttr", fix="pass a ParamAttr, a name or False")


def layer_parameter(
    layer: str,
    suffix: str,
    shape: Sequence[int],
    attr: ParamAttr | None,
    dtype: object = None,
    default: Initializer | None = None,
) -> Parameter:
    """The parameter `<layer>.<suffix>_0` of a static layer, initialised in the startup program."""
    attr = attr or ParamAttr()
    name = attr.name or names(f"{layer}.{suffix}")
    start = attr.initializer or default or (Constant(0.0) if suffix == "b" else XavierUniform())
    return make_parameter(
        shape, mode.dtype if dtype is None else dtype, name, start,
        trainable=attr.trainable, learning_rate=attr.learning_rate, need_clip=attr.need_clip,
    )  # fmt: skip


def create_parameter(
    shape: Sequence[int],
    dtype: object,
    name: str | None = None,
    attr: Any = None,
    is_bias: bool = False,
    default_initializer: Initializer | None = None,
) -> Any:
    """A parameter of the default main program, initialised in the default startup program; in dygraph a Tensor.

    Xavier uniform (zeros for a bias) unless an initializer is given. Raises DTypeError if dtype has no default.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/create_parameter_en.html
    """
    attr = as_attr(attr) or ParamAttr()
    if attr.initializer is None and default_initializer is None:
        check_default_initializer(dtype)
    if name is not None:
        attr.name = name
    layer, suffix = names("create_parameter"), "b" if is_bias else "w"
    if mode.static:
        return layer_parameter(layer, suffix, shape, attr, dtype, default_initializer)
    start = attr.initializer or default_initializer or (Constant(0.0) if is_bias else XavierUniform())
    made = to_tensor(start.make(tuple(shape), as_dtype(dtype).name), dtype, stop_gradient=not attr.trainable)
    made.name = attr.name or names(f"{layer}.{suffix}")
    made.persistable, made.trainable = True, attr.trainable
    return made
