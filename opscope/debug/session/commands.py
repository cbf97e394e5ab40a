"""Stepping: the commands of a run that is stepped, from Python. Each returns when the run stands still, or is over."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from opscope.core.place import to_host
from opscope.debug.conditions.condition import Condition
from opscope.debug.conditions.expression import Expression
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.replay.breakpoint_table import Breakpoint
from opscope.debug.replay.history_search import operator_predicate
from opscope.debug.replay.navigator import Navigator, Resume, StopReason
from opscope.debug.replay.place_environment import PlaceEnvironment
from opscope.debug.replay.run_editor import RunEditor, ValueDifference
from opscope.debug.session import inspection as looks
from opscope.debug.session.dispatch import breakpoints_changed
from opscope.debug.session.driver import Stepper
from opscope.debug.session.inspection import Level, Look
from opscope.debug.session.session import Session
from opscope.debug.session.what_if import Branch, branch
from opscope.errors import OpscopeWarning, RunError, UnsupportedError, nearest
from opscope.events import Stopped
from opscope.ir.program.program import Operator

R = TypeVar("R")
BUSY = 10.0  # seconds until who asks is told that nobody answers


class Stepping:
    """What a `Run` is told once it stands still, in the words of the Debug Adapter Protocol.

    `here` is the place where it stands: None while it runs, and when it is over until one goes back. Ops that the body
    runs on Tensors itself are stepped, too: see `debug.eagerly`. A PyLayer is then what a block is in a program.
    """

    session: Session
    here: Stopped | None
    _stopped: threading.Event

    @property
    def done(self) -> bool:
        """True when the body has ended, one way or another."""
        raise NotImplementedError

    def until_stopped(self, timeout: float | None = None) -> Stopped | None:
        """Block until the run stands still (returns where) or is over (None). Raises TimeoutError."""
        raise NotImplementedError

    @property
    def _stepper(self) -> Stepper:
        if self.session.stepper is None:
            raise UnsupportedError("this run is only watched", fix="start it with record=True to step it")
        return self.session.stepper

    def _ask(self, function: Callable[[], R]) -> R:
        """Call a function in the driving thread, between two operators."""
        _ = self._stepper  # which refuses where there is none
        try:
            return self.session.call(function, BUSY)
        except TimeoutError:
            raise RunError(
                "the program is busy with its own Python code, and comes to no operator",
                fix="pause() it, or ask again later",
            ) from None

    # --- moving -------------------------------------------------------------------------------------

    def _move(
        self, to: Callable[[Navigator], StopReason | Resume], reason: str, timeout: float | None
    ) -> Stopped | None:
        navigator = self._stepper.navigator
        found = self._ask(lambda: self.session.move(lambda: to(navigator), reason))
        return self.until_stopped(timeout) if isinstance(found, Resume) else self.here

    def _moves(
        self, to: Callable[[Navigator], StopReason | Resume], count: int, timeout: float | None
    ) -> Stopped | None:
        here = self.here
        for _ in range(count):
            here = self._move(to, "step", timeout)
            if here is None or here.reason != "step":
                break
        return here

    def next(self, count: int = 1, timeout: float | None = None) -> Stopped | None:
        """Over `count` operators of this block; past its end, on in the one around it. A breakpoint ends it."""
        return self._moves(lambda n: n.step(), count, timeout)

    def step_in(self, timeout: float | None = None) -> Stopped | None:
        """Into the block of this operator, or into the rule of a `*_grad` operator; else as `next`."""
        return self._move(lambda n: n.step_in(), "step", timeout)

    def step_out(self, timeout: float | None = None) -> Stopped | None:
        """To where this block is over; from the outermost one, to the end of this run.

        In eager code: to where the PyLayer's function is over, or else the user's function that called the op.
        """
        return self._move(lambda n: n.step_out(), "step", timeout)

    def run_to(self, op: int | str, timeout: float | None = None) -> Stopped | None:
        """On to an operator: its number, or a pattern (`op:relu`, `at:train.py:20`, a name that it writes).

        Warns where this program has no such operator: then it goes on until another one has, or to the end.
        """
        self._warn_of_no_operator(op)
        return self._move(lambda n: n.run_to(op), "goto", timeout)

    def run_to_end(self, timeout: float | None = None) -> Stopped | None:
        """To the end of this run of the program, before what it wrote is stored."""
        return self._move(lambda n: n.run_to_end(), "step", timeout)

    def next_run(self, timeout: float | None = None) -> Stopped | None:
        """To the first operator of the next run of a program."""
        return self._move(lambda n: n.next_run(), "step", timeout)

    def step_back(self, count: int = 1) -> Stopped | None:
        """Back before the operator that ran last in this block, or before the one that owns the block."""
        return self._moves(lambda n: n.step_back(), count, None)

    def reverse_continue(self) -> Stopped | None:
        """Back to the last place where a breakpoint would have stopped, else to the beginning of what is kept."""
        return self._move(lambda n: n.reverse_continue(), "step", None)

    def back_to_write(self, name: str) -> Stopped | None:
        """Back before the operator that wrote a variable last."""
        return self._move(lambda n: n.back_to_write(name), "step", None)

    def back_to_when(self, condition: str) -> Stopped | None:
        """Back to the place where a condition came true last."""
        parsed = Condition.parse(condition)
        return self._move(lambda n: n.back_to_when(parsed), "step", None)

    def goto(self, step: int, op: int | str = -1, timeout: float | None = None) -> Stopped | None:
        """Stand in a step before an operator (-1: the first), in the past or still to come."""
        return self._move(lambda n: n.goto(step, op), "goto", timeout)

    # --- breakpoints --------------------------------------------------------------------------------

    @property
    def breakpoints(self) -> list[Breakpoint]:
        """All breakpoints and watchpoints."""
        return list(self._stepper.breakpoints.all.values())

    def breakpoint(self, spec: str = "", condition: str = "", *, hits: int = 1, once: bool = False) -> Breakpoint:
        """Stop at what `spec` selects, where `condition` holds, from the `hits`-th time on; see `debug.breakpoints`."""
        made = self._changed(lambda: self._stepper.breakpoints.add(spec, condition, hits=hits, once=once))
        self._warn_of_nothing(made)
        return made

    def watch(self, spec: str = "", condition: str = "", *, log: bool = False) -> Breakpoint:
        """Stop (or with `log` only say so) where a condition holds. `watch("nan")`: at any NaN or Inf, anywhere."""
        if spec in ("", "nan") and not condition:
            return self._changed(lambda: self._stepper.breakpoints.watch(log=log))
        return self._changed(lambda: self._stepper.breakpoints.add(spec, condition, log=log))

    def _operators(self) -> list[Operator]:
        """Those of the program that runs here; none where others will come: in eager code, in a startup program."""
        here = self._stepper.navigator.cursor
        return [] if here is None or isinstance(here, EagerCursor) or not here.record.step else here.program.operators

    def _warn_of_no_operator(self, op: int | str) -> None:
        operators, test = self._operators(), operator_predicate(op)
        if operators and not any(map(test, operators)):
            fix = nearest(str(op).rpartition(":")[2], {n for o in operators for n in (o.type, *o.outputs) if n})
            warnings.warn(OpscopeWarning(f"this program has no operator {op}", fix=fix), stacklevel=3)

    def _warn_of_nothing(self, made: Breakpoint) -> None:
        """Warn of a breakpoint that matches nothing in the program that is running; it may match another one's."""
        here, operators = self._stepper.navigator.cursor, self._operators()
        if here is None or not operators:
            return
        if not self._stepper.breakpoints.matching_operators(made, operators) and not any(
            s.matches(n, None) for s in made.selectors for n, _ in here.stack[0].frame.plan.feeds
        ):
            written = {n for o in operators for n in o.outputs if n} | {o.type for o in operators}
            fix = nearest(made.spec.partition(":")[2] or made.spec, written)
            warnings.warn(
                OpscopeWarning(f"breakpoint {made.number}, {made.spec}, matches nothing in this program", fix=fix),
                stacklevel=3,
            )

    def clear(self, number: int | None = None) -> None:
        """Take a breakpoint away, or all of them."""
        for each in [number] if number is not None else [b.number for b in self.breakpoints]:
            self._changed(lambda each=each: self._stepper.breakpoints.remove(each))

    def _changed(self, function: Callable[[], R]) -> R:
        def change() -> R:
            found = function()
            self.session.emit(breakpoints_changed(self.session))
            return found

        return change() if self.session.stepper is not None and self._unstarted else self._ask(change)

    @property
    def _unstarted(self) -> bool:
        raise NotImplementedError

    def enable(self, number: int, on: bool = True) -> None:
        """Switch a breakpoint on or off. Raises NotFound."""
        self._changed(lambda: self._stepper.breakpoints.enable(number, on))

    def dial(self, pattern: str, level: str, every: int | None = None) -> None:
        """Set the tap level of values from the next run on: off, health, statistics or record.

        `every` is the number of steps from one recorded value to the next. sampled is record with every=10,
        everything is record with every=1.
        """
        self.session.call(lambda: self.session.set_level(pattern, level, every))

    # --- looking ------------------------------------------------------------------------------------

    def value(self, name: str) -> Any:
        """The value of a variable here, as a NumPy copy; also of sub-blocks that are over. Raises NotFound."""
        return self._ask(lambda: to_host(looks.find(self._stepper.navigator, name)).copy())

    def look(self, name: str) -> Look:
        """A value with its statistics, who made it of what, who reads it, and the user's line."""
        return self._ask(lambda: looks.look(self._stepper.navigator, name))

    def names(self) -> list[str]:
        """The variables that have a value here."""
        return self._ask(lambda: looks.names(self._stepper.navigator))

    def stack(self) -> list[Level]:
        """The blocks around this place, outermost first, with the operator that is next in each."""
        return self._ask(lambda: looks.stack(self._stepper.navigator))

    def evaluate(self, expression: str) -> Any:
        """The value of an expression here: `h[0, :3].mean()`, `w@GRAD.norm()`; None if a name has no value yet."""
        parsed = Expression.parse(expression)

        def ask() -> Any:
            navigator = self._stepper.navigator
            here = navigator.require_cursor()
            value = here.last_value if isinstance(here, EagerCursor) else None
            words = PlaceEnvironment(
                here, value, "", here.next_operator, self._stepper.breakpoints.previous_values(here)
            )
            if navigator.gradient is not None:
                words.gradient_cursor = navigator.gradient.cursor
            elif not isinstance(here, EagerCursor):  # a name that the program does not have is told
                known = {v.name for v in here.program.list_vars()} | {n for e in here.stack for n in e.frame.plan.slots}
                words.fallback = lambda name: looks.within_blocks(here, name)
                return parsed.bind(known).evaluate(words)
            return parsed.evaluate(words)

        return self._ask(ask)

    def values(self, name: str, steps: Iterable[int] | None = None) -> dict[int, Any]:
        """The value of a variable at the end of each step (of those asked for): kept, or computed again."""
        return self._ask(lambda: {s: to_host(v).copy() for s, v in looks.series(self._stepper.navigator, name, steps)})

    # --- editing ------------------------------------------------------------------------------------

    def set(self, name: str, value: Any, index: Any = ...) -> int:
        """Change a value (or the part of it at `index`); returns how many operators were computed again for it.

        Eager code is not run again: there only what comes later sees it, and 0 is returned.
        """
        return self._edit(lambda edits: edits.set(name, value, index))

    def set_attr(self, op: int | str, name: str, value: Any) -> int:
        """Change an attribute of an operator for this run; returns how many operators were computed again."""
        return self._edit(lambda edits: edits.set_attr(op, name, value))

    def undo(self) -> str:
        """Take the latest edit of this run back; returns what it was."""
        return self._edit(lambda edits: edits.undo())

    def compare(self) -> list[ValueDifference]:
        """What differs here from what it would be without the edits."""
        return self._ask(lambda: self._stepper.editing().compare())

    def branch(
        self,
        step: int,
        changes: Mapping[str, Any],
        op: int | str = -1,
        until: int | None = None,
        names: Sequence[str] = (),
    ) -> Branch:
        """What would have come of it if values had been others in a step, before operator `op` (-1: the first one).

        The steps up to `until` (None: the last) are computed again, with the feeds and random numbers that were
        recorded; nothing of the run itself is touched. `names` are the values to keep of each step.
        """
        return self._ask(lambda: branch(self._stepper.journal, step, changes, op, until, names))

    def _edit(self, function: Callable[[RunEditor], R]) -> R:
        return self._ask(lambda: self.session.edit(function))
