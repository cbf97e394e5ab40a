"""Value that `why()` explains by default.

The explained value is a NaN or Inf at the position where the run has stopped, or else the first NaN or Inf in the
history.
"""

from __future__ import annotations

from collections.abc import Sequence

from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.replay.replayer import find_record
from opscope.debug.why.executions import ExecutedOp
from opscope.debug.why.explain import END, Explainer
from opscope.debug.why.explanation import Explanation, Index
from opscope.debug.why.first_not_finite import NONE_HARMFUL, FirstSearch, FirstValue
from opscope.debug.why.run_history import is_not_finite
from opscope.errors import NotFound


def explain_here(
    navigator: Navigator, name: str | None = None, index: Sequence[int] | None = None, step: int = 0
) -> Explanation:
    """Explain a value at the current position, or at the end of the step `step`.

    If `name` is None, explain a NaN or Inf. Raises NotFound if there is nothing to explain.
    """
    with navigator.search.begin("why", _length(navigator)):
        explainer = Explainer(navigator)
        if name is None:
            return _explain_default(navigator, explainer)
        chosen: Index | None = None if index is None else tuple(index)
        missing: NotFound | None = None
        for run, tick in _places(navigator, step):
            try:
                return explainer.explain(name, chosen, run, tick)
            except NotFound as e:
                missing = missing or e
        raise missing or navigator.journal.not_kept(f"step {step} is")


def first_not_finite(navigator: Navigator) -> FirstValue | None:
    """Return the first harmful NaN or Inf in the whole history."""
    with navigator.search.begin("the first NaN", _length(navigator)):
        return FirstSearch(navigator).find()


def _length(navigator: Navigator) -> int:
    first, last = navigator.journal.first_run(), navigator.journal.last_record()
    return 1 if first is None or last is None else last.run - first + 1


def _places(navigator: Navigator, step: int) -> list[tuple[int, int]]:
    live = navigator.live
    if step and live is not None and live.record.step == step:
        return [(live.record.run, _tick(live))]
    if step:
        record = navigator.journal.record_of_step(step)
        if record is None:
            raise NotFound(
                f"step {step} is not in the history", fix="to store more steps, pass record=1_000_000_000 (bytes)"
            )
        places = [(record.run, END)]  # an eager step may have several records
        while (before := find_record(navigator.journal, places[-1][0] - 1)) is not None and before.step == step:
            places.append((before.run, END))
        return places
    here = navigator.cursor
    if here is not None:
        return [(here.record.run, _tick(here))]
    return [(cursor.record.run, END) for cursor in navigator.shown_cursors()]


def _tick(cursor: Cursor) -> int:
    return cursor.tick if cursor.behind is None else cursor.tick + 1


def _explain_default(navigator: Navigator, explainer: Explainer) -> Explanation:
    here = navigator.cursor
    if here is not None:
        run, tick = here.record.run, _tick(here)
        executions = explainer.history.executions(run, tick)
        if (found := _bad_at_the_stop(executions)) is not None:
            return explainer.explain(found, None, run, tick)
        fed = next((n for n, v in here.record.feeds.items() if is_not_finite(v)), None)
        if fed is not None:
            return explainer.explain(fed, None, run, tick)
    first = FirstSearch(navigator).find()
    if first is not None:
        return explainer.explain(first.name, None, first.run, first.tick)
    if navigator.journal.first_run() is None and navigator.live is None:
        raise navigator.journal.not_kept()
    raise NotFound(f"there is {NONE_HARMFUL}", fix="pass the name of a value: why('loss')")


def _bad_at_the_stop(executions: Sequence[ExecutedOp]) -> str | None:
    """Return the name of a NaN or Inf that the last operator has written, or else of the first NaN or Inf in the run.

    Return None if there is no NaN or Inf.
    """
    bad = [n for e in executions for n, v in e.outputs if n is not None and is_not_finite(v)]
    last = next((e for e in reversed(executions) if e.outputs), None)
    at_stop = [n for n, v in last.outputs if n is not None and is_not_finite(v)] if last is not None else []
    return at_stop[0] if at_stop else bad[0] if bad else None
