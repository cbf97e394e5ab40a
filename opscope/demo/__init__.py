"""`opscope demo`: trains a classifier of handwritten digits and shows its values.

model.py is the program, train.py the training loop; neither imports the rest, which shows the run: a live view in the
terminal and, at the end, one HTML page.
"""

from __future__ import annotations

import argparse
import os
import queue
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from opscope.core.exit_status import INTERRUPTED
from opscope.errors import ArgumentError, MissingPackage, OpscopeError, layout, printable
from opscope.events import Event

if TYPE_CHECKING:
    from opscope.debug import Run
    from opscope.demo.model import ActiveUnits
    from opscope.demo.sparklines import Sparklines
    from opscope.demo.terminal import Terminal
    from opscope.demo.train import Progress

MIN_ACCURACY = 0.95
TITLE = "handwritten digits"
FRAME = 1 / 12  # seconds


def demo(options: argparse.Namespace) -> int:
    """Run the demo. Returns the exit status: 0; 1 if it did not learn enough, 2 if it failed, 130 after Ctrl-C."""
    try:
        return _demo(options.epochs, Path(options.out), options.place)
    except KeyboardInterrupt:
        print("\nopscope demo: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OpscopeError as e:
        return _failed(printable(layout(e.summary, e.facts, e.site, e.fix)))  # no line: it would be one of the demo
    except OSError as e:  # of stdout; a page that cannot be written is an OpscopeError
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else the interpreter's last flush fails, too
        closed = isinstance(e, BrokenPipeError)
        return _failed("nobody reads the output any more" if closed else f"the output cannot be written: {e.strerror}")


def _failed(message: str) -> int:
    print(f"opscope demo: {message}", file=sys.stderr)
    return 2


def _demo(epochs: int | None, out: Path, place: str) -> int:
    from opscope import debug, paddle
    from opscope.core.place import as_place, place_module
    from opscope.demo import digits, model, page, train

    if epochs is not None and epochs < 1:
        raise ArgumentError(
            f"--epochs must be at least 1, but is {epochs}", fix=f"leave out --epochs for {train.EPOCHS} epochs"
        )
    place_module(as_place(place))
    page.check(out)
    data = digits.load()
    paddle.enable_static()
    net = model.build()
    progress = train.Progress(epochs or train.EPOCHS, data.steps)
    events: queue.SimpleQueue[list[Event]] = queue.SimpleQueue()
    run = debug.Run(
        lambda: train.train(net, data, progress, place),
        taps=train.TAPS,
        title=TITLE,
        record=False,  # full speed: the demo does not step
        hz=None,  # at every step: a summary is cheap compared to a step
        points=256,  # summaries of a value on the page
        sinks=[events.put],
    )
    interrupted = _watch(run, events, _view(progress, net.active, place))
    page.write(out, page.text(run, net.test, progress))
    return _summarize(progress, out, interrupted)


def _view(progress: Progress, active: ActiveUnits, place: str) -> Terminal | Sparklines:
    if not sys.stdout.isatty():
        from opscope.demo.sparklines import Sparklines

        return Sparklines(progress, place)
    try:
        from opscope.demo.terminal import Terminal
    except ImportError as e:
        raise MissingPackage("the live view in the terminal needs rich", fix="pip install rich") from e
    return Terminal(progress, active, place)


def _watch(run: Run, events: queue.SimpleQueue[list[Event]], view: Terminal | Sparklines) -> bool:
    """Start the run and show it until it is over; True if Ctrl-C ended it. Raises what the run raised."""
    interrupted = False
    with view:
        run.start()
        try:
            while not run.done:
                view.show(_take_events(events))
                time.sleep(FRAME)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            if not run.done:
                run.stop()
        run.wait()
        view.show(_take_events(events))
    return interrupted


def _take_events(events: queue.SimpleQueue[list[Event]]) -> list[Event]:
    found: list[Event] = []
    while not events.empty():
        found += events.get()
    return found


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" + ("" if n == 1 else "s")


def _summarize(progress: Progress, out: Path, interrupted: bool) -> int:
    accuracy = progress.accuracy
    reached = "no epoch was finished" if accuracy is None else f"test accuracy {accuracy:.2%}"
    if interrupted:
        print(f"\nInterrupted in epoch {progress.epoch}, after {_count(progress.done, 'step')}: {reached}.")
    else:
        epochs = _count(progress.epochs, "epoch")
        print(f"\n{reached[0].upper()}{reached[1:]} after {epochs}, in {progress.seconds:.1f} s.")
    print(f"{out}: the graph, the statistics over time and the gradient flow; open it in a browser.")
    print("Next: `make lab`, the same with a live panel in a notebook.", flush=True)
    if interrupted:
        return INTERRUPTED
    if accuracy is None or accuracy <= MIN_ACCURACY:
        print(f"opscope demo: the accuracy is less than the expected {MIN_ACCURACY:.0%}", file=sys.stderr)
        return 1
    return 0
