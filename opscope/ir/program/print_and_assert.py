"""Print and Assert: operators that print a value or check a condition while a program runs."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import state
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import as_dtype
from opscope.core.place import array_module, to_host
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.errors import ArgumentError, NotFound, UsageError
from opscope.ir.compat.program_ops import program_op
from opscope.ir.program.block_ops import check_bool
from opscope.ir.program.context import require_static
from opscope.ir.program.program import GRAD, Operator, Variable

_PHASES = ("forward", "backward", "both")
_print_counts: dict[tuple[int, bool], int] = {}  # prints so far, by number of the Print and direction
_numbers = itertools.count()


state.on_reset(_print_counts.clear)


def Print(  # noqa: N802 (Paddle's name)
    input: Any,
    first_n: int = -1,
    message: str | None = None,
    summarize: int = 20,
    print_tensor_name: bool = True,
    print_tensor_type: bool = True,
    print_tensor_shape: bool = True,
    print_tensor_layout: bool = True,
    print_tensor_lod: bool = True,
    print_phase: str = "both",
) -> Any:
    """Append an operator that prints the value, and in backward its gradient. Returns a copy of the value.

    Only the first `first_n` prints of each phase are shown (0 or less: all prints). Each print shows `summarize`
    elements (-1: all elements). The gradient is printed if the loss depends on the copy. Raises UsageError if input is
    not a Variable, and NotFound for an unknown phase. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/Print_en.html
    """
    require_static("Print")
    if not isinstance(input, Variable):
        raise UsageError(
            f"The type of 'input' in paddle.static.Print must be {Variable}, but received {type(input)}.", site=site()
        )
    if str(print_phase).lower() not in _PHASES:
        raise NotFound(
            f"Value {str(print_phase).upper()} is not in enum container [BOTH ,BACKWARD ,FORWARD].", site=site()
        )
    out_name = f"{names('print')}.tmp_0"
    attrs = {
        "first_n": first_n, "summarize": summarize, "message": message or "", "print_tensor_name": print_tensor_name,
        "print_tensor_type": print_tensor_type, "print_tensor_shape": print_tensor_shape,
        "print_tensor_layout": print_tensor_layout, "print_tensor_lod": print_tensor_lod,
        "print_phase": print_phase.upper(), "is_forward": True, "called": input.name, "gradient": out_name + GRAD,
        "number": next(_numbers),
    }  # fmt: skip
    block = input.program.current_block()
    out = block.declare(Variable(block, out_name, input.spec, stop_gradient=input.stop_gradient))
    block.append(PRINT, [input], attrs, outputs=[out], specs=[input.spec])
    return out


def _print(
    xp: ArrayModule,
    input: Array,
    *,
    first_n: int,
    summarize: int,
    message: str,
    print_tensor_name: bool,
    print_tensor_type: bool,
    print_tensor_shape: bool,
    print_tensor_layout: bool,
    print_tensor_lod: bool,
    print_phase: str,
    is_forward: bool,
    called: str,
    gradient: str,
    number: int,
) -> Any:
    """Print the value and return a copy."""
    if print_phase != ("BACKWARD" if is_forward else "FORWARD"):
        count = _print_counts.get(key := (number, is_forward), 0)
        if first_n <= 0 or count < first_n:
            if first_n > 0:
                _print_counts[key] = count + 1
            host = to_host(input)
            fields = (
                (print_tensor_name, f"Variable: {called if is_forward else gradient}"),
                (message, f"  - message: {message}"),
                (print_tensor_lod, "  - lod: {}"),
                (True, f"  - place: Place({'cpu' if array_module(input) is np else f'gpu:{input.device.id}'})"),
                (print_tensor_shape, f"  - shape: [{', '.join(map(str, host.shape))}]"),
                (print_tensor_layout, "  - layout: NCHW"),
                (print_tensor_type, f"  - dtype: {as_dtype(host.dtype).name}"),
                (True, f"  - data: [{_elements(host, summarize)}]"),
            )
            _write_line("\n".join(line for wanted, line in fields if wanted))
    return [input.copy()]


def _write_line(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (this is what the operator is for)


def _elements(host: Any, summarize: int, dots: Sequence[str] = ()) -> str:
    flat = host.ravel()
    shown = flat if summarize < 0 else flat[:summarize]
    kind = host.dtype.kind
    texts = [f"{v:g}" if kind == "f" else str(int(v)) if kind == "b" else str(v) for v in shown]
    return " ".join([*texts, *dots] if len(shown) < len(flat) else texts)


def _print_gradient(dout: Array, attrs: dict[str, Any]) -> Any:
    (out,) = PRINT.apply((dout,), {**attrs, "is_forward": False})
    return out


PRINT = program_op(
    "print", _print, lambda input, **_: [input],
    vjp={"input": lambda dout, attrs: _print_gradient(dout[0] if isinstance(dout, list) else dout, attrs)},
    outputs=("*out",),
)  # fmt: skip
PRINT.opaque = True


def Assert(cond: Any, data: Any = None, summarize: int = 20, name: str | None = None) -> Operator:  # noqa: N802 (Paddle's name)
    """Append an operator that raises ArgumentError (a ValueError) if cond, a single bool, is false.

    The error shows the values of `data`.

    Raises UsageError or DTypeError if cond is not a bool Variable, and UsageError if data are not Variables. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/nn/Assert_en.html
    """
    require_static("Assert")
    check_bool(cond, "cond", "static.nn.control_flow.Assert")
    shown = [] if data is None else list(data) if isinstance(data, list | tuple) else [data]
    for item in shown:
        if not isinstance(item, Variable):
            raise UsageError(
                "The type of '%Data' in operator assert should be one of [str, bytes, Variable]. but received : "
                f"{item!r}", site=site(), fix="pass the Variables to show when the assertion fails",
            )  # fmt: skip
    attrs = {"summarize": summarize, "called": tuple(v.name for v in (cond, *shown))}
    return cond.program.current_block().append(ASSERT, [cond, *shown], attrs, outputs=[], specs=[])


def _assert(xp: ArrayModule, cond: Any, *data: Array, summarize: int, called: Sequence[str]) -> Any:
    """Raise ArgumentError unless the condition consists of one true element."""
    if cond.size != 1:
        raise ArgumentError(
            f"The numel of Input(Condition) should be 1, but received {cond.size}", facts={called[0]: cond.shape},
            fix="use all(condition) or any(condition)",
        )  # fmt: skip
    if to_host(cond).all():
        return []
    facts = {n: f"[{_elements(to_host(v), summarize, ('...',))}]" for n, v in zip(called[1:], data, strict=True)}
    raise ArgumentError(
        f"The condition variable '{called[0]}' of AssertOp must be true, but received false", facts=facts
    )


def _no_outputs(*_: TensorSpec, **__: Any) -> list[TensorSpec]:
    return []


ASSERT = program_op("assert", _assert, _no_outputs, outputs=("*out",))
ASSERT.opaque = True


note_functions(__name__)
