# ruff: noqa: N999 (Paddle calls it so)
"""paddle._legacy_C_ops: operators called by Paddle's types, inputs first and then name, value, name, value, ...

`_legacy_C_ops.scale(x, "scale", 2.0)`; what old programs and tests call where they mean the operator itself. With a `_`
at its end, as in `scale_`, the result is written to the first input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.errors import ArgumentError, ModeError
from opscope.ir import legacy
from opscope.ir.described import described, op_of


def __getattr__(type_: str) -> Callable[..., Any]:
    if type_.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {type_!r}")
    try:
        op_of(type_.removesuffix("_"), {})
    except ArgumentError as error:  # hasattr() must be able to ask
        raise AttributeError(str(error)) from error
    return _operator(type_)


def _operator(name: str) -> Callable[..., Any]:
    type_, in_place = name.removesuffix("_"), name.endswith("_")

    def call(*args: Any) -> Any:
        at = next((i for i, a in enumerate(args) if isinstance(a, str)), len(args))
        inputs, pairs = args[:at], args[at:]
        if len(pairs) % 2 or not all(isinstance(n, str) for n in pairs[::2]):
            raise ArgumentError(f"{type_}: after the inputs come names and values of attributes, in pairs",
                                facts={"given": repr(pairs)})  # fmt: skip
        attrs = dict(zip(pairs[::2], pairs[1::2], strict=True))
        op = op_of(type_, dict(attrs))
        names = [*op.inputs, *([op.variadic] if op.variadic else [])]
        if len(inputs) > len(names):
            raise ModeError(f"{type_} takes {len(names)} inputs, not {len(inputs)}")
        slots = {legacy.slot_of(op, name): value for name, value in zip(names, inputs, strict=False)}
        use = described(type_, slots, {legacy.out_slot_of(op, o): None for o in op.outputs}, attrs)
        if in_place:
            return use.inputs[0].rewrite(lambda *given: use.op.on(given, use.attrs), use.inputs, {})
        return use.op.on(tuple(use.inputs), use.attrs)

    call.__name__ = name
    return call
