"""Description of a run in one line of text, for the repr of the run and for `%opscope`."""

from __future__ import annotations

from opscope.errors import error_text, printable

LONGEST = 120  # characters of the error


def run_line(title: str, state: str, steps: int, values: int, error: BaseException | None, problem: str) -> str:
    """Return a line about a run: its title and state, the numbers of steps and values, and its error or problem.

    `problem` describes a problem of the recording on disk.
    """
    end = f"; {problem}" if problem else ""
    if state in ("new", "running"):  # the numbers would differ each time
        return printable(f"<run {title}: {state}{end}>")
    seen = f"{steps} step{'s' * (steps != 1)}, {values} value{'s' * (values != 1)} seen"
    why = f": {_shortened(error_text(error))}" if state == "failed" and error is not None else ""
    return printable(f"<run {title}: {state}, {seen}{why}{end}>")


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
