"""Shapes and dtypes of the results of an operator. Errors contain the operator's variables and the user's line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from opscope.core.source import site
from opscope.core.spec import TensorSpec, spec_list
from opscope.errors import OpscopeError, ShapeError
from opscope.ops.registry import Attrs, Op


class Declared(Protocol):
    """A declared variable."""

    name: str
    spec: TensorSpec


def inferred_specs(op: Op, variables: Sequence[Declared | None], attrs: Attrs) -> list[TensorSpec | None]:
    """Infer the specs of an operator's results. The op's errors get names, specs and the user's line."""
    try:
        specs = op.infer(*(None if v is None else v.spec for v in variables), **attrs)
    except OpscopeError as e:
        called = ", ".join("None" if v is None else v.name for v in variables)
        e.args = (f"{op.name}({called}): {e.summary}",)
        e.summary = e.args[0]
        e.facts = {**{v.name: v.spec for v in variables if v is not None}, **e.facts}
        e.site = e.site or site()
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, StopIteration) as e:
        facts = {op.input_name(i): v.spec for i, v in enumerate(variables) if v is not None}
        raise ShapeError(f"{op.name} does not support the given inputs: {e}", facts=facts, site=site()) from e
    found = spec_list(specs)
    for spec in found:
        if spec is not None and any(dim is not None and dim < 0 for dim in spec.shape):
            given = {v.name: v.spec for v in variables if v is not None} | attrs
            raise ShapeError(f"{op.name}: a dim of the result would be negative: {min(d or 0 for d in spec.shape)}",
                             facts={**given, "result": list(spec.shape)}, site=site(),
                             fix="pass sizes that are not negative")  # fmt: skip
    return found
