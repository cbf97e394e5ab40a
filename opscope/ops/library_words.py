"""Words of a library for fixes in error messages: a fix for a user of PyTorch names no function of Paddle.

A package `opscope/<library>_calls` adds the words of its library. A program's library is the library of its ops.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from opscope.ops.registry import Op


class LibraryWords(NamedTuple):
    """Expressions of a library, by their purpose; the defaults are Paddle's.

    `static_program` makes a program that opscope runs again; it is "" for a library without such programs.
    """

    frozen: str = "stop_gradient = True"
    clear_gradients: str = "optimizer.clear_grad()"
    last_axis: str = "axis=-1"
    training_mode: str = "call model.train() before training; minimize the program before clone(for_test=True)"
    static_program: str = "make a program of it with paddle.jit.to_static"

    def with_static_program(self, fix: str, note: str = "") -> str:
        """Return a fix, followed by the alternative of a static program if the library has them."""
        return f"{fix}; or {self.static_program}{note}" if self.static_program else fix


_PADDLE = LibraryWords()
_words: dict[str, LibraryWords] = {"": _PADDLE}  # by the name of the library


def add_library_words(library: str, words: LibraryWords) -> None:
    """Add the words of a library."""
    _words[library] = words


def words_of(ops: Iterable[Op]) -> LibraryWords:
    """Return the words of the library whose ops a program calls."""
    return _words.get(next((op.library for op in ops if op.library), ""), _PADDLE)
