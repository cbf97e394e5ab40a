"""Splitting of text into words, as in a shell."""

from __future__ import annotations

import shlex

from opscope.errors import ArgumentError


def shell_words(text: str, fix: str) -> list[str]:
    """Split a text into words. Raises ArgumentError for an unclosed quotation.

    >>> shell_words("train.py --name 'my run'", "")
    ['train.py', '--name', 'my run']
    """
    try:
        return shlex.split(text)
    except ValueError as e:
        raise ArgumentError(f"{text}: {e}", fix=fix) from e
