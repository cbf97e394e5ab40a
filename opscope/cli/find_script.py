"""Search for the program in a subcommand's arguments: a file, a module, the standard input, or an ONNX model."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from opscope.cli.onnx_script import OnnxScript
from opscope.cli.recording_folder import folder_text
from opscope.cli.script import STDIN, Script, module_file
from opscope.errors import OpscopeError


def find_script(options: argparse.Namespace, command: str) -> Script | None:
    """Return the program of a subcommand. If there is no such program, print a message on stderr and return None."""
    if options.is_module and options.script.startswith("paddle."):
        options.script = f"opscope.{options.script}"  # as it imports it
    path = options.script
    if options.is_module:
        sys.path.insert(0, os.getcwd())
        try:
            there = module_file(path) is not None
        finally:
            del sys.path[0]
        what = "no module that can be run"
    else:
        there, what = path == STDIN or os.path.isfile(path), "no such file"
    if not there:
        text = folder_text(path) if os.path.isdir(path) and not options.is_module else f"{what}: {path}"
        print(f"opscope {command}: {text}", file=sys.stderr)
        return None
    _say_options_behind(options, command)
    if path.endswith(".onnx") and not options.is_module:
        try:
            return OnnxScript(path, options.args)
        except OpscopeError as e:
            print(f"opscope {command}: {e}", file=sys.stderr)
            return None
    return Script(path, options.args, options.is_module)


def _say_options_behind(options: argparse.Namespace, command: str) -> None:
    """Warn if options of opscope follow the script.

    The script receives such options. Do not warn if the text of the script contains these options.
    """
    own = options.own_options - {"-h", "--help", "-m"}
    behind = list(dict.fromkeys(word for each in options.args if (word := each.partition("=")[0]) in own))
    if not behind or options.args[0] == "--":
        return
    text = _text(options)
    if unknown := [word for word in behind if not re.search(rf"(?<![\w-]){word}(?![\w-])", text)]:
        what = (
            f"{', '.join(unknown)} {'stands' if len(unknown) == 1 else 'stand'} after {options.script}, which receives"
        )
        it = "it" if len(unknown) == 1 else "them"
        print(f"opscope {command}: {what} {it}: write options of opscope before the script", file=sys.stderr)


def _text(options: argparse.Namespace) -> str:
    """Return the text of the program. Return "" if it is not known."""
    file = module_file(options.script) if options.is_module else options.script
    try:
        return "" if file is None or file == STDIN else Path(file).read_text("utf-8", "replace")
    except OSError:
        return ""
