"""Finds the program that a subcommand's arguments name: a file, a module, the standard input, or an ONNX model."""

from __future__ import annotations

import argparse
import os
import sys

from opscope.cli.onnx_script import OnnxScript
from opscope.cli.script import STDIN, Script, module_file
from opscope.errors import OpscopeError


def find_script(options: argparse.Namespace, command: str) -> Script | None:
    """The program of a subcommand; None, with a message on stderr, if there is none."""
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
        print(f"opscope {command}: {what}: {path}", file=sys.stderr)
        return None
    if path.endswith(".onnx") and not options.is_module:
        try:
            return OnnxScript(path, options.args)
        except OpscopeError as e:
            print(f"opscope {command}: {e}", file=sys.stderr)
            return None
    return Script(path, options.args, options.is_module)
