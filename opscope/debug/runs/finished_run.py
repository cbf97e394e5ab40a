"""finished_run: runs a function to its end, for tools that examine recorded steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.core import random
from opscope.debug.runs.run import Run
from opscope.debug.runs.start import start


def finished_run(body: Callable[[], Any]) -> Run:
    """Run a function to its end, or until it fails, and return the ended run.

    The run starts with the present state of the random streams. After the run, the random streams have the same state
    as before the run.
    """
    before = random.default.get_state()
    try:
        run = start(body, title=getattr(body, "__name__", "run"))
        try:
            run.wait()
        except Exception as e:
            if e is not run.error or run._driver.journal.first_run() is None:
                raise
    finally:
        random.default.set_state(before)
    return run
