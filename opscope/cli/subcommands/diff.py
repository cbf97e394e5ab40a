"""`opscope diff A B`: report the difference between two scripts or recordings."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any

from opscope.cli.json_report import json_report
from opscope.cli.onnx_script import dim_size, fed_array, is_model
from opscope.cli.recording_folder import find_recording
from opscope.cli.script import Script
from opscope.cli.shell_words import shell_words
from opscope.core import state
from opscope.errors import ArgumentError, NotFound, OpscopeError

HELP = "find what makes two scripts, recordings or ONNX models differ"
DESCRIPTION = (
    "Compare two scripts, or the folders of two recordings. Scripts are run first. The report shows the differences in "
    "program, settings and data, the first value that differs, and the effect on the loss. With one folder from "
    "`opscope launch --record`, compare the ranks in it. A script may have arguments: opscope diff "
    "'train.py --lr 0.1' 'train.py --lr 0.2'. For ONNX models, the report shows the first node whose value differs: "
    "opscope diff a.onnx b.onnx, or opscope diff a.onnx --against onnxruntime (float16, gpu). The exit status is 0 if "
    "there is no difference, 1 if there is one, 2 for wrong arguments."
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("a", metavar="A", help="a script, with its arguments in quotes, or a folder")
    parser.add_argument("b", metavar="B", nargs="?", help="the script, folder or model to compare with")
    parser.add_argument(
        "--against",
        choices=("onnxruntime", "float16", "gpu"),
        help="compare the model A with the same model in ONNX Runtime, in float16 or on the GPU",
    )
    parser.add_argument(
        "--feed", action="append", default=[], metavar="NAME=FILE.npy", help="the value of an input of the models"
    )
    parser.add_argument(
        "--dim", action="append", default=[], metavar="NAME=SIZE", help="the size of a symbolic dim of the models"
    )
    parser.add_argument("--rtol", type=float, metavar="X", help="ignore relative differences up to this number")
    parser.add_argument("--json", action="store_true", help="print the result as JSON; scripts then print to stderr")


def run(options: argparse.Namespace) -> int:
    """Run the arguments that are scripts, and compare the two runs or recordings."""
    from opscope.debug import diff  # slow to import
    from opscope.debug.ranks.manifest import is_folder_of_ranks

    try:
        if is_model(options.a):
            return _diff_models(options)
        if options.b is None and is_folder_of_ranks(options.a):
            return _diff_ranks(options)
        if options.b is None:
            raise ArgumentError(
                "diff needs a second script or recording to compare with", fix="for example: opscope diff A B"
            )
        if options.against or options.feed or options.dim:
            raise ArgumentError("--against, --feed and --dim work only with ONNX models")
        commands = [_command(text) for text in (options.a, options.b)]
        write = json_report() if options.json else None
        found = diff(*(_comparand(*command) for command in commands), rtol=options.rtol)
    except OpscopeError as e:
        print(f"opscope diff: {e}", file=sys.stderr)
        return 2
    if write is None:
        print(found)
    else:
        write(found.to_dict())
    return int(not found.same)


def _diff_models(options: argparse.Namespace) -> int:
    """Compare a model with another model, runtime or precision."""
    from opscope.debug import diff_models  # slow to import

    if (options.b is None) == (options.against is None):
        raise ArgumentError(
            "diff needs a second model, or --against", fix="for example: opscope diff model.onnx --against onnxruntime"
        )
    found = diff_models(
        options.a,
        options.b or options.against,
        dict(map(fed_array, options.feed)) or None,
        rtol=options.rtol,
        dims=dict(map(dim_size, options.dim)),
    )
    print(json.dumps(found.to_dict(), allow_nan=False) if options.json else found)
    return int(not found.same)


def _diff_ranks(options: argparse.Namespace) -> int:
    """Compare the ranks whose recordings are in a folder."""
    from opscope.debug import diff_ranks  # slow to import

    if options.against or options.feed or options.dim or options.rtol is not None:
        raise ArgumentError(
            "--against, --feed, --dim and --rtol do not work with ranks, because ranks are compared bit by bit"
        )
    found = diff_ranks(options.a)
    print(json.dumps(found.to_dict(), allow_nan=False) if options.json else found)
    return int(not found.same)


def _command(text: str) -> tuple[str, list[str]]:
    """Return a folder or script, and the arguments of the script.

    Raises NotFound if the folder or script does not exist.
    """
    words = (
        [text]
        if os.path.exists(text)
        else shell_words(text, fix="write the script and its arguments with quotes as in a shell")
    )
    path, *args = words or [text]
    if not os.path.exists(path):
        raise NotFound(
            f"no such script or recording: {path}", fix="pass a Python file, or a folder that run.save() wrote"
        )
    return path, args


def _comparand(path: str, args: list[str]) -> Any:
    """Return the folder of the recording in `path`. If `path` is not a folder, run the script and return its run."""
    if not os.path.isdir(path):
        return _run_script(path, args)
    found = find_recording(path, "diff")
    if found.others:
        print(f"opscope diff: {found.others}", file=sys.stderr)
    return found.folder


def _run_script(path: str, args: list[str]) -> Any:
    """Reset the state of opscope, run a script, and unload the modules that the script imported from its own folder.

    Returns the run.
    """
    from opscope.cli.script_run import ScriptRun

    state.reset()
    before = set(sys.modules)
    script = Script(path, args)
    run = ScriptRun(script.body, title=os.path.basename(path))
    run.start()
    run.run_script()
    if run.error is not None:
        print(script.traceback(run.error), file=sys.stderr, end="")
    elif script.status:
        print(f"opscope diff: {path} ended with status {script.status}", file=sys.stderr)
    folder = os.path.dirname(os.path.abspath(path)) + os.sep
    for name in sys.modules.keys() - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(folder):
            del sys.modules[name]
    return run
