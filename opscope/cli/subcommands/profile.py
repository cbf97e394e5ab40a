"""`opscope profile SCRIPT`: run a script and print the time of each operator."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from opscope.cli.find_script import find_script
from opscope.cli.script import Script, add_script_argument
from opscope.errors import OpscopeError

if TYPE_CHECKING:
    from opscope.debug.profile.profile import Profile

HELP = "run a script and print the cost of each operator"
DESCRIPTION = "Run a script as `run` does. Then print the time, the memory and the arithmetic of each operator."


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--by", default="", help="add the costs up by type, site, role, scope or bound")
    parser.add_argument("--trace", default="", metavar="FILE", help="also write a trace for https://ui.perfetto.dev")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON document; output of the script goes to stderr"
    )
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Run the file as `opscope run` does, and print the profile of the script's executors, even if the script fails."""
    from opscope.debug.profile.profile import profile  # slow to import: llvmlite

    seen = profile()
    rows = (lambda: seen.by(options.by)) if options.by else (lambda: seen.rows)
    try:  # errors in arguments are reported before anything runs
        rows()
        if options.trace:
            _require_writable(options.trace)
    except (OpscopeError, OSError) as e:
        print(f"opscope profile: {e}", file=sys.stderr)
        return 2
    script = find_script(options, "profile")
    if script is None:
        return 2
    if not options.json:
        return _profile(script, seen, options, lambda: print(rows()))
    from opscope.cli.json_report import json_report

    write = json_report()
    return _profile(
        script,
        seen,
        options,
        lambda: write(
            {
                "script": script.path,
                "seconds": seen.seconds,
                "rows": rows().records(),
                "notes": rows().notes,
            }
        ),
    )


def _profile(script: Script, seen: Profile, options: argparse.Namespace, report: Callable[[], object]) -> int:
    """Run the script, and report the profile, even after an error."""
    try:
        with seen:
            script.run()
            return 0
    finally:
        report()
        if options.trace:
            seen.save(options.trace)


def _require_writable(path: str) -> None:
    """Raise OSError unless a file can be written. An existing file is not changed."""
    existed = os.path.exists(path)
    with open(path, "a", encoding="utf-8"):
        pass
    if not existed:
        os.unlink(path)
