"""Differences between two programs: operators, order of operators, attributes, functions, dtypes and shapes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import CodeType
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.spec import TensorSpec
from opscope.debug.comparison.alignment import Alignment, Pair
from opscope.debug.comparison.change import Change, ChangeKind, where
from opscope.debug.comparison.value_difference import rounding
from opscope.ir.program.program import Operator
from opscope.names.generated_names import is_generated
from opscope.names.shown_name import name_beside

PHASES = ("forward", "backward", "optimize")
_SKIPPED = {"blocks", "results", "backward_skip_vars", "forward_callable_id", "backward_callable_id"}
_LONG = 60  # characters of an attribute in a line


def program_changes(aligned: Alignment, wired: bool = True) -> list[Change]:
    """List the differences between two programs.

    Differences in the forward pass come first, then differences in the backward pass, and then differences in the
    optimizer. If `wired` is False, operators that differ only in the names of their inputs are not listed. This setting
    is used for eager code, where the names of values may differ.
    """
    found = [
        *(_changed(pair, "operator", f"{_called(pair[0])} -> {_called(pair[1])}") for pair in aligned.replaced),
        *(_one(operator, "removed") for operator in aligned.removed),
        *(_one(operator, "added", second=True) for operator in aligned.added),
        *(
            _changed(pair, "order", f"{_called(pair[0])} runs at another position in the program")
            for pair in aligned.moved
        ),
        *(change for pair in aligned.pairs for change in _pair_changes(pair, aligned.renamed)),
        *(_wiring_changes(aligned) if wired and aligned.same_operators else ()),
        *_declared_changes(aligned.pairs),
    ]
    return sorted(found, key=lambda change: PHASES.index(change.phase))


def _wiring_changes(aligned: Alignment) -> Iterator[Change]:
    """Yield changes for equal operators that read different values."""
    for pair in aligned.pairs:
        a, b = pair
        other = [x for x, y in zip(a.inputs, b.inputs, strict=False) if x and y and aligned.renamed.get(x, y) != y]
        if other or len(a.inputs) != len(b.inputs):
            shown = [f"({', '.join(n or '_' for n in operator.inputs)})" for operator in pair]
            yield _changed(pair, "order", f"{_called(a)} reads other values: {shown[0]} -> {shown[1]}")


def _called(operator: Operator) -> str:
    """Return the type and the first output of an operator as text, such as `tanh of h.tmp_0`."""
    name = next((n for n in operator.outputs if n), "")
    return f"{operator.type} of {name}" if name else operator.type


def _changed(pair: Pair, kind: ChangeKind, text: str) -> Change:
    (site, source), (other_site, other_source) = (where(operator.site) for operator in pair)
    name = next((n for n in pair[0].outputs if n), "")
    same = source == other_source
    return Change(
        kind,
        text,
        site,
        source,
        "" if same else other_site,
        "" if same else other_source,
        phase=pair[0].phase,
        name=name,
        called=_called_in_code(pair, name, next((n for n in pair[1].outputs if n), "")),
    )


def _called_in_code(pair: Pair, name: str, other_name: str) -> str:
    """Return the name that a value has in the user's code, from program `a` or else `b`.

    A program in a recording may have no names from the user's code.
    """
    if not is_generated(name):
        return ""
    return name_beside(pair[0].block.program, name) or name_beside(pair[1].block.program, other_name)


def _one(operator: Operator, what: str, second: bool = False) -> Change:
    site, source = where(operator.site)
    name = next((n for n in operator.outputs if n), "")
    text = f"{_called(operator)} {what}"
    change = Change("operator", text, phase=operator.phase, name=name, called=name_beside(operator.block.program, name))
    if second:
        return replace(change, other_site=site, other_source=source)
    return replace(change, site=site, source=source)


def _pair_changes(pair: Pair, renamed: Mapping[str, str]) -> Iterator[Change]:
    a, b = pair
    for name in {**a.attrs, **b.attrs}:
        if name in _SKIPPED:
            continue
        x, y = a.attrs.get(name), b.attrs.get(name)
        if not _same_attribute(x, y, renamed) and not (name == "dtype" and _have_other_dtypes(pair)):
            yield _changed(pair, "attribute", f"{_called(a)}: {name} {_attribute(x)} -> {_attribute(y)}")
    if not _same_function(a.op.function, b.op.function):
        name = getattr(a.op.function, "__name__", "function")
        yield _changed(pair, "function", f"{name}, called by {_called(a)}, has different code")


def _have_other_dtypes(pair: Pair) -> bool:
    """Return True if the declared dtypes of the outputs differ. Differing dtypes are reported as a separate change."""
    specs = [[_spec(operator, name) for name in operator.outputs] for operator in pair]
    return any(x is not None and y is not None and x.dtype != y.dtype for x, y in zip(*specs, strict=False))


def _same_attribute(x: Any, y: Any, renamed: Mapping[str, str]) -> bool:
    if isinstance(x, np.ndarray) or isinstance(y, np.ndarray):
        one, other = np.asarray(x), np.asarray(y)
        if one.dtype != other.dtype and "f" in (one.dtype.kind, other.dtype.kind):  # a separate change
            return one.shape == other.shape and np.allclose(one, other, rtol=rounding(one, other), equal_nan=True)
        return np.array_equal(one, other, equal_nan=one.dtype.kind in "fc")
    if isinstance(x, str) and isinstance(y, str):
        return renamed.get(x, x) == y or x == y
    if isinstance(x, Sequence) and isinstance(y, Sequence):
        return len(x) == len(y) and all(_same_attribute(i, j, renamed) for i, j in zip(x, y, strict=True))
    if callable(x) and callable(y):
        return _same_function(x, y)
    return bool(x == y) or (x != x and y != y)


def _attribute(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


def _same_function(f: Any, g: Any) -> bool:
    """Return False if the code of two user functions differs.

    A recording contains no functions, so functions of a recording count as equal.
    """
    one, other = (getattr(getattr(x, "__func__", x), "__code__", None) for x in (f, g))
    if one is None or other is None or one.co_name != other.co_name:
        return one is None or other is None
    return _same_code(one, other)


def _same_code(one: CodeType, other: CodeType) -> bool:
    if one is other:
        return True
    constants = zip(one.co_consts, other.co_consts, strict=False)
    return (
        one.co_code == other.co_code
        and one.co_names == other.co_names
        and len(one.co_consts) == len(other.co_consts)
        and all(
            _same_code(x, y) if isinstance(x, CodeType) and isinstance(y, CodeType) else x == y for x, y in constants
        )
    )


# --- declarations -----------------------------------------------------------------------------------


def _declared_changes(pairs: Sequence[Pair]) -> list[Change]:
    """Return one change for each pair of differing dtypes, and one for each feed or parameter with another shape."""
    dtypes: dict[tuple[str, str], list[tuple[str, Pair]]] = {}
    shapes: dict[str, Change] = {}
    for pair in pairs:
        a, b = pair
        for x, y in (*zip(a.inputs, b.inputs, strict=False), *zip(a.outputs, b.outputs, strict=False)):
            one, other = _spec(a, x), _spec(b, y)
            if x is None or one is None or other is None:
                continue
            if one.dtype != other.dtype:
                dtypes.setdefault((one.dtype.name, other.dtype.name), []).append((x, pair))
            elif one.shape != other.shape and _is_given(a, x) and x not in shapes:
                text = f"{x}: shape {dims.text(one.shape)} -> {dims.text(other.shape)}"
                shapes[x] = _of_variable(pair, x, y, "shape", text)
    found: list[Change] = []
    for (one, other), places in dtypes.items():
        names = list(dict.fromkeys(name for name, _ in places))
        count = f"{len(names)} values, the first is {names[0]}" if len(names) > 1 else names[0]
        found.append(_of_variable(places[0][1], names[0], None, "dtype", f"{one} -> {other}: {count}"))
    return [*found, *shapes.values()]


def _of_variable(pair: Pair, x: str, y: str | None, kind: ChangeKind, text: str) -> Change:
    variables = pair[0].block.find(x), pair[1].block.find(y or x)
    sites = [where(None if variable is None else variable.site) for variable in variables]
    same = sites[0][1] == sites[1][1]
    other_site, other_source = ("", "") if same else sites[1]
    called = _called_in_code(pair, x, y or x)
    return Change(kind, text, *sites[0], other_site, other_source, name=x, called=called)


def _spec(operator: Operator, name: str | None) -> TensorSpec | None:
    variable = None if name is None else operator.block.find(name)
    return None if variable is None else variable.spec


def _is_given(operator: Operator, name: str) -> bool:
    variable = operator.block.find(name)
    return variable is not None and (variable.persistable or variable.is_data)
