"""Name bindings: the variables to which a name refers at a position of a run, or at the end of the run.

opscope looks for a name in this order:

1. a variable of the program that has this name.
2. a value that has this name in the user's function that runs at the position.
3. variables that the name selects as a pattern (`h*`, `op:tanh`).

A name that refers to several variables is ambiguous, and opscope does not choose one of them. All commands and
conditions use these bindings.
"""

from __future__ import annotations

from opscope.debug.taps.selector import Selector, selected_values
from opscope.ir.program.program import Operator, Program
from opscope.names.binding import Binding
from opscope.names.program_names import bindings_at
from opscope.names.resolver import is_assigned
from opscope.names.value_name import value_name


def own_variable(program: Program, name: str) -> str:
    """Return the name of the variable that has exactly the given name.

    A name can be written in several forms: `grad:x` is the same name as `x@GRAD`.

    The result is "" if there is no such variable.
    """
    spellings = (name, str(value_name(name)))
    return next((text for text in spellings if any(text in block.vars for block in program.blocks)), "")


def program_bindings(program: Program, name: str, operator: Operator | None, after: bool = False) -> list[Binding]:
    """Return the bindings of a name before an operator of a program, or at its end if the operator is None.

    If `after` is True, return the bindings after the operator. Raises ArgumentError for an invalid pattern.
    """
    if own := own_variable(program, name):
        return [Binding(name, own, 0, None, None)]
    found = bindings_at(program, name, operator, after)
    known = [b for b in found if any(b.value in block.vars for block in program.blocks)]
    return known or selected_bindings(program, name)


def selected_bindings(program: Program, name: str) -> list[Binding]:
    """Return the bindings of a pattern: all variables in the program that the pattern selects.

    The result is [] for a name that the user's code assigns. Raises ArgumentError for an invalid pattern.
    """
    selector = Selector.parse(name)
    if selector.kind == "name" and is_assigned(program, selector.pattern):
        return []
    return [Binding(name, value, 0, None, None) for value in selected_values(program, selector)]
