"""Composite operators: Paddle types that several ops implement, as functions registered by type.

Positional parameters are slots. A slot is optional if its default is None, and has several variables if it is annotated
`Many`. Keyword-only parameters are attributes with Paddle's defaults. A trailing `_` is dropped, as in `lambda_`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError, ModeError
from opscope.ir.compat.resolve_op import (
    IGNORED_ATTRS,
    as_list,
    normalize_attr,
    refuse_attr,
    slot_facts,
    warn_unread_attr,
)
from opscope.ops.registry import Attrs

Many = Sequence[Any]


class CompositeOp:
    """A composite operator type: its slots, its attributes, and the function that computes the outputs."""

    def __init__(self, type_: str, function: Callable[..., Any], outputs: tuple[str, ...]) -> None:
        parameters = inspect.signature(function).parameters.values()
        slots = [p for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
        self.type = type_
        self.function = function
        self.outputs = tuple(o.rstrip("*") for o in outputs)
        self.list_slots = {o[:-1] for o in outputs if o.endswith("*")}  # output slots of several variables
        self.slots = {p.name.rstrip("_"): p.annotation == "Many" for p in slots}
        self.required_slots = [p.name.rstrip("_") for p in slots if p.default is inspect.Parameter.empty]
        attrs = [p for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY]
        self.attrs = {p.name.rstrip("_"): p.name for p in attrs}
        self.required_attrs = [p.name for p in attrs if p.default is inspect.Parameter.empty]

    def __call__(self, inputs: Mapping[str, Any], attrs: Attrs) -> dict[str, Any]:
        """Call the function, and return its results by slot, with a list for a slot of several variables.

        Raises ModeError (an AssertionError) for a missing slot, ArgumentError for a missing attribute, and the errors
        of the function. Gives a warning about attributes that the type does not have.
        """
        given: list[Any] = []
        for slot, several in self.slots.items():
            values = as_list(inputs.get(slot))
            if not values and slot in self.required_slots:
                raise ModeError(f"Input {slot} not found", facts=slot_facts(inputs), site=site())
            given.append(values if several else values[0] if values else None)
        with names.naming(names.result_name or self.type):
            made = self.function(*given, **self._attrs(attrs))
        results = made if isinstance(made, tuple) else (made,)
        return {s: r for s, r in zip(self.outputs, results, strict=False) if r is not None}

    def _attrs(self, given: Attrs) -> Attrs:
        made: Attrs = {}
        for name, value in given.items():
            if name in self.attrs:
                made[self.attrs[name]] = normalize_attr(name.rpartition("_")[2], value)
                continue
            refuse_attr(self.type, name, value)
            if name not in IGNORED_ATTRS:
                warn_unread_attr(self.type, name, self.attrs)
        for name in self.required_attrs:
            if name not in made:
                raise ArgumentError(
                    f"Attribute ({name}) is not set correctly.", facts={"operator": self.type}, site=site()
                )
        return made


COMPOSITE_OPS: dict[str, CompositeOp] = {}
LOADERS: list[Callable[[], None]] = []  # import the modules that define composites, on first use


def composed(*types: str, out: str = "Out") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function for Paddle types.

    The function returns the values of the slots in `out`. The value of a slot `Out*` is a list.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        for type_ in types:
            COMPOSITE_OPS[type_] = CompositeOp(type_, function, tuple(out.split()))
        return function

    return register


def find_composite(type_: str) -> CompositeOp | None:
    """Return the composite operator of a Paddle type. Return None if the type is a single op or unknown."""
    while LOADERS:
        LOADERS.pop()()
    return COMPOSITE_OPS.get(type_)
