"""`opscope dap`: a debug adapter for editors."""

from __future__ import annotations

import argparse

HELP = "run a debug adapter, with which editors debug scripts (Debug Adapter Protocol)"
DESCRIPTION = "Speak the Debug Adapter Protocol on stdin and stdout, or on a port. The editor chooses the program."


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--port", type=int, metavar="N", help="wait for the editor on this port (0: a free port)")
    parser.add_argument("--host", default="127.0.0.1", help="the address of the port (default: %(default)s)")
    parser.add_argument("--extension", action="store_true", help="print the folder of the extension for VS Code")


def run(options: argparse.Namespace) -> int:
    """Serve one session; see `dap_command`."""
    from opscope.cli.dap_command import serve  # slow to import

    return serve(options)
