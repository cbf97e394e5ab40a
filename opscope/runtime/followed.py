"""What a run begins with: variables that follow a number (a learning rate on a schedule) get its value of now."""

from __future__ import annotations

import numpy as np

from opscope.ir.followed import followed
from opscope.ir.program import Program
from opscope.runtime.scope import Scope


def set_followed(program: Program, scope: Scope) -> None:
    """Set the variables that the program follows, where they have another value; those without one stay without."""
    for name, number in followed(program):
        held = scope.array(name)
        if held is not None and held.item() != (new := held.dtype.type(number())):
            found = scope.var(name).get_tensor()
            found.set(np.full(held.shape, new, held.dtype), found._place())
