"""`opscope record SCRIPT`: runs the script in this thread and records it.

A line in the terminal shows the progress of the run.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

from opscope.cli.find_script import find_script
from opscope.cli.rank_connection import connect_to_launcher, rank_body, show_error
from opscope.cli.recording_folder import free_folder
from opscope.cli.script import Script
from opscope.cli.script_run import ScriptRun
from opscope.core.progress_bar import THREAD_NAME, shown_bar
from opscope.core.user_defaults import budget_of, size
from opscope.debug.disk.recording_reader import load
from opscope.debug.profile.profile_table import unit
from opscope.debug.ranks.manifest import rank_folder, write_manifest
from opscope.debug.runs.started_runs import note_newest
from opscope.errors import ArgumentError, OpscopeError
from opscope.ranks.launched_processes import launched_rank

REFRESH = 0.5  # seconds between two texts of the progress line
UNITS = ("B", "KB", "MB", "GB")
_ENDING = ("SIGTERM", "SIGHUP")


def record_script(options: argparse.Namespace) -> int:
    """Run a script and record it. Returns the exit status of the script, 1 if it failed, or 2 if it could not start."""
    _take_folder_behind(options)
    script = find_script(options, "record")
    if script is None:
        return 2
    try:
        folder = _folder(options)
        run = ScriptRun(
            _ended_by_signals(script),
            title=options.script,
            record=budget_of(options.budget),
            to=folder,
            disk=None if options.disk is None else size(options.disk),
            rules=options.rules,
        )
    except OpscopeError as e:
        print(f"opscope record: {e}", file=sys.stderr)
        return 2
    run.start()
    note_newest(run)
    connect_to_launcher(debugged=True)
    with _progress_line(lambda: _text(folder, f"step {run.steps:,}", run.recorded_bytes)):
        run.run_script()
    show_error(script, run.error)
    print(_summary(folder), file=sys.stderr)
    return script.status or int(run.error is not None)


def _folder(options: argparse.Namespace) -> str:
    """Return the folder of the recording. For a rank of a job, the folder is inside the folder of the job.

    Rank 0 writes the manifest of the job.
    """
    found = launched_rank(os.environ)
    if found is None:
        return options.out or free_folder(options.script, options.is_module)
    rank, size = found
    if options.out is None:
        raise ArgumentError(
            f"{size} ranks need one folder to record into", fix="name the folder: opscope record -o FOLDER train.py"
        )
    if rank == 0:
        write_manifest(options.out, size, options.script)
    return str(rank_folder(options.out, rank))


def _take_folder_behind(options: argparse.Namespace) -> None:
    """Read the option `-o FOLDER` if it is the first argument after the script.

    If the command line has another `-o FOLDER` before the script, the option after the script belongs to the script.
    """
    if options.out is not None or not options.args:
        return
    word, equals, folder = options.args[0].partition("=")
    if word in ("-o", "--out") and (equals or len(options.args) > 1):
        options.out = folder if equals else options.args[1]
        del options.args[: 1 if equals else 2]


def _summary(folder: str) -> str:
    """Return a line with the steps and the size of the recording. Both are read from the folder of the recording."""
    found = load(folder)
    first, last = found.step_range()
    nbytes = sum(file.stat().st_size for file in found.path.rglob("*") if file.is_file())
    if not found.segments:
        return f"{folder}: nothing was recorded: the script has called no operator"
    steps = f"steps {first:,} to {last:,}" if last else "runs, but no step"
    return f"{_text(folder, steps, nbytes)}: opscope debug {folder}"


def _text(folder: str, steps: str, nbytes: int) -> str:
    return f"{folder}: {steps}, {unit(nbytes, UNITS)}"


@contextlib.contextmanager
def _progress_line(text: Callable[[], str]) -> Iterator[None]:
    """Update a progress line on the terminal inside the block.

    If stderr is not a terminal, or the package rich is missing, print no progress line.
    """
    if not sys.stderr.isatty():
        yield
        return
    try:
        bar = shown_bar(text(), None)
    except ImportError:
        yield
        return
    over = threading.Event()

    def refresh() -> None:
        while not over.wait(REFRESH):
            bar.update(bar.task_ids[0], description=text())

    thread = threading.Thread(target=refresh, name=THREAD_NAME, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        bar.stop()


def _ended_by_signals(script: Script) -> Callable[[], None]:
    """Return the body of a script, changed so that SIGTERM and SIGHUP end the script as `sys.exit` does.

    After the signal, `finally` blocks run and the recording is written. A second signal ends the process at once. A
    handler that the system or the script has set is not replaced.
    """
    execute = rank_body(script)

    def body() -> None:
        with _exit_on_signals():
            execute()

    return body


@contextlib.contextmanager
def _exit_on_signals() -> Iterator[None]:
    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    numbers = [each for each in numbers if signal.getsignal(each) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in numbers:
            if signal.getsignal(number) is end:
                signal.signal(number, signal.SIG_DFL)
