# ruff: noqa: N999 (Paddle calls it so)
"""paddle._legacy_C_ops: operators by Paddle's types.

The arguments are the inputs, followed by name, value, name, value, ... For example, `_legacy_C_ops.scale(x, "scale",
2.0)`. Old programs and tests use it to call the operator itself. If the name ends with `_`, as in `scale_`, the result
is written to the first input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.errors import ArgumentError, ModeError
from opscope.ir.compat import composite_ops, op_types
from opscope.ir.compat.resolve_op import op_of, resolve_op


def __getattr__(type_: str) -> Callable[..., Any]:
    if type_.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {type_!r}")
    try:
        if composite_ops.find_composite(type_.removesuffix("_")) is None:
            op_of(type_.removesuffix("_"))
    except ArgumentError as error:  # hasattr() must be able to ask
        raise AttributeError(str(error)) from error
    return _operator(type_)


def _operator(name: str) -> Callable[..., Any]:
    type_, in_place = name.removesuffix("_"), name.endswith("_")

    def call(*args: Any) -> Any:
        at = next((i for i, a in enumerate(args) if isinstance(a, str)), len(args))
        inputs, pairs = args[:at], args[at:]
        if len(pairs) % 2 or not all(isinstance(n, str) for n in pairs[::2]):
            raise ArgumentError(f"{type_}: after the inputs, pass each attribute as its name followed by its value",
                                facts={"given": repr(pairs)})  # fmt: skip
        attrs = dict(zip(pairs[::2], pairs[1::2], strict=True))
        function, names = _called(type_, attrs)
        if len(inputs) > len(names):
            raise ModeError(f"{type_} takes {len(names)} inputs, not {len(inputs)}")
        slots = dict(zip(names, inputs, strict=False))
        if in_place:
            return inputs[0].rewrite(lambda first: function({**slots, names[0]: first}), [inputs[0]], {})
        return function(slots)

    call.__name__ = name
    return call


def _called(type_: str, attrs: dict[str, Any]) -> tuple[Callable[[dict[str, Any]], Any], list[str]]:
    """Return a function of inputs by slot, and the slots."""
    if (found := composite_ops.find_composite(type_)) is not None:

        def compose(slots: dict[str, Any]) -> Any:
            made = found(slots, attrs)
            return next(iter(made.values())) if len(made) == 1 else tuple(made.values())

        return compose, list(found.slots)
    op = op_of(type_)
    outputs = {op_types.output_slot(op, o): None for o in op.outputs}

    def call(slots: dict[str, Any]) -> Any:
        use = resolve_op(type_, slots, outputs, attrs)
        return use.op.apply(tuple(use.inputs), use.attrs)

    names = [*op.inputs, *([op.variadic] if op.variadic else [])]
    return call, [op_types.input_slot(op, name) for name in names]
