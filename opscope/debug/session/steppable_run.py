"""The commands that step and inspect a run from Python. Each returns when the run has stopped, or is over."""

from __future__ import annotations

import importlib
import math
import os
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from opscope.core.place import to_host
from opscope.debug.conditions.condition import Condition
from opscope.debug.conditions.expression import Expression
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.frames.frame_stack import FrameChoice, FrameStack
from opscope.debug.lines.code_stops import Filter
from opscope.debug.lines.line_navigator import Granularity, LineNavigator
from opscope.debug.names.program_names import all_user_names
from opscope.debug.replay.absorbed_values import expectation
from opscope.debug.replay.navigator import Resume, StopReason
from opscope.debug.replay.place_environment import PlaceEnvironment
from opscope.debug.replay.run_editor import RunEditor, ValueDifference
from opscope.debug.replay.search import SearchStopped
from opscope.debug.rules.findings import Findings
from opscope.debug.session import inspection
from opscope.debug.session.all_breakpoints import AnyBreakpoint
from opscope.debug.session.dispatch import breakpoints_changed
from opscope.debug.session.driver import FrameDriver
from opscope.debug.session.inspection import ValueReport
from opscope.debug.session.program_threads import ProgramThreads
from opscope.debug.session.search_bar import interrupt_ends
from opscope.debug.session.session import Session
from opscope.debug.session.summaries import summaries
from opscope.debug.session.thread_commands import ThreadCommands
from opscope.debug.session.what_if import Branch, branch
from opscope.debug.taps.event_history import History
from opscope.debug.taps.levels import LevelName
from opscope.debug.why.explanation import Explanation
from opscope.debug.why.first_not_finite import FirstValue
from opscope.debug.why.here import explain_here, first_not_finite
from opscope.errors import ArgumentError, OpscopeWarning, RunError, UnsupportedError
from opscope.events import Stopped, ValueSeen

R = TypeVar("R")
ANSWER_TIMEOUT = 10.0  # seconds


class SteppableRun(ThreadCommands):
    """What a live run and an opened recording have in common: moving, breakpoints, inspecting and editing.

    The names are those of the Debug Adapter Protocol. `here` is the place where the run has stopped: None while it
    runs, and when it is over until a command goes back; `value`, `look` and `names` then show the end of the last run,
    and what the last step alone has. `timeout` is in seconds (None: no limit).

    In eager code every op of the body is a place; a PyLayer takes the part of a block.

    Searches through the history (`reverse_continue`, `back_to_write`, `back_to_when`, `values`, `goto`) show a progress
    bar on a terminal. Ctrl-C, and Pause in the panel, end a search; the run then stands where it stood.
    """

    session: Session
    here: Stopped | None
    history: History
    _stopped: threading.Event
    _internal: ClassVar[frozenset[str]] = frozenset({"session"})  # public attributes that are not for users

    def __dir__(self) -> list[str]:
        """The names that users may call or read."""
        return sorted(name for name in super().__dir__() if not name.startswith("_") and name not in self._internal)

    @property
    def done(self) -> bool:
        """True when the body has ended, one way or another."""
        raise NotImplementedError

    def until_stopped(self, timeout: float | None = None) -> Stopped | None:
        """Block until the run stops (returns the place) or is over (None). Raises TimeoutError."""
        raise NotImplementedError

    @property
    def _driver(self) -> FrameDriver:
        if self.session.driver is None:
            raise UnsupportedError("this run is only watched", fix="start it with record=True to step it")
        return self.session.driver

    @property
    def _navigator(self) -> LineNavigator:
        return self._driver.navigator

    @property
    def _frames(self) -> FrameStack:
        _ = self._driver  # raises if nothing is recorded
        assert self.session.frames is not None
        return self.session.frames

    @property
    def _threads(self) -> ProgramThreads:
        return self.session.threads

    def _call(self, function: Callable[[], R]) -> R:
        """Call a function in the driving thread, between two operators."""
        search = self._driver.navigator.search
        try:
            with interrupt_ends(search):
                return self.session.call(function, ANSWER_TIMEOUT)
        except SearchStopped:
            if search.interrupted:
                raise KeyboardInterrupt("the search was stopped") from None
            raise RunError("the search was stopped", fix="search again, for less") from None
        except KeyboardInterrupt:
            search.interrupt()
            raise
        except TimeoutError:
            raise RunError(
                "the program is busy with its own Python code, and comes to no operator",
                fix="pause() it, or ask again later",
            ) from None

    # --- moving -------------------------------------------------------------------------------------

    def _move(
        self, action: Callable[[LineNavigator], StopReason | Resume], reason: str, timeout: float | None
    ) -> Stopped | None:
        navigator = self._navigator
        found = self._call(lambda: self.session.commands.move(lambda: action(navigator), reason))
        return self.until_stopped(timeout) if isinstance(found, Resume) else self.here

    def _repeat(
        self, action: Callable[[LineNavigator], StopReason | Resume], count: int, timeout: float | None
    ) -> Stopped | None:
        here = self.here
        for _ in range(count):
            here = self._move(action, "step", timeout)
            if here is None or here.reason != "step":
                break
        return here

    def next(self, count: int = 1, timeout: float | None = None, *, by: Granularity | None = None) -> Stopped | None:
        """Execute `count` operators of this block; after its end, of the enclosing block. Stops early at a breakpoint.

        Where the program waits at a line of its Python code: execute `count` lines of this function; after its end, of
        its caller. `by` ("operator" or "line") steps the one where the program waits at the other.

        Raises RunError if the run is not paused, TimeoutError if it does not stop within `timeout` seconds.
        """
        return self._repeat(lambda n: n.step(by), count, timeout)

    def step_in(self, timeout: float | None = None, *, by: Granularity | None = None) -> Stopped | None:
        """Enter the block of the next operator, or the rule of a `*_grad` operator; for other operators as `next`.

        At a line of Python: to the next line, also of a function that is called, or to the next operator. `by`: as
        `next`.

        Raises RunError if the run is not paused, TimeoutError if it does not stop within `timeout` seconds.
        """
        return self._move(lambda n: n.step_in(by), "step", timeout)

    def step_out(self, timeout: float | None = None, *, by: Granularity | None = None) -> Stopped | None:
        """Continue to the end of this block; from the outermost block, to the end of this run of the program.

        In eager code: to the end of the PyLayer's function, or else of the user's function that called the op. At a
        line of Python: behind the return of this function. `by`: as `next`.
        Raises RunError if the run is not paused, TimeoutError if it does not stop within `timeout` seconds.
        """
        return self._move(lambda n: n.step_out(by), "step", timeout)

    def run_to_line(self, line: int = 0, timeout: float | None = None) -> Stopped | None:
        """Continue to line `line` of this function of Python or below it, or behind its return.

        line: 0 means any line below the current one, which leaves a loop. Raises RunError in the past and if the run
        is not paused, TimeoutError if it does not stop within `timeout` seconds.
        """
        return self._move(lambda n: n.run_to_line(line), "step", timeout)

    def run_to_return(self, timeout: float | None = None) -> Stopped | None:
        """Continue to the return of this function of Python; the text of the stop has the value. Raises as above."""
        return self._move(lambda n: n.run_to_return(), "step", timeout)

    def run_to(self, op: int | str, timeout: float | None = None) -> Stopped | None:
        """Continue to before an operator: its number, or a pattern (`op:relu`, `at:train.py:20`, a name it writes).

        Raises NotFound if the programs that have run have no such operator: `breakpoint(op, once=True)` waits for
        another one. If it does not come, the run stops at the end of the program, and warns. Raises RunError if the run
        is not paused, TimeoutError if it does not stop within `timeout` seconds.
        """
        return self._warn_if_missed(self._move(lambda n: n.run_to(op), "goto", timeout))

    def run_to_end(self, timeout: float | None = None) -> Stopped | None:
        """Continue to the end of this run of the program, before its results are stored. Raises as `next`."""
        return self._move(lambda n: n.run_to_end(), "step", timeout)

    def next_run(self, timeout: float | None = None) -> Stopped | None:
        """Continue to the first operator of the next run of a program. Raises as `next`."""
        return self._move(lambda n: n.next_run(), "step", timeout)

    def step_back(self, count: int = 1) -> Stopped | None:
        """Go back by `count` operators of this block; from its beginning, to before the operator that owns the block.

        Raises RunError if the run is not paused, or if nothing has run.
        """
        return self._repeat(lambda n: n.step_back(), count, None)

    def reverse_continue(self) -> Stopped | None:
        """Go back to the last place where a breakpoint would have stopped, else to the beginning of the history."""
        return self._move(lambda n: n.reverse_continue(), "step", None)

    def back_to_write(self, name: str) -> Stopped | None:
        """Go back to before the operator that last wrote variable `name`.

        Raises NotFound for an unknown name, and if nothing before here writes it; the run then stays where it is.
        """
        return self._move(lambda n: n.back_to_write(name), "step", None)

    def back_to_when(self, condition: str) -> Stopped | None:
        """Go back to the last place where `condition` became true.

        Raises ArgumentError for a condition that can never be evaluated: it names an unknown variable, or compares a
        whole array. Raises NotFound if it was not true before here; the run then stays where it is.
        """
        parsed = Condition.parse(condition)
        return self._move(lambda n: n.back_to_when(parsed), "step", None)

    def goto(self, step: int, op: int | str = -1, timeout: float | None = None) -> Stopped | None:
        """Go to step `step`, before operator `op` (its number or a pattern; -1: the first), in the past or the future.

        Raises NotFound for a place that is not kept, and for an operator that the programs do not have, or that the
        past step did not execute. A future step that does not execute it ends in a stop; if the step does not come, the
        run stops at the end of the program. Both warn. Raises TimeoutError if that takes more than `timeout` seconds.
        """
        return self._warn_if_missed(self._move(lambda n: n.goto(step, op), "goto", timeout))

    def _warn_if_missed(self, here: Stopped | None) -> Stopped | None:
        if here is not None and here.reason == "end" and here.text:
            self._warn_user(OpscopeWarning(here.text))
        return here

    def _warn_user(self, problem: OpscopeWarning | None) -> None:
        """Warn the caller of a public method, which has called this through another one."""
        if problem is not None:
            warnings.warn(problem, stacklevel=4)

    # --- breakpoints --------------------------------------------------------------------------------

    @property
    def breakpoints(self) -> list[AnyBreakpoint]:
        """The breakpoints and watchpoints."""
        return self._driver.all_breakpoints.listed

    def breakpoint(
        self, spec: str = "", condition: str = "", *, hits: int = 1, once: bool = False, log: bool | str = False
    ) -> AnyBreakpoint:
        """Stop at the operators, values or lines of Python that `spec` selects, if `condition` holds.

        spec: `op:relu`, `at:train.py:20` (the operators made there), `role:backward`, `id:17`, or the name of a value
        (stops when it was written); `train.py:20` is that line of Python (or the next one with code),
        `function:Net.forward` the begin of a function.
        condition: such as `h.max() > 3`; "" always holds. For Python code it is a Python expression in that frame.
        hits: stop from the `hits`-th time on. once: remove the breakpoint after its first stop. log: only say so; for
        Python code also a message such as `loss is {loss}`.

        It is `pending` until a program has run in which it can stop, or its file is known. Warns if it can stop in none
        that has run, with the nearest name. Raises ArgumentError for a wrong pattern or condition.
        """
        return self._add_breakpoint(
            lambda: self._driver.all_breakpoints.add(spec, condition, hits=hits, once=once, log=log)
        )

    def catch(self, *filters: Filter, types: Sequence[str] = ()) -> None:
        """Stop at exceptions of the program's own Python; this replaces the filters that were set before.

        raised: where an exception comes to the program's code first. caught: where an `except` of the program has
        caught it. uncaught: where an operator fails, and where an exception has ended the program (the same as the
        option `on_error`). No filter: at none. types: names of exception classes, for raised and caught; () are all.

        Raises ArgumentError for an unknown filter.
        """
        self._change_breakpoints(lambda: self._driver.catch(filters, types))

    def watch(
        self, spec: str = "", condition: str = "", *, log: bool = False, expect: Mapping[str, str] | None = None
    ) -> AnyBreakpoint:
        """Stop when a written value meets a condition; with `log` only emit a warning.

        `watch("nan")` stops where a NaN or Inf begins that does harm: it reaches what a run of the program returns or
        stores, or a function of the user. Inf that a softmax, where or max absorbs, and overflows in steps that loss
        scaling leaves out, do not count. expect: those that are meant, by name or pattern, `{"mask": "-inf"}`; see
        `expect`. spec: the values to test, "" those that the condition names. Conditions about one value are measured
        while the program runs at full speed; the stop is then found by running the step again, so functions of the user
        that come later in the step may have been called already (once, as always). Warns, and raises ArgumentError, as
        `breakpoint`.
        """
        for pattern, what in (expect or {}).items():
            self.expect(pattern, what)
        if spec in ("", "nan") and not condition:
            return self._change_breakpoints(lambda: self._driver.breakpoints.watch(log=log))
        return self._add_breakpoint(lambda: self._driver.breakpoints.add(spec, condition, log=log))

    def _add_breakpoint(self, add: Callable[[], AnyBreakpoint]) -> AnyBreakpoint:
        made, problem = self._change_breakpoints(lambda: ((new := add()), self.session.check_breakpoint(new)))
        self._warn_user(problem)
        return made

    def expect(self, spec: str, what: str) -> None:
        """Say that NaN or Inf is meant in the values that `spec` selects: `watch("nan")` does not stop for it.

        what: "-inf", "+inf", "inf" (of either sign), "nan" or "any". Raises ArgumentError.
        """
        made = expectation(spec, what)
        self._change_breakpoints(lambda: self._driver.breakpoints.expect(made))

    def clear(self, number: int | None = None) -> None:
        """Remove breakpoint `number` (None: all). Raises NotFound."""
        for each in [number] if number is not None else [b.number for b in self.breakpoints]:
            self._change_breakpoints(lambda each=each: self._driver.all_breakpoints.remove(each))

    def _change_breakpoints(self, function: Callable[[], R]) -> R:
        def change() -> R:
            found = function()
            self.session.emit(breakpoints_changed(self._driver))
            return found

        return change() if self.session.driver is not None and self._not_started else self._call(change)

    @property
    def _not_started(self) -> bool:
        raise NotImplementedError

    def enable(self, number: int, on: bool = True) -> None:
        """Switch breakpoint `number` on, or with `on=False` off. Raises NotFound."""
        self._change_breakpoints(lambda: self._driver.all_breakpoints.enable(number, on))

    def ignore(self, number: int, count: int) -> None:
        """Do not stop the next `count` times that breakpoint `number` is hit. Raises NotFound."""
        self._change_breakpoints(lambda: self._driver.all_breakpoints.ignore(number, count))

    def dial(self, pattern: str, level: LevelName, every: int | None = None) -> None:
        """Set how closely the values that `pattern` selects are watched, from the next run of a program on.

        level: off, health, statistics, or record (keeps whole values of every `every`-th step); sampled is record with
        every=10, everything is record with every=1.

        Warns if the pattern matches nothing in the programs that have run. Raises ArgumentError for an unknown level or
        a wrong pattern.
        """
        self._set_level(pattern, level, every)

    def _set_level(self, pattern: str, level: str, every: int | None) -> None:
        self._warn_user(self.session.call(lambda: self.session.commands.set_level(pattern, level, every)))

    # --- inspecting ------------------------------------------------------------------------------------

    def value(self, name: str) -> Any:
        """The value of variable `name` here, also in sub-blocks that are over, as a NumPy copy. Raises NotFound."""
        return self._call(lambda: to_host(inspection.find_value(self._navigator, name)).copy())

    def look(self, name: str) -> ValueReport:
        """The value of variable `name` with its statistics, writer, inputs, readers and user line. Raises NotFound."""
        return self._call(lambda: inspection.describe_value(self._navigator, name))

    def names(self) -> list[str]:
        """The variables that have a value here."""
        return self._call(lambda: inspection.value_names(self._navigator))

    def evaluate(self, expression: str, frame: FrameChoice | None = None) -> Any:
        """The value of an expression here: `h[0, :3].mean()`, `w@GRAD.norm()`; None if a name has no value yet.

        With a `frame` (an index into `stack()`, or a frame of it), names are looked up there first, and the expression
        may be any of Python: `len(batch)`, `self.fc.weight.shape`. It raises what Python raises.

        Raises ArgumentError if it cannot be parsed or names an unknown variable.
        """
        if frame is not None:
            return self._call(lambda: self._frames.evaluate(expression, frame, self.evaluate)).value
        parsed = Expression.parse(expression)

        def evaluate() -> Any:
            navigator = self._navigator
            here = navigator.shown_cursor or navigator.require_cursor()
            value = here.last_value if isinstance(here, EagerCursor) else None
            words = PlaceEnvironment(
                here, value, "", here.next_operator, self._driver.breakpoints.previous_values(here)
            )
            if navigator.gradient is not None:
                words.gradient_cursor = navigator.gradient.cursor
            elif not isinstance(here, EagerCursor):  # an unknown name is an error
                known = {v.name for v in here.program.list_vars()} | {n for e in here.stack for n in e.frame.plan.slots}
                known |= all_user_names(here.program).keys()
                words.fallback = lambda name: inspection.find_in_blocks(here, here.own_name(name))
                return parsed.bind(known).evaluate(words)
            return parsed.evaluate(words)

        return self._call(evaluate)

    def values(self, name: str, steps: Iterable[int] | None = None) -> dict[int, Any]:
        """The value of variable `name` at the end of each step, or of the given `steps`; recomputed if it was not kept.

        Returns step -> NumPy copy. Raises NotFound for a step that is not kept, and for a name that has no value.
        """
        return self._call(
            lambda: {s: to_host(v).copy() for s, v in inspection.values_by_step(self._navigator, name, steps)}
        )

    def why(self, name: str | None = None, index: Sequence[int] | None = None) -> Explanation:
        """Why value `name`, or its element `index`, is what it is here: the chain of operators back to its first cause.

        Without a name: the NaN or Inf at this stop; when the run is over, the first one of the history. The chain goes
        through operators, blocks and gradients, and through parameters to the steps that updated them; it ends at a
        feed, a constant, a value from outside, or the operator that made the NaN. Raises NotFound, ArgumentError.

        >>> from opscope import debug
        >>> run = debug.start(train)                                            # doctest: +SKIP
        >>> run.why("loss")                                                     # doctest: +SKIP
        """
        return self._call(lambda: explain_here(self._navigator, name, index))

    def first(self, condition: str = "nan") -> FirstValue | None:
        """The first NaN or Inf of the whole history, whatever stands there now; None if there is none.

        NaN and Inf that do no harm do not count: see `watch`. Raises ArgumentError for a condition other than "nan".
        """
        if condition != "nan":
            raise ArgumentError(f"first() finds NaN and Inf, not {condition!r}", fix="back_to_when(condition)")
        return self._call(lambda: first_not_finite(self._navigator))

    @property
    def findings(self) -> Findings:
        """What the rules find in the recorded steps, or have found while the run went (`rules=True`).

        Of a long recording the first steps are looked at, then fewer and fewer; losses at every step. `debug.rules`
        describes the rules.
        """
        if self._not_started:
            return Findings([])
        losses = {e.step: dict(zip(e.names, e.scalars, strict=True)) for e in self.history.steps()}
        known = {step: {n: math.nan if v is None else v for n, v in each.items()} for step, each in losses.items()}
        return self._call(lambda: self.session.findings(known))

    def summaries(self, step: int | None = None) -> dict[str, ValueSeen]:
        """The statistics of every value of step `step` (None: the last one), by name, in the order of the operators.

        They are computed again: no tap is needed. Raises NotFound for a step that is not kept.

        >>> from opscope import debug
        >>> past = debug.open("recording")                                # doctest: +SKIP
        >>> [name for name, seen in past.summaries(12).items() if not seen.healthy]  # doctest: +SKIP
        """
        return self._call(lambda: summaries(self._navigator, step))

    def report(
        self, path: str | os.PathLike[str], *, program: Any = None, profile: Any = None, interactive: bool = False
    ) -> None:
        """Write one HTML page about this run, which needs no network and no script: for a mail, an issue, an archive.

        It has the loss and other numbers over the steps, findings, the gradients, the graph and the table of values,
        the times, the environment and the lines of the code. program: the program to draw (None: that of the last
        step). profile: a `debug.profile` whose times are shown; without one those of the last step, run operator by
        operator. interactive: write the panel instead, with a slider over the steps of the tapped values; it needs
        JavaScript, and is larger. Raises RunError if the file cannot be written.
        """
        pages = importlib.import_module("opscope.run_report")  # it stands above the debugger, and loads on first use
        pages.report(self, path, program=program, profile=profile, interactive=interactive)

    # --- editing ------------------------------------------------------------------------------------

    def set(self, name: str, value: Any, index: Any = ...) -> int:
        """Change the value of a variable, or only its part at `index`; returns how many operators were recomputed.

        Eager code is not run again: there only later ops see the new value, and 0 is returned. Raises RunError if the
        run is not paused, NotFound, ShapeError or DTypeError if the value does not fit.
        """
        return self._edit(lambda edits: edits.set(name, value, index))

    def set_attr(self, op: int | str, name: str, value: Any) -> int:
        """Change an attribute of an operator for this run; returns how many operators were recomputed.

        Raises RunError if the run is not paused, NotFound for an unknown operator or attribute.
        """
        return self._edit(lambda edits: edits.set_attr(op, name, value))

    def undo(self) -> str:
        """Undo the latest edit of this run; returns its text. Raises RunError if there is none."""
        return self._edit(lambda edits: edits.undo())

    def compare(self) -> list[ValueDifference]:
        """The values here that differ from what they would be without the edits."""
        return self._call(lambda: self._driver.editing().compare())

    def branch(
        self,
        step: int,
        changes: Mapping[str, Any],
        op: int | str = -1,
        until: int | None = None,
        names: Sequence[str] = (),
    ) -> Branch:
        """Replay past steps with changed values, to see what would have happened. The run itself is not changed.

        changes: name -> value, set in step `step` before operator `op` (-1: the first). until: the last step to replay
        (None: the last one kept). names: the values to keep of each step. The recorded feeds and random numbers are
        used. Raises NotFound for an unknown step, operator or name; UnsupportedError for eager code.
        """
        return self._call(lambda: branch(self._driver.journal, step, changes, op, until, names))

    def _edit(self, change: Callable[[RunEditor], R]) -> R:
        return self._call(lambda: self.session.commands.edit(change))
