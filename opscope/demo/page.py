"""The page: the report of the demo's run, with the accuracy after each epoch."""

from __future__ import annotations

from pathlib import Path

from opscope.debug import Run
from opscope.demo.train import Progress
from opscope.events import StepFinished
from opscope.paddle.static import Program
from opscope.run_report import page_file, report_text
from opscope.run_report.report_data import collect

FIX = "choose another place with --out FILE"


def text(run: Run, program: Program, progress: Progress) -> str:
    """The HTML page of a run. The graph shows `program`: a test program is easier to read than a trained one."""
    for epoch, accuracy in enumerate(progress.accuracies, start=1):
        at = epoch * progress.steps
        run.history.add(StepFinished(step=at, seconds=progress.pace, names=("test accuracy",), scalars=(accuracy,)))
    return report_text(collect(run, program))


def check(path: Path) -> None:
    """Create the folder. Raises RunError if the page cannot be written there."""
    page_file.check(path, FIX)


def write(path: Path, text: str) -> None:
    """Replace the file atomically. Raises RunError; then the old file is unchanged."""
    page_file.write(path, text, FIX)
