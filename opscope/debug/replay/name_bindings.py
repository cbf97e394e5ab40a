"""Meanings of names at a place of a run, or at its end: the one look-up behind values, conditions, edits and searches.

The variable of that name comes first, then what the user's code calls so in the function that runs there, then what a
pattern (`h*`, `op:tanh`) selects in the program. Of several meanings none is taken: the name is ambiguous.
"""

from __future__ import annotations

from opscope.debug.taps.selector import Selector, selected_values
from opscope.ir.program.program import Operator, Program
from opscope.names.binding import Binding
from opscope.names.program_names import bindings_at
from opscope.names.resolver import is_assigned
from opscope.names.value_name import value_name


def own_variable(program: Program, name: str) -> str:
    """The variable of exactly this name, in any of its spellings (`grad:x` is `x@GRAD`); "" if there is none."""
    spellings = (name, str(value_name(name)))
    return next((text for text in spellings if any(text in block.vars for block in program.blocks)), "")


def program_bindings(program: Program, name: str, operator: Operator | None, after: bool = False) -> list[Binding]:
    """Meanings of a name in a program before an operator (None: at the end), or with `after` behind it.

    Raises ArgumentError for a pattern of the wrong form.
    """
    if own := own_variable(program, name):
        return [Binding(name, own, 0, None, None)]
    found = bindings_at(program, name, operator, after)
    known = [b for b in found if any(b.value in block.vars for block in program.blocks)]
    return known or selected_bindings(program, name)


def selected_bindings(program: Program, name: str) -> list[Binding]:
    """Meanings of a pattern, or of a name that no place binds, anywhere in a program. Raises ArgumentError."""
    selector = Selector.parse(name)
    if selector.kind == "name" and is_assigned(program, selector.pattern):
        return []
    return [Binding(name, value, 0, None, None) for value in selected_values(program, selector)]
