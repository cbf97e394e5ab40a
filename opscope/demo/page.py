"""The page: what was seen of a run and the graph of its program, on the disk whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from opscope import viz
from opscope.debug import Run
from opscope.debug.taps.value_events import detail_seen
from opscope.demo.train import Progress
from opscope.errors import RunError
from opscope.events import Event, GraphDrawn, StepFinished, Warned
from opscope.paddle.static import Program
from opscope.ui.page import page

FIX = "choose another place with --out FILE"


def text(run: Run, program: Program, progress: Progress) -> str:
    """The HTML page of a run: its events, the accuracy after each epoch, and the elements of the latest values.

    The graph is that of `program`; a test program is easier to read than one with backward and optimizer operators.
    """
    for epoch, accuracy in enumerate(progress.accuracies, start=1):
        at = epoch * progress.steps
        run.history.add(StepFinished(step=at, seconds=progress.pace, names=("test accuracy",), scalars=(accuracy,)))
    elements = [detail_seen(name, seen.value, seen.step) for name, seen in run.session.values.latest.items()]
    return page([_graph(program), *run.history.events(), *elements], run.title)


def _graph(program: Program) -> Event:
    graph = viz.program_graph(program)
    try:
        return GraphDrawn(program=program.id, svg=viz.draw(graph), ops=len(program.global_block().ops))
    except viz.LayoutError as e:  # the page is useful without a graph
        return Warned(subject="graph", text=str(e))


def check(path: Path) -> None:
    """Create the folder. Raises RunError if the page cannot be written there."""
    try:
        if path.is_dir():
            raise IsADirectoryError(21, os.strerror(21))
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as e:
        raise RunError(f"cannot write {path}: {e.strerror or e}", fix=FIX) from e


def write(path: Path, text: str) -> None:
    """Replace the file atomically. Raises RunError; then the old file is unchanged."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            new.write_text(text, "utf-8")
            os.replace(new, path)
        finally:
            new.unlink(missing_ok=True)
    except OSError as e:
        raise RunError(f"cannot write {path}: {e.strerror or e}", fix=FIX) from e
