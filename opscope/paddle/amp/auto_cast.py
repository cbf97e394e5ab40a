"""auto_cast: casts the inputs of eager ops by lists of operators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from opscope.core import state
from opscope.core.block_decorators import block_manager
from opscope.core.context_settings import ContextSettings, Setting
from opscope.core.source import site
from opscope.core.state import mode
from opscope.core.strict import warn
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, ModeError, OpscopeWarning, UnsupportedError, UsageError, nearest
from opscope.ir.compat.op_types import op_name
from opscope.ops.registry import REGISTRY, Op
from opscope.paddle.amp.lists import BLACK, EXTRA, LEVELS, WHITE, named

_LOW, _FULL = np.dtype("float16"), np.dtype("float32")
_STATISTICS = {"batch_norm", "layer_norm", "group_norm"}  # x decides; scale, bias and statistics stay as they are


class Casting:
    """The casts that auto_cast makes. It maps an op and its inputs to the inputs that the op gets.

    Ops on the white list get float16, and ops on the black list get float32. Other ops get the widest dtype among their
    inputs. Without `promote` they get float16, and at level OD float32. Only float16 and float32 are cast.
    """

    __slots__ = ("black", "level", "promote", "white")

    def __init__(self, level: str, white: frozenset[str], black: frozenset[str], promote: bool) -> None:
        self.level, self.white, self.black, self.promote = level, white, black, promote

    def __call__(self, op: Op, inputs: Sequence[Any]) -> Sequence[Any]:
        if op.name == "cast" or op.outputs[0] == "param_out":
            return inputs
        floats = [v.dtype.dtype for v in inputs if isinstance(v, Tensor) and v.dtype.dtype in (_LOW, _FULL)]
        if not floats:
            return inputs
        wanted = self._wanted(op.name, floats)
        count = 1 if op.name in _STATISTICS else len(inputs)
        if all(f == wanted for f in (floats[:1] if count == 1 else floats)):
            return inputs
        return (*(self._cast(v, wanted) for v in inputs[:count]), *inputs[count:])

    def _wanted(self, name: str, floats: list[Any]) -> Any:
        if name in self.black:
            return _FULL
        if name in self.white:
            return _LOW
        if self.level == "OD":
            return _FULL
        if not self.promote:
            return _LOW
        if name in _STATISTICS:
            return floats[0]
        return _FULL if _FULL in floats else _LOW

    def _cast(self, value: Any, wanted: Any) -> Any:
        if isinstance(value, Tensor) and value.dtype.dtype in (_LOW, _FULL) and value.dtype.dtype != wanted:
            return REGISTRY["cast"](value, dtype=wanted.name)
        return value


class _Amp(ContextSettings):
    given = Setting[dict[str, Any] | None](None)  # what the innermost block that is open was called with


_amp = _Amp()
state.on_reset(_amp.reset)


@block_manager
def auto_cast(
    enable: bool = True,
    custom_white_list: Iterable[str] | None = None,
    custom_black_list: Iterable[str] | None = None,
    level: str = "O1",
    dtype: str = "float16",
    use_promote: bool = True,
) -> Iterator[None]:
    """Run dygraph ops inside the block in mixed precision; also a decorator.

    Level O1 casts inputs of operators on the white list to float16, and on the black list to float32. O2 is for models
    that `decorate` has cast. O2 has almost no black list. OD has only the white list. O0 casts nothing. The custom
    lists have Paddle's names of operators, and take precedence. use_promote=False (at O2) casts all other inputs to
    float16. Raises UnsupportedError for bfloat16, which NumPy does not have, and ArgumentError for other levels and
    dtypes. Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/amp/auto_cast_en.html
    """
    made = _casting(custom_white_list, custom_black_list, level, dtype, use_promote)
    if mode.static:
        raise ModeError(
            "auto_cast works only in dygraph mode, but static mode is on",
            site=site(),
            fix="call paddle.disable_static() first",
        )
    given = {
        "enable": enable, "custom_white_list": custom_white_list, "custom_black_list": custom_black_list,
        "level": level, "dtype": dtype, "use_promote": use_promote,
    }  # fmt: skip
    with mode.block(cast=made if enable else None), _amp.block(given=given):
        yield


amp_guard = auto_cast


def amp_state() -> dict[str, Any] | None:
    """Return the arguments of the innermost auto_cast, even if it is disabled. Return None outside of auto_cast."""
    return None if _amp.given is None else dict(_amp.given)


def is_float16_supported(device: str | None = None) -> bool:
    """Return True. NumPy and CuPy can compute in float16."""
    return True


def is_bfloat16_supported(device: str | None = None) -> bool:
    """Return False. NumPy does not have this type."""
    return False


def _casting(
    more_white: Iterable[str] | None, more_black: Iterable[str] | None, level: str, dtype: str, promote: bool
) -> Casting | None:
    checked_level(level)
    checked_dtype(dtype)
    if level == "O0":
        return None
    white, black = _custom(more_white, "custom_white_list"), _custom(more_black, "custom_black_list")
    if both := sorted(white & black):
        raise ArgumentError(
            f"The custom white list and the custom black list must not overlap, but both contain {', '.join(both)}",
            site=site(),
        )
    return Casting(
        level, (named(WHITE) | white) - black, (named(LEVELS[level]) | black) - white, promote or level != "O2"
    )


def _custom(names: Iterable[str] | None, what: str) -> frozenset[str]:
    given = [names] if isinstance(names, str) else list(names or ())
    if isinstance(names, str) or any(not isinstance(n, str) for n in given):
        raise UsageError(f"{what} must be a set of operator names, but received {names!r}", site=site())
    for name in given:
        if op_name(name) not in REGISTRY and name not in WHITE | BLACK | EXTRA:
            warn(
                OpscopeWarning(
                    f"{what} contains {name!r}, but opscope has no operator with this name", site=site(),
                    fix=nearest(name, WHITE | BLACK | {op.name for op in REGISTRY}) or "remove this name from the list",
                )
            )  # fmt: skip
    return named(given)


def checked_level(level: Any) -> None:
    """Raise ArgumentError if the level is not one of Paddle's levels."""
    if level not in ("O0", *LEVELS):
        raise ArgumentError(f"level should be O0, OD, O1 or O2, but received {level!r}", site=site())


def checked_dtype(dtype: Any) -> None:
    """Raise ArgumentError if the dtype is not float16. Raise UnsupportedError for bfloat16."""
    if dtype == "bfloat16":
        raise UnsupportedError(
            "mixed precision in bfloat16 is not supported, because NumPy has no bfloat16",
            site=site(),
            fix="pass dtype='float16'",
        )
    if dtype != "float16":
        raise ArgumentError(f"dtype should be 'float16' or 'bfloat16', but received {dtype!r}", site=site())
