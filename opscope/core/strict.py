"""strict: turns opscope's warnings into errors."""

from __future__ import annotations

import sys
import warnings

from opscope.core import state
from opscope.core.context_settings import ContextSettings, Setting, StatementOrBlock
from opscope.core.source import user_stacklevel
from opscope.core.source_text.notebook_cells import magic_cell
from opscope.errors import OpscopeWarning, one_line


class _Warnings(ContextSettings):
    raised = Setting(False)


_warnings = _Warnings()
state.on_reset(_warnings.reset)


class strict(StatementOrBlock):  # noqa: N801 (called and used in `with`, like a function)
    """Raise every OpscopeWarning as an error, from now on or inside `with strict():`. strict(False) switches it off.

    These warnings are about mistakes that Paddle accepts without a message. Examples: no parameter gets a gradient, no
    operator reads a fed value, or the outputs or gradients of a py_func have another shape or dtype than declared.
    """

    def __init__(self, enabled: bool = True) -> None:
        super().__init__(_warnings, {"raised": bool(enabled)})


def warn_or_print(warning: OpscopeWarning) -> None:
    """Issue a warning, but never as an error.

    If the warning would be raised as an error, print it instead. Use this function at places where the program must not
    get an error, for example inside an import.
    """
    try:
        warn(warning)
    except OpscopeWarning:
        sys.stderr.write(f"warning: {one_line(warning)}\n")


def warn(warning: OpscopeWarning, stacklevel: int = 0) -> None:
    """Issue a warning with the user's line, or with the line that is `stacklevel` frames above the caller's line.

    In strict mode, raise the warning as an error.
    """
    if _warnings.raised:
        raise warning
    level = stacklevel + 1 if stacklevel else user_stacklevel()
    caller = None if stacklevel else sys._getframe(level - 1)
    cell = None if caller is None else magic_cell(caller.f_code.co_filename, caller.f_lineno)
    if caller is None or cell is None:
        warnings.warn(warning, stacklevel=level)
    else:  # without the line of the cell, where IPython has replaced the magic
        warnings.warn_explicit(OpscopeWarning(one_line(warning)), OpscopeWarning, cell, caller.f_lineno)
