"""A run as one line of text, as its repr and `%opscope` show it."""

from __future__ import annotations

from opscope.errors import error_text, printable

LONGEST = 120  # characters of the error


def run_line(title: str, state: str, steps: int, values: int, error: BaseException | None, problem: str) -> str:
    """The line: how many steps and values there were, the error of a run that has failed, and a problem of its disk."""
    end = f"; {problem}" if problem else ""
    if state in ("new", "running"):  # the numbers would be others at each look
        return printable(f"<run {title}: {state}{end}>")
    seen = f"{steps} step{'s' * (steps != 1)}, {values} value{'s' * (values != 1)} seen"
    why = f": {_shortened(error_text(error))}" if state == "failed" and error is not None else ""
    return printable(f"<run {title}: {state}, {seen}{why}{end}>")


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
