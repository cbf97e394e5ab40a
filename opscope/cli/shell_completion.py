"""Completion of subcommands, options and files in a shell, by argcomplete."""

from __future__ import annotations

import argparse
from types import ModuleType

from opscope.errors import MissingPackage

SHELLS = ("bash", "zsh", "fish", "powershell")


def complete(parser: argparse.ArgumentParser) -> None:
    """Print the possible completions for a shell, and end the process. If argcomplete is missing, print nothing."""
    try:
        argcomplete = _argcomplete()
    except MissingPackage:  # not reported in the middle of a line that a user types
        raise SystemExit(1) from None
    argcomplete.autocomplete(parser, always_complete_options="long")


def shell_code(shell: str) -> str:
    """Return the code that enables completion, for a shell's start-up file.

    Raises MissingPackage if the package argcomplete is not installed.
    """
    return _argcomplete().shellcode(["opscope"], shell=shell)


def _argcomplete() -> ModuleType:
    try:
        import argcomplete
    except ImportError as e:
        raise MissingPackage("completion in a shell needs argcomplete", fix="pip install argcomplete") from e
    return argcomplete
