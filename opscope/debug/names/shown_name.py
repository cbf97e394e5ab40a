"""The name that lists show beside a generated one: `net.fc.weight` beside `linear_0.w_0`."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping

from opscope.debug.names.bound_names import RECEIVERS, layer_attribute
from opscope.debug.names.program_names import is_generated, user_names
from opscope.ir.program.program import GRAD, Program


def name_beside(program: Program, value: str, names: Mapping[str, Iterable[str]] | None = None) -> str:
    """What the user's code, or the Layer, calls a value with a generated name; "" if nothing better is known.

    Of several names, one that needs no `self`. Where the code does not say which Layer a parameter belongs to
    (`b.fc.weight` in a loop, nothing in a Sequential), its structured name: `blocks.1.fc.weight`. `names` are those of
    one record of eager code, by value: another step may give a value's name to another value.
    """
    if not is_generated(value):
        return ""
    base, grad, rest = value.partition(GRAD)
    found = user_names(program, base) if names is None else tuple(names.get(base, ()))
    structured = _structured_name(program, base, found)
    if not structured or any(f".{name}".endswith(f".{structured}") for name in found):
        structured = next((n for n in found if n.partition(".")[0] not in RECEIVERS), found[-1] if found else "")
    return structured + grad + rest if structured else ""


def label(value: str, called: str) -> str:
    """A value with the name beside it: `linear_0.w_0 (net.fc.weight)`."""
    return f"{value} ({called})" if called else value


def _structured_name(program: Program, value: str, names: tuple[str, ...]) -> str:
    """The name of a parameter in its outermost Layer; "" if no Layer below that one reads it as its own."""
    path = _layer_paths(program).get(value, "")
    if not path:
        return ""
    if not names:
        attribute = layer_attribute(value)
        return f"{path}.{attribute}" if attribute else ""
    receiver, _, inside = names[0].partition(".")
    owner, _, attribute = (inside if receiver in RECEIVERS else names[0]).rpartition(".")
    return f"{path}.{attribute}" if not owner or f".{owner}." in f".{path}." else ""


_paths: weakref.WeakKeyDictionary[Program, tuple[tuple[int, int], dict[str, str]]] = weakref.WeakKeyDictionary()


def _layer_paths(program: Program) -> dict[str, str]:
    """The path of the Layer that is the first to read each persistable value, by the value's name."""
    operators = program.operators
    version = program.version, len(operators)
    known = _paths.get(program)
    if known is None or known[0] != version:
        found: dict[str, str] = {}
        for operator in operators:
            for name in operator.inputs if operator.phase == "forward" else ():
                if name is None or name in found:
                    continue
                variable = operator.block.find(name)
                if variable is not None and variable.persistable:
                    found[name] = operator.layer_path
        known = _paths[program] = version, found
    return known[1]
