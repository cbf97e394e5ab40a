"""`opscope profile SCRIPT`: run a script and print what each operator took."""

from __future__ import annotations

import argparse

from opscope.cli.script import Script, add_script_argument, report_missing

HELP = "run a script and print what each operator took"
DESCRIPTION = "Run a script as `run` does; then print what each operator took of time, memory and arithmetic."


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--by", default="", help="sum by type, site, role, scope or bound")
    parser.add_argument("--trace", default="", metavar="FILE", help="also write a trace for https://ui.perfetto.dev")
    add_script_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Run the file as `run` does, and print the profile of its executors, however it ends."""
    from opscope.debug.profile.profile import profile  # slow to import: llvmlite

    seen = profile()
    rows = (lambda: seen.by(options.by)) if options.by else (lambda: seen.rows)
    rows()  # raises for an unknown key before anything runs
    try:
        with seen:
            if report_missing(options.script, "profile"):
                return 2
            Script(options.script, options.args).run()
            return 0
    finally:
        print(rows())
        if options.trace:
            seen.save(options.trace)
