"""strict: turns opscope's warnings into errors."""

from __future__ import annotations

import warnings

from opscope.core import state
from opscope.core.context_settings import ContextSettings, Setting, StatementOrBlock
from opscope.core.source import user_stacklevel
from opscope.errors import OpscopeWarning


class _Warnings(ContextSettings):
    raised = Setting(False)


_warnings = _Warnings()
state.on_reset(_warnings.reset)


class strict(StatementOrBlock):  # noqa: N801 (called and used in `with`, like a function)
    """Raise every OpscopeWarning, from now on or inside `with strict():`; strict(False) ends it.

    These warnings are about mistakes that Paddle accepts silently: no gradient path to any parameter, feeds that
    nothing reads, a py_func whose outputs or gradients differ in shape or dtype from the declaration.
    """

    def __init__(self, enabled: bool = True) -> None:
        super().__init__(_warnings, {"raised": bool(enabled)})


def warn(warning: OpscopeWarning, stacklevel: int = 0) -> None:
    """Warn, with the user's line (or the one `stacklevel` frames above the caller's); raise the warning when strict."""
    if _warnings.raised:
        raise warning
    warnings.warn(warning, stacklevel=stacklevel + 1 if stacklevel else user_stacklevel())
