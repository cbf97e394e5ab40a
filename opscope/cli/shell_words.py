"""Words as a shell splits them."""

from __future__ import annotations

import shlex

from opscope.errors import ArgumentError


def shell_words(text: str, fix: str) -> list[str]:
    """The words of a text. Raises ArgumentError for a quotation that is not closed.

    >>> shell_words("train.py --name 'my run'", "")
    ['train.py', '--name', 'my run']
    """
    try:
        return shlex.split(text)
    except ValueError as e:
        raise ArgumentError(f"{text}: {e}", fix=fix) from e
