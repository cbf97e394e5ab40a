"""Prompt without prompt_toolkit: Python's own line editor, with completion if readline is available."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any

NAME = "(opscope) "
WORD = re.compile(r"[\w.@/:*]*$")

Candidates = Callable[[str], Iterable[str]]  # argument: the line up to the current word


class PlainPrompt:
    """The prompt of `opscope debug`.

    Ctrl-C clears the typed line. Ctrl-D on an empty line ends the prompt after a confirmation.
    """

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates
        self._found: list[str] = []
        with contextlib.suppress(ImportError):  # not on Windows
            import readline

            readline.set_completer_delims(" ")
            readline.set_completer(lambda word, number: self._complete(readline, word, number))
            readline.parse_and_bind("tab: complete")

    def read(self, past: bool) -> str:
        """Read a command. Raises EOFError if the user ends the input with Ctrl-D and confirms it."""
        while True:
            try:
                return input(NAME)
            except KeyboardInterrupt:
                print()
            except EOFError:
                if self.confirm("End the script and the debugger? (y/n) "):
                    raise

    def read_python(self, prompt: str) -> str:
        """Read a line of Python. Raises EOFError at Ctrl-D."""
        return input(prompt)

    def confirm(self, question: str) -> bool:
        """Ask a yes-or-no question. Ctrl-D means yes."""
        try:
            sys.stdout.write(question)
            sys.stdout.flush()
            answer = sys.stdin.readline()
        except KeyboardInterrupt:
            return False
        return not answer or answer.strip().lower() in ("y", "yes")

    def _complete(self, readline: Any, word: str, number: int) -> str | None:
        if number == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()].lstrip()
            self._found = [text for text in self._candidates(before) if text.startswith(word)]
        return self._found[number] if number < len(self._found) else None
