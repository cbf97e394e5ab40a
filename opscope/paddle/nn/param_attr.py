"""ParamAttr: the name, the initializer and the training options of a layer's parameter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core import place as places
from opscope.core.checks.number_checks import finite_number
from opscope.core.described import Described
from opscope.core.dtype import as_dtype
from opscope.core.public_calls import note_functions
from opscope.core.shape import is_whole
from opscope.core.source import site
from opscope.core.state import mode, names
from opscope.errors import ModeError, UsageError
from opscope.ir.program.context import check_default_initializer, defaults, make_parameter
from opscope.ir.program.program import Parameter as StaticParameter
from opscope.paddle.nn.initializer import Constant, Initializer, XavierUniform, global_initializer
from opscope.paddle.nn.parameter import Parameter
from opscope.paddle.regularizer import WeightDecayRegularizer, as_regularizer


class ParamAttr(Described):
    """Attributes of a parameter. `learning_rate` multiplies the learning rate of the optimizer.

    `regularizer` has priority over the decay of the optimizer.
    """

    def __init__(
        self,
        name: str | None = None,
        initializer: Initializer | None = None,
        learning_rate: float = 1.0,
        regularizer: WeightDecayRegularizer | None = None,
        trainable: bool = True,
        do_model_average: bool = True,
        need_clip: bool = True,
    ) -> None:
        self.regularizer = as_regularizer(regularizer, "ParamAttr", "regularizer")
        self.name = name
        self.initializer = initializer
        self.learning_rate = finite_number(learning_rate, "learning_rate of ParamAttr")
        self.trainable = trainable
        self.need_clip = need_clip
        self.do_model_average = do_model_average

    @staticmethod
    def _to_attr(arg: Any) -> Any:
        """Convert like `as_attr`, and convert a list to a list. False stays False."""
        if isinstance(arg, list | tuple):
            return [ParamAttr._to_attr(each) for each in arg]
        return False if arg is False else as_attr(arg)

    def checked(self) -> ParamAttr:
        """Return itself if its settings are possible in this mode."""
        return self

    def declare(self, shape: Sequence[int], dtype: object, name: str, initializer: Any) -> Any:
        """Return the parameter of the default programs that has these attributes."""
        return make_parameter(
            shape, dtype, name, initializer, trainable=self.trainable, learning_rate=self.learning_rate,
            need_clip=self.need_clip, regularizer=self.regularizer and self.regularizer.data,
            do_model_average=self.do_model_average,
        )  # fmt: skip


def as_attr(value: Any) -> ParamAttr | None:
    """Return a ParamAttr for None, a name, an initializer, a regularizer or a ParamAttr.

    Return None for False (no parameter). Raises UsageError for other values.
    """
    if value is False:
        return None
    if value is None or value is True:
        return ParamAttr()
    if isinstance(value, ParamAttr):
        return value.checked()
    if isinstance(value, str):
        return ParamAttr(name=value)
    if isinstance(value, Initializer):
        return ParamAttr(initializer=value)
    if isinstance(value, WeightDecayRegularizer):
        return ParamAttr(regularizer=value)
    raise UsageError(
        f"{type(value).__name__} cannot be converted to a ParamAttr", fix="pass a ParamAttr, a name or False"
    )


def _start(attr: ParamAttr, suffix: str, default: Initializer | None) -> Initializer:
    """Return the initializer of a parameter: its own, the global one, the layer's, or Xavier (zeros for a bias)."""
    return (
        attr.initializer
        or global_initializer(suffix)
        or default
        or (Constant(0.0) if suffix == "b" else XavierUniform())
    )


def require_sizes(shape: Sequence[Any], parameter: str) -> None:
    """Raise ModeError (an AssertionError, as in Paddle) for a size that is not a positive whole number."""
    for position, size in enumerate(shape):
        if not is_whole(size) or size <= 0:
            raise ModeError(
                f"every dim of a parameter must be larger than 0, but dim {position} is {size}",
                facts={"parameter": parameter, "shape": list(shape)}, site=site(), fix="pass positive whole numbers",
            )  # fmt: skip


def layer_parameter(
    layer: str,
    suffix: str,
    shape: Sequence[int],
    attr: ParamAttr | None,
    dtype: object = None,
    default: Initializer | None = None,
) -> StaticParameter:
    """Return the parameter `<layer>.<suffix>_0` of a static layer. The startup program initializes it."""
    require_sizes(shape, f"{layer}.{suffix}")
    attr = attr or ParamAttr()
    name = attr.name or names(f"{layer}.{suffix}")
    return attr.declare(shape, mode.dtype if dtype is None else dtype, name, _start(attr, suffix, default))


def new_parameter(
    layer: str,
    suffix: str,
    shape: Sequence[int],
    attr: ParamAttr | None,
    dtype: object = None,
    default: Initializer | None = None,
) -> Any:
    """Return the parameter `<layer>.<suffix>_0`.

    It belongs to the default programs in static mode; otherwise it is a filled Parameter. Raises ModeError (an
    AssertionError) for a shape without elements.
    """
    require_sizes(shape, f"{layer}.{suffix}")
    if mode.static:
        return layer_parameter(layer, suffix, shape, attr, dtype, default)
    attr = attr or ParamAttr()
    kind = as_dtype(mode.dtype if dtype is None else dtype)
    sizes = tuple(int(d) for d in shape)
    start = _start(attr, suffix, default)
    by_hand = not isinstance(start, Initializer) or start.by_hand  # any callable may fill a parameter
    array = places.to_device((Constant() if by_hand else start).make(sizes, kind.name), places.current())
    name = attr.name or names(f"{layer}.{suffix}")
    parameter = Parameter(
        array, not attr.trainable, name, learning_rate=attr.learning_rate, need_clip=attr.need_clip,
        regularizer=attr.regularizer,
    )  # fmt: skip
    if by_hand:
        start(parameter, defaults.main.global_block())
    return parameter


def create_parameter(
    shape: Sequence[int],
    dtype: object,
    name: str | None = None,
    attr: Any = None,
    is_bias: bool = False,
    default_initializer: Initializer | None = None,
) -> Any:
    """Return a parameter of the default main program, which the default startup program initializes.

    In dygraph, return a Tensor. Without an initializer, it is filled by Xavier uniform (zeros for a bias). Raises
    DTypeError if the dtype has no default initializer. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/create_parameter_en.html
    """
    if not isinstance(name, str | None):
        raise UsageError(
            f"The type of 'name' in create_parameter must be a str, but received {type(name)}.", site=site()
        )
    attr = ParamAttr(name=name) if attr is None else as_attr(attr) or ParamAttr()
    if attr.initializer is None and default_initializer is None:
        check_default_initializer(dtype)
    suffix = "b" if is_bias else "w"
    return new_parameter(name or names("create_parameter"), suffix, shape, attr, dtype, default_initializer)


note_functions(__name__)
