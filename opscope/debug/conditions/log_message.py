"""Messages of breakpoints that only log: in `loss is {loss.mean()}` the braces stand for a value."""

from __future__ import annotations

import re
from collections.abc import Callable

from opscope.errors import ArgumentError, OpscopeError, error_text

_FIELD = re.compile(r"\{([^{}]+)\}")


def fields(log: bool | str) -> list[str]:
    """The expressions in a message; True and False have none. Raises ArgumentError for anything else.

    >>> fields("step {step}: loss is {loss.mean()}"), fields(True)
    (['step', 'loss.mean()'], [])
    """
    if not isinstance(log, bool | str):  # pyright: ignore[reportUnnecessaryIsInstance] (users pass anything)
        raise ArgumentError(f"log is True or a message, not {log!r}", fix="log='loss is {loss.mean()}'")
    return _FIELD.findall(log) if isinstance(log, str) else []


def filled(message: str, value: Callable[[str], str]) -> str:
    """The message with values, which `value` gives as text; of an expression that fails, the reason.

    >>> filled("h has {h.size} elements", {"h.size": "8"}.__getitem__)
    'h has 8 elements'
    """

    def text(found: re.Match[str]) -> str:
        try:
            return value(found[1])
        except OpscopeError as e:
            return f"<{e.summary.partition(chr(10))[0]}>"
        except Exception as e:  # noqa: BLE001 (whatever the user's expression raises)
            return f"<{error_text(e)}>"

    return _FIELD.sub(text, message)
