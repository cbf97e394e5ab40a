"""`python -m opscope`: run an existing program under opscope, or the demo."""

from __future__ import annotations

import argparse
import os
import runpy
import sys
from collections.abc import Sequence

import opscope
from opscope.as_paddle import as_paddle


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="opscope", description="Run Paddle-style programs and see into them.")
    top.add_argument("--version", action="version", version=f"opscope {opscope.__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="command")

    run = commands.add_parser(
        "run",
        help="run a script whose `import paddle` is to mean opscope",
        description="Run a script unchanged: its `import paddle` and `import paddle.fluid` give opscope.",
    )
    run.add_argument("script", help="the Python file")
    run.add_argument("args", nargs=argparse.REMAINDER, help="arguments for the script")

    profile = commands.add_parser(
        "profile",
        help="run a script and print what each operator took",
        description="Run a script as `run` does; then print what each operator took of time, memory and arithmetic.",
    )
    profile.add_argument("--by", default="", help="sum by type, site, role, scope or bound")
    profile.add_argument("--trace", default="", metavar="FILE", help="also write a trace for https://ui.perfetto.dev")
    profile.add_argument("script", help="the Python file")
    profile.add_argument("args", nargs=argparse.REMAINDER, help="arguments for the script")

    demo = commands.add_parser(
        "demo",
        help="train a small classifier of handwritten digits and write a page about it",
        description="Train a convolutional classifier on scikit-learn's digits, watched; writes one HTML page.",
    )
    demo.add_argument("--epochs", type=int, default=None, help="how many times through the training set")
    demo.add_argument("--out", default="build/demo.html", help="where the page goes (default: %(default)s)")
    demo.add_argument("--place", default="cpu", help="cpu, gpu or gpu:<number> (default: %(default)s)")
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit status."""
    options = parser().parse_args(argv)
    if options.command == "run":
        return run_script(options.script, options.args)
    if options.command == "profile":
        return profile_script(options)
    from opscope.demo import demo  # rich and scikit-learn: only who runs the demo needs them

    return demo(options)


def profile_script(options: argparse.Namespace) -> int:
    """Run a file as `run_script` does, and print what its executors took, however it ends."""
    seen = opscope.profile()
    rows = (lambda: seen.by(options.by)) if options.by else (lambda: seen.rows)
    rows()  # an unknown key is told before anything runs
    try:
        with seen:
            return run_script(options.script, options.args)
    finally:
        print(rows())
        if options.trace:
            seen.save(options.trace)


def run_script(script: str, args: Sequence[str]) -> int:
    """Run a file as `__main__` with `paddle` meaning opscope. Its own exit status is returned."""
    if not os.path.isfile(script):
        print(f"opscope run: no such file: {script}", file=sys.stderr)
        return 2
    as_paddle()
    sys.argv = [script, *args]
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    runpy.run_path(script, run_name="__main__")
    return 0
