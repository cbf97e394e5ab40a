"""Breakpoints on lines and functions of Python code.

Conditions and log messages of these breakpoints are evaluated in the frame that has reached the breakpoint.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from opscope.core.checks.number_checks import positive_whole
from opscope.debug.conditions.log_message import fields, filled
from opscope.debug.lines.source_file import executable_lines, file_codes, find_files, is_function, known_functions
from opscope.eager.op_calls import muted
from opscope.errors import ArgumentError, NotFound, OpscopeWarning, error_text, nearest, printable

_LINE = re.compile(r"(?P<file>.+):(?P<line>\d+)")
_FUNCTION = re.compile(r"function:(?P<name>[A-Za-z_]\w*(\.[A-Za-z_]\w*)*)")
_KIND = re.compile(r"(op|role|scope|at|grad|id):")  # a pattern for operators or values


def is_code_spec(spec: str) -> bool:
    """Return True if a text is the pattern of a line (`train.py:20`) or of a Python function (`function:Net.forward`).

    >>> is_code_spec("train.py:20"), is_code_spec("at:train.py:20"), is_code_spec("op:relu")
    (True, False, False)
    """
    return spec.startswith("function:") or (_LINE.fullmatch(spec) is not None and _KIND.match(spec) is None)


@dataclass(eq=False)
class CodeBreakpoint:
    """Breakpoint before a Python line, or at the start of a function.

    A hit counts only if `condition` is true. From hit number `hits` on, the breakpoint stops the run. `hit_count` is
    the number of hits so far. If `log` is True, or a message with fields such as `{expression}`, the hits are only
    logged and the run continues. If `once` is True, the breakpoint is removed after its first stop. `pending` is True
    until a file or function that matches the breakpoint is loaded.
    """

    number: int
    spec: str
    file: str
    line: int
    function: str = ""
    condition: str | None = None
    hits: int = 1
    log: bool | str = False
    once: bool = False
    enabled: bool = True
    hit_count: int = 0
    pending: bool = True

    @classmethod
    def parse(cls, number: int, spec: str, condition: str, hits: int, log: bool | str, once: bool) -> CodeBreakpoint:
        """Make a breakpoint on a line or a function.

        Raises ArgumentError if the pattern or the condition is not valid, or if the file has no code at the line or
        below it.
        """
        hits = positive_whole(hits, "hits")
        for expression in [condition, *fields(log)]:
            _check(expression)
        if (function := _FUNCTION.fullmatch(spec)) is not None:
            made = cls(number, spec, "", 0, function["name"], condition.strip() or None, hits, log, once)
            made.pending = not any(map(made._is_called, known_functions()))
            return made
        at = _LINE.fullmatch(spec)
        if at is None or spec.startswith("function:"):
            raise ArgumentError(
                f"{spec!r} is neither a line nor a function", fix="for example: train.py:20, or function:Net.forward"
            )
        made = cls(number, spec, at["file"], int(at["line"]), "", condition.strip() or None, hits, log, once)
        made.move_to_code(*find_files(made.file))
        return made

    def move_to_code(self, *paths: str) -> None:
        """Move the breakpoint to the first line with code, at its line or below.

        `paths` are the files that match the breakpoint. Raises ArgumentError if there is no code at this line or below
        it.
        """
        self.pending = not paths
        in_files = [executable_lines(path) for path in paths]
        lines = in_files[0] if in_files else []
        if not lines or any(self.line in each for each in in_files):
            return
        following = [line for line in lines if line > self.line]
        if not following:
            raise ArgumentError(
                f"{self.spec}: there is no code at this line or below it",
                fix=f"the last line with code is {max(lines)}",
            )
        self.line = min(following)
        self.spec = f"{self.file}:{self.line}"

    def set_condition(self, condition: str) -> None:
        """Replace the condition of the breakpoint. The text "" removes the condition.

        Raises ArgumentError if the condition is not a valid expression.
        """
        _check(condition)
        self.condition = condition.strip() or None

    def note_file(self, path: str) -> None:
        """Update `pending` and the line of the breakpoint after a file that matches was loaded."""
        if self.pending and self.function:
            self.pending = not any(map(self.names, file_codes(path)))
        elif self.pending:
            with contextlib.suppress(ArgumentError):  # then the breakpoint stays in the list and never stops
                self.move_to_code(path)

    def applies_to(self, code: CodeType, lines: Container[int | None]) -> bool:
        """Return True if the breakpoint can stop in a code object itself.

        Code objects that are nested in this code object are ignored. `lines` contains the lines of the code object.
        """
        return self.names(code) if self.function else self.line in lines

    def names(self, code: CodeType) -> bool:
        """Return True if `code` is the code object of the function on which the breakpoint is."""
        return is_function(code) and self._is_called(code.co_qualname)

    def _is_called(self, qualified: str) -> bool:
        return f".{qualified}".endswith(f".{self.function}")

    def problem(self, *, over: bool = False) -> OpscopeWarning | None:
        """Return a warning if no known file or function matches the breakpoint.

        `over` is True if the program has ended.
        """
        if not self.pending:
            return None
        if self.function:
            known = known_functions()
            names = known | {qualified.rpartition(".")[2] for qualified in known}
            return OpscopeWarning(
                f"breakpoint {self.number}, {self.spec}: no function {self.function} is known",
                fix=nearest(self.function, names)
                or ("" if over else "the breakpoint waits until the function is defined"),
            )
        return OpscopeWarning(
            f"breakpoint {self.number}, {self.spec}: no file {self.file} is known",
            fix="" if over else "the breakpoint waits until the file is imported",
        )

    def __str__(self) -> str:
        condition = "" if self.condition is None else f" if {self.condition}"
        hits = f", from hit {self.hits} on" if self.hits > 1 else ""
        log = f", logs {self.log!r}" if isinstance(self.log, str) else ""
        return printable(f"{self.spec}{condition}{hits}{log}{', pending' if self.pending else ''}")

    def __repr__(self) -> str:
        hits = f"{self.hit_count} hit{'s' * (self.hit_count != 1)}{'' if self.enabled else ', off'}"
        return f"<breakpoint {self.number}: {self}; {hits}>"

    # --- while the program runs ---------------------------------------------------------------------

    def hit(self, frame: FrameType) -> str | None:
        """Count a hit of the breakpoint in a frame.

        Returns the text of the hit. Returns None if the condition is false, or if the hit number is still below `hits`.

        If the condition raises an error, this also counts as a hit, so that the user sees the error.
        """
        text = self.spec
        if self.condition is not None:
            try:
                if not _evaluate(self.condition, frame):
                    return None
                text = f"{self.spec}: {self.condition}"
            except Exception as e:  # noqa: BLE001 (a user's expression may raise anything)
                text = f"{self.spec}: {self.condition} cannot be evaluated: {error_text(e)}"
        self.hit_count += 1
        return text if self.hit_count >= self.hits else None

    def message(self, frame: FrameType, text: str) -> str:
        """Return the message to log for a hit. If the breakpoint has no own message, return `text`."""
        if not isinstance(self.log, str):
            return text
        return filled(self.log, lambda expression: _evaluate(expression, frame))


def _check(expression: str) -> None:
    if expression:
        try:
            compile(expression.strip(), "<condition>", "eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as e:  # a surrogate, thousands of brackets
            why = e.msg if isinstance(e, SyntaxError) else error_text(e)
            raise ArgumentError(
                f"{expression!r} is not a Python expression: {why}",
                fix="write the condition of a line in Python, for example: loss > 2",
            ) from None


def _evaluate(expression: str, frame: FrameType) -> Any:
    with muted():  # ops of a condition do not belong to the program
        return eval(expression.strip(), frame.f_globals, frame.f_locals)


@dataclass
class CodeBreakpointTable:
    """The breakpoints on lines and functions of a session.

    Subscribers (functions) are called after each change of the breakpoints. If several changes are made in a
    `one_change` block, the subscribers are called once, after the block.
    """

    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    all: dict[int, CodeBreakpoint] = field(default_factory=dict[int, CodeBreakpoint])
    _subscribers: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    _blocks: int = 0

    def subscribe(self, on_change: Callable[[], None]) -> None:
        """Add a function that is called after each later change of the breakpoints."""
        self._subscribers.append(on_change)

    @contextlib.contextmanager
    def one_change(self) -> Iterator[None]:
        """Treat all changes inside the `with` block as one change, because each change starts a slow search."""
        self._blocks += 1
        before = self.all
        try:
            yield
        finally:
            self._blocks -= 1
            if self.all is not before:
                self.invalidate()

    def invalidate(self) -> None:
        """Call the subscribers, because a breakpoint was added, removed or changed."""
        if not self._blocks:
            for on_change in self._subscribers:
                on_change()

    def add(
        self, spec: str, condition: str = "", *, hits: int = 1, log: bool | str = False, once: bool = False
    ) -> CodeBreakpoint:
        """Add a breakpoint on a line or a function. Raises ArgumentError if an argument is not valid."""
        new = CodeBreakpoint.parse(0, spec, condition, hits, log, once)
        new.number = next(self.numbers)
        self.all = {**self.all, new.number: new}
        self.invalidate()
        return new

    def remove(self, number: int) -> CodeBreakpoint:
        """Remove a breakpoint on a line or a function. Raises NotFound."""
        if number not in self.all:
            raise NotFound(f"no breakpoint {number}")
        found = self.all[number]
        self.all = {n: b for n, b in self.all.items() if n != number}
        self.invalidate()
        return found

    @property
    def enabled(self) -> list[CodeBreakpoint]:
        """The enabled breakpoints on lines and functions."""
        return [b for b in self.all.values() if b.enabled]
