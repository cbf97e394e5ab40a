"""Messages that breakpoints log. A message has expressions in braces, as in an f-string: `loss is {loss:.3f}`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from opscope.errors import ArgumentError, OpscopeError, error_text

_FIELD = re.compile(r"\{([^{}]+)\}")
_LARGE = re.compile(r"\d{4}")
_GRADIENT = re.compile(r"(?:^|[^\w.@/])grad$")  # the end of `grad:h`'s prefix
_OPEN, _CLOSE = "([", ")]"


def fields(log: bool | str) -> list[str]:
    """Return the expressions in a message. Return [] if `log` is True or False.

    Raises ArgumentError if `log` has another type, or if a format is valid neither for numbers nor for texts.

    >>> fields("step {step}: loss is {loss.mean():.3f}, {h[0, :].max()}"), fields(True)
    (['step', 'loss.mean()', 'h[0, :].max()'], [])
    """
    if not isinstance(log, bool | str):  # pyright: ignore[reportUnnecessaryIsInstance] (users pass anything)
        raise ArgumentError(f"log must be True or a message, not {log!r}", fix="pass log='loss is {loss.mean()}'")
    parts = [_parts(found) for found in _FIELD.findall(log)] if isinstance(log, str) else []
    for _, form in parts:
        if not _is_format(form):
            raise ArgumentError(
                f"{form!r} is not a format for numbers", fix="write the format as in an f-string: {loss.mean():.3f}"
            )
    return [expression for expression, _ in parts]


def filled(message: str, value: Callable[[str], Any], text: Callable[[Any], str] = str) -> str:
    """Replace each field of a message (an expression in braces) by the value of the expression.

    The function `value` evaluates an expression. If a field has no format, the function `text` formats the value.

    If an expression fails, the message shows the reason in place of the value.

    >>> filled("h has {h.size:3d} elements", {"h.size": 8}.__getitem__)
    'h has   8 elements'
    """

    def shown(found: re.Match[str]) -> str:
        expression, form = _parts(found[1])
        try:
            known = value(expression)
            if not form or known is None:
                return text(known)
            return format(known.item() if getattr(known, "size", 0) == 1 else known, form)
        except OpscopeError as e:
            return f"<{e.summary.partition(chr(10))[0]}>"
        except Exception as e:  # noqa: BLE001 (a user's expression may raise anything)
            return f"<{error_text(e)}>"

    return _FIELD.sub(shown, message)


def _parts(field: str) -> tuple[str, str]:
    """Return the expression and the format of a field. The format is "" if the field has no format.

    A colon outside of brackets and quotes separates the expression from the format.
    """
    depth, quote = 0, ""
    for at, char in enumerate(field):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"`":
            quote = char
        elif char == ":" and not depth and not (_GRADIENT.search(field[:at]) and not _is_format(field[at + 1 :])):
            return field[:at], field[at + 1 :]
        else:
            depth += (char in _OPEN) - (char in _CLOSE)
    return field, ""


def _is_format(form: str) -> bool:
    return any(_fits(form, example) for example in (1.0, 1, ""))


def _fits(form: str, example: object) -> bool:
    if _LARGE.search(form):  # a page may send it: a width of 1e9 makes a text of 1 GB
        return False
    try:
        format(example, form)
    except ValueError:
        return False
    return True
