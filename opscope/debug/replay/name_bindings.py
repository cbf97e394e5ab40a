"""Meanings of a name at a position of a run, or at the end of the run.

Values, conditions, edits and searches all use these meanings of names. A name is looked up in this order: as a
variable with this name; as the user's name of a value, in the function that runs at the position; as a pattern (`h*`,
`op:tanh`) of variables in the program. If a name has several meanings, it is ambiguous, and none of the meanings is
chosen.
"""

from __future__ import annotations

from opscope.debug.taps.selector import Selector, selected_values
from opscope.ir.program.program import Operator, Program
from opscope.names.binding import Binding
from opscope.names.program_names import bindings_at
from opscope.names.resolver import is_assigned
from opscope.names.value_name import value_name


def own_variable(program: Program, name: str) -> str:
    """Return the variable that has exactly this name, in any spelling (`grad:x` is `x@GRAD`).

    The result is "" without such a variable.
    """
    spellings = (name, str(value_name(name)))
    return next((text for text in spellings if any(text in block.vars for block in program.blocks)), "")


def program_bindings(program: Program, name: str, operator: Operator | None, after: bool = False) -> list[Binding]:
    """Return the meanings of a name before (with `after`: after) an operator of a program, or at the end (None).

    Raises ArgumentError for an invalid pattern.
    """
    if own := own_variable(program, name):
        return [Binding(name, own, 0, None, None)]
    found = bindings_at(program, name, operator, after)
    known = [b for b in found if any(b.value in block.vars for block in program.blocks)]
    return known or selected_bindings(program, name)


def selected_bindings(program: Program, name: str) -> list[Binding]:
    """Return the meanings, anywhere in a program, of a pattern or of a name that is not bound. Raises ArgumentError."""
    selector = Selector.parse(name)
    if selector.kind == "name" and is_assigned(program, selector.pattern):
        return []
    return [Binding(name, value, 0, None, None) for value in selected_values(program, selector)]
