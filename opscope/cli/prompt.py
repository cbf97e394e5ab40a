"""Prompt that reads commands from the keyboard, with completion and a history file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.patch_stdout import patch_stdout

from opscope.cli.plain_prompt import NAME, WORD, Candidates, PlainPrompt


class Prompt(PlainPrompt):
    """Prompt that uses prompt_toolkit. Its history also contains commands of earlier sessions."""

    def __init__(self, candidates: Candidates) -> None:
        keys = KeyBindings()

        @keys.add("c-c")
        def _clear(event: KeyPressEvent) -> None:  # pyright: ignore[reportUnusedFunction] (the keyboard calls it)
            event.current_buffer.reset()

        self._session: PromptSession[str] = PromptSession(
            history=_history(), completer=_WordCompleter(candidates), complete_while_typing=False, key_bindings=keys
        )

    def read(self, past: bool) -> str:
        """Read a command. Raises EOFError if the user ends the input with Ctrl-D and confirms it."""
        color = "" if os.environ.get("NO_COLOR") else "ansiyellow" if past else "ansigreen"
        while True:
            try:
                with patch_stdout(raw=True):  # else output of the script's threads mixes with the typed line
                    return self._session.prompt(FormattedText([(color, NAME)]))
            except EOFError:
                if self.confirm("End the script and the debugger? (y/n) "):
                    raise

    def read_python(self, prompt: str) -> str:
        """Read a line of Python. Raises EOFError at Ctrl-D."""
        with patch_stdout(raw=True):
            return self._session.prompt(FormattedText([("", prompt)]))


class _WordCompleter(Completer):
    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        before = document.text_before_cursor.lstrip()
        match = WORD.search(before)
        word = match[0] if match else ""
        for text in self._candidates(before[: len(before) - len(word)]):
            if text.startswith(word):
                yield Completion(text, -len(word))


def _history() -> History:
    """Return the history file in the user's cache folder. If the file cannot be written, return a history in memory."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    folder = Path(base) / "opscope"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "debug-history"
        with path.open("a"):
            pass
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))
