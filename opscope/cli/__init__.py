"""`python -m opscope`: run, debug, profile or check an existing program, list Paddle's names, or run the demo."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from opscope._version import __version__
from opscope.cli.script import Script, missing


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="opscope", description="Run Paddle-style programs and see into them.")
    top.add_argument("--version", action="version", version=f"opscope {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="command")

    run = commands.add_parser(
        "run",
        help="run a script whose `import paddle` is to mean opscope",
        description="Run a script unchanged: its `import paddle` and `import paddle.fluid` give opscope.",
    )
    _takes_script(run)

    profile = commands.add_parser(
        "profile",
        help="run a script and print what each operator took",
        description="Run a script as `run` does; then print what each operator took of time, memory and arithmetic.",
    )
    profile.add_argument("--by", default="", help="sum by type, site, role, scope or bound")
    profile.add_argument("--trace", default="", metavar="FILE", help="also write a trace for https://ui.perfetto.dev")
    _takes_script(profile)

    debug = commands.add_parser(
        "debug",
        help="run a script with a prompt: step its operators both ways, look and change",
        description="Run a script as `run` does, and stop it before its first operator, with a prompt. `help` there.",
    )
    debug.add_argument("-b", "--break", dest="breaks", action=_Break, metavar="SPEC", help="stop at op:tanh, h, ...")
    debug.add_argument("--if", dest="breaks", action=_If, metavar="COND", help="where the -b before it holds")
    debug.add_argument("-w", "--watch", action="append", default=[], metavar="COND", help="stop where it holds; nan")
    debug.add_argument(
        "-c",
        "--command",
        dest="first",
        action="append",
        default=[],
        metavar="COMMAND",
        help="do this first, as if typed",
    )
    debug.add_argument("--no-stop", action="store_true", help="run to the first breakpoint, not to the first operator")
    debug.add_argument("--batch", action="store_true", help="no prompt: end after the commands of -c, or of a pipe")
    debug.add_argument("--budget", default="256MB", metavar="SIZE", help="memory for the past (default: %(default)s)")
    _takes_script(debug)

    check = commands.add_parser(
        "check",
        help="run a script and compare the gradients of its own functions with finite differences",
        description="Run a script as `run` does; then say which gradients of its PyLayers, its py_funcs and its "
        "static_pylayers are wrong. The exit status is 1 if one is.",
    )
    _takes_script(check)

    api = commands.add_parser(
        "api",
        help="list the names of Paddle that there are, or those a program uses",
        description="List Paddle's names in opscope: what they are and where they live.",
    )
    api.add_argument("pattern", nargs="?", default="", help="only names like this: nn.*, '*relu*'")
    api.add_argument("--private", action="store_true", help="also names with a leading underscore")
    shape = api.add_mutually_exclusive_group()
    shape.add_argument("--missing", default="", metavar="FILE", help="which names of a program, or a list, exist")
    shape.add_argument("--count", action="store_true", help="print only how many there are")

    demo = commands.add_parser(
        "demo",
        help="train a small classifier of handwritten digits and write a page about it",
        description="Train a convolutional classifier on scikit-learn's digits, watched; writes one HTML page.",
    )
    demo.add_argument("--epochs", type=int, default=None, help="how many times through the training set")
    demo.add_argument("--out", default="build/demo.html", help="where the page goes (default: %(default)s)")
    demo.add_argument("--place", default="cpu", help="cpu, gpu or gpu:<number> (default: %(default)s)")
    return top


def _takes_script(command: argparse.ArgumentParser) -> None:
    command.add_argument("script", help="the Python file")
    rest = command.add_argument("args", nargs=argparse.REMAINDER, help="arguments for the script")
    rest.required = False  # argparse would ask for them


class _Break(argparse.Action):
    """A breakpoint, as [spec, condition]."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        namespace.breaks = [*(namespace.breaks or ()), (values, "")]


class _If(argparse.Action):
    """The condition of the breakpoint before it."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        if not namespace.breaks or namespace.breaks[-1][1]:
            parser.error("--if belongs to the -b before it")
        namespace.breaks = [*namespace.breaks[:-1], (namespace.breaks[-1][0], values)]


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit status."""
    options = parser().parse_args(argv)
    if options.command == "run":
        return run_script(options.script, options.args)
    if options.command == "profile":
        return profile_script(options)
    if options.command == "check":
        return check_script(options)
    if options.command == "debug":
        from opscope.cli.debug_command import debug_script  # rich and prompt_toolkit: only who debugs needs them

        return debug_script(options)
    if options.command == "api":
        from opscope.cli.api.api_command import show_api  # imports everything that has a name

        return show_api(options)
    from opscope.demo import demo  # rich and scikit-learn: only who runs the demo needs them

    return demo(options)


def profile_script(options: argparse.Namespace) -> int:
    """Run a file as `run_script` does, and print what its executors took, however it ends."""
    from opscope.debug.profile.profile import profile  # llvmlite: only who profiles waits for it

    seen = profile()
    rows = (lambda: seen.by(options.by)) if options.by else (lambda: seen.rows)
    rows()  # an unknown key is told before anything runs
    try:
        with seen:
            return run_script(options.script, options.args, "profile")
    finally:
        print(rows())
        if options.trace:
            seen.save(options.trace)


def check_script(options: argparse.Namespace) -> int:
    """Run a file as `run_script` does, and print which gradients are wrong, however it ends."""
    from opscope.debug.gradients import checking  # only who checks needs it

    if missing(options.script, "check"):
        return 2
    with checking() as found:
        try:
            Script(options.script, options.args).run()
        finally:
            print(found)
    return int(bool(found.wrong))


def run_script(path: str, args: Sequence[str], command: str = "run") -> int:
    """Run a file as `__main__` with `paddle` meaning opscope. Its own exit status is returned."""
    if missing(path, command):
        return 2
    Script(path, args).run()
    return 0
