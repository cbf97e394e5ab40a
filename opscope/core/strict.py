"""strict: turns opscope's warnings into errors."""

from __future__ import annotations

import warnings
from types import TracebackType

from opscope.core import state
from opscope.core.source import user_stacklevel
from opscope.errors import OpscopeWarning


class strict:  # noqa: N801 (called and used in `with`, like a function)
    """Raise every OpscopeWarning, from now on or inside `with strict():`; strict(False) ends it.

    These warnings are about mistakes that Paddle accepts silently: no gradient path to any parameter, feeds that
    nothing reads, a py_func whose outputs or gradients differ in shape or dtype from the declaration.
    """

    def __init__(self, enabled: bool = True) -> None:
        self._kept = _state.on
        _state.on = enabled

    def __enter__(self) -> strict:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _state.on = self._kept


class _State:
    on = False


_state = _State()


@state.on_reset
def _reset() -> None:
    _state.on = False


def warn(warning: OpscopeWarning, stacklevel: int = 0) -> None:
    """Warn, with the user's line (or the one `stacklevel` frames above the caller's); raise the warning when strict."""
    if _state.on:
        raise warning
    warnings.warn(warning, stacklevel=stacklevel + 1 if stacklevel else user_stacklevel() + 1)
