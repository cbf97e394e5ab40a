"""The demo's view for pipes, files and CI: plain lines, one per epoch."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType

from opscope.demo.train import Progress
from opscope.events import Event


class Sparklines:
    """A view without control codes."""

    def __init__(self, progress: Progress, place: str) -> None:
        self.progress = progress
        self.place = place
        self.printed = 0

    def __enter__(self) -> Sparklines:
        print(f"opscope demo: handwritten digits, {self.place}", flush=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if error is None:
            self.show([])

    def show(self, events: Sequence[Event]) -> None:
        """Print a line for each epoch that has ended since the last call."""
        p = self.progress
        while self.printed < len(p.accuracies):
            accuracy = p.accuracies[self.printed]
            self.printed += 1
            losses = p.losses[(self.printed - 1) * p.steps : self.printed * p.steps]
            print(
                f"epoch {self.printed:2}/{p.epochs}  step {self.printed * p.steps:4}/{p.epochs * p.steps}"
                f"  loss {sum(losses) / len(losses):.4f}  test accuracy {accuracy:6.2%}  {p.seconds:5.1f} s",
                flush=True,
            )
