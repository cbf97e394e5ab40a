"""Name of a value that a user passes as an argument, either as text or as a variable of the program."""

from __future__ import annotations

from typing import Any

from opscope.errors import ArgumentError
from opscope.ir.program.program import Variable

Named = str | Variable


def given_name(given: Any) -> str:
    """Return the name of a value. The argument is the name itself or a variable.

    Raises:
        ArgumentError: the argument is neither text nor a variable.
    """
    if isinstance(given, Variable):
        return given.name
    if not isinstance(given, str):
        raise ArgumentError(
            f"the name of a value must be a text or a variable of the program, not a {type(given).__name__}",
            fix="pass the name, for example 'hidden'",
        )
    return given
