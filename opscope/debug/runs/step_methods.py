"""Methods that step through a run and inspect it. Each method returns when the run has stopped or is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from opscope.core.checks.number_checks import positive_whole
from opscope.core.strict import warn
from opscope.core.tracebacks import hides_frames_of_methods
from opscope.debug.drivers.breakpoints import AnyBreakpoint
from opscope.debug.drivers.frame_driver import FrameDriver, recorded
from opscope.debug.frames.frame_stack import FrameStack
from opscope.debug.lines.exception_filters import Filter
from opscope.debug.navigation.goals import Granularity, Resume, StepGoal
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.navigation.search import SearchStopped
from opscope.debug.replay.absorbed_values import expectation
from opscope.debug.runs.value_methods import ValueMethods
from opscope.debug.session.breakpoint_events import breakpoints_changed
from opscope.debug.session.moves import MOVES, make
from opscope.debug.session.search_bar import interrupt_ends
from opscope.debug.session.session import Session
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.taps.event_history import History
from opscope.debug.taps.levels import LevelName
from opscope.debug.taps.selector import is_comparison
from opscope.errors import ArgumentError, OpscopeWarning, RunError
from opscope.events import Stopped
from opscope.ir.program.program import Variable
from opscope.names.value_name import Named, given_name

R = TypeVar("R")
ANSWER_TIMEOUT = 10.0  # seconds


@hides_frames_of_methods
class StepMethods(ValueMethods):
    """The methods of live runs and opened recordings: they move, set breakpoints, inspect values, and edit values.

    The names of the methods come from the Debug Adapter Protocol. `here` is the position at which the run has
    stopped. `here` is None while the run continues, and after the end of the run until a command goes back. While
    `here` is None, `value`, `look` and `names` read the values at the end of the last program run. If this run has no
    value with the name, these methods read the value at the end of the last step. The argument `timeout` is a time
    limit in seconds (None: no limit).

    In eager code, the run can stop at every op that the body calls. The methods that move treat a PyLayer like a block
    of operators.

    Searches through the history (`reverse_continue`, `back_to_write`, `back_to_when`, `values`, `goto`) show a
    progress bar on a terminal. Ctrl-C, or Pause in the panel, ends a search. After a search that Ctrl-C or Pause has
    ended, the run is at the same position as before the search.
    """

    session: Session
    history: History
    _internal: ClassVar[frozenset[str]] = frozenset({"session"})  # public attributes that are not for users

    def __dir__(self) -> list[str]:
        """Return the names of the methods and attributes that are for users."""
        return sorted(name for name in super().__dir__() if not name.startswith("_") and name not in self._internal)

    @property
    def here(self) -> Stopped | None:
        """The position at which the run has stopped.

        `here` is None while the run continues. After the end of the run, `here` is None until a command goes back.
        """
        return self.session.state.now.stop

    @property
    def done(self) -> bool:
        """True if the body has ended, with or without an error."""
        raise NotImplementedError

    def until_stopped(self, timeout: float | None = None) -> Stopped | None:
        """Wait until the run has stopped or is over."""
        raise NotImplementedError

    @property
    def _driver(self) -> FrameDriver:
        return recorded(self.session.driver)

    @property
    def _navigator(self) -> Navigator:
        return self._driver.navigator

    @property
    def _frames(self) -> FrameStack:
        _ = self._driver  # raises if nothing is recorded
        return self.session.frames

    @property
    def _threads(self) -> ProgramThreads:
        return self.session.threads

    def _call(self, function: Callable[[], R]) -> R:
        """Call a function between two operators, in the thread that runs the program."""
        search = self._driver.navigator.search
        try:
            with interrupt_ends(search):
                return self.session.call(function, ANSWER_TIMEOUT)
        except SearchStopped:
            if search.interrupted:
                raise KeyboardInterrupt("the search was stopped") from None
            raise RunError("the search was stopped", fix="search again, in fewer steps") from None
        except KeyboardInterrupt:
            search.interrupt()
            raise
        except TimeoutError:
            raise RunError(
                "the program is busy with its own Python code, and reaches no operator",
                fix="call pause(), or repeat the call later",
            ) from None

    # --- moving -------------------------------------------------------------------------------------

    def _move(self, name: str, *arguments: Any, timeout: float | None = None) -> Stopped | None:
        move = MOVES[name](*arguments)
        commands = self.session.commands
        found, here = self._call(lambda: (make(commands, move), self.here))  # at once: another thread may move on
        return self.until_stopped(timeout) if isinstance(found, Resume) else here

    def _repeat(self, name: str, *arguments: Any, count: int, timeout: float | None = None) -> Stopped | None:
        here = self.here
        for _ in range(positive_whole(count, "count")):
            here = self._move(name, *arguments, timeout=timeout)
            if here is None or here.reason != "step":
                break
        return here

    def next(self, count: int = 1, timeout: float | None = None, *, by: Granularity | None = None) -> Stopped | None:
        """Execute `count` operators of the current block.

        If the block ends earlier, `next` continues in the enclosing block. If a breakpoint is hit earlier, the run
        stops at the breakpoint.

        If the program waits at a line of its Python code, `count` lines of the current function are executed. If the
        function ends earlier, `next` continues in the function's caller.

        Args:
            count: number of operators or lines to execute.
            timeout: time limit for the stop in seconds; None: no limit.
            by: "operator" steps over operators even if the program waits at a line; "line" steps over lines even if
                the program waits at an operator.

        Returns:
            The position at which the run has stopped; None if the run is over.

        Raises:
            ArgumentError: `count` is not a positive whole number, or `by` is neither "operator" nor "line".
            RunError: the run is not paused.
            TimeoutError: the run did not stop before the time limit.

        Example:
            >>> run.next().op_type
            'reduce_mean'
        """
        return self._repeat("next", by, count=count, timeout=timeout)

    def step_in(self, timeout: float | None = None, *, by: Granularity | None = None) -> Stopped | None:
        """Enter the block of the operator that runs next. For a `*_grad` operator, enter its gradient rule (its ops).

        For all other operators, `step_in` does the same as `next`.

        If the program waits at a line of its Python code, `step_in` goes to the next line, or to the next operator if
        the operator comes first. The next line can be in a function that the current line calls.

        Args:
            timeout: time limit for the stop in seconds; None: no limit.
            by: "operator" or "line", as in `next`.

        Returns:
            The position at which the run has stopped; None if the run is over.

        Raises:
            RunError: the run is not paused.
            TimeoutError: the run did not stop before the time limit.

        Example:
            >>> run.goto(3, "op:tanh_grad").depth
            0
            >>> run.step_in().depth
            1
        """
        return self._move("step_in", by, timeout=timeout)

    def step_out(self, timeout: float | None = None, *, by: Granularity | None = None) -> Stopped | None:
        """Continue to the end of the current block.

        In the outermost block, continue to the end of the current run of the program. In eager code, continue to the
        end of the current function of a PyLayer, or else to the end of the user's function that has called the op. If
        the program waits at a line of its Python code, continue until the current function has returned.

        Args:
            timeout: time limit for the stop in seconds; None: no limit.
            by: "operator" or "line", as in `next`.

        Returns:
            The position at which the run has stopped; None if the run is over.

        Raises:
            RunError: the run is not paused.
            TimeoutError: the run did not stop before the time limit.

        Example:
            >>> run.step_out().step
            3
        """
        return self._move("step_out", by, timeout=timeout)

    def run_to_line(self, line: int = 0, timeout: float | None = None) -> Stopped | None:
        """Continue to line `line` of this Python function or to a later line, or until the function has returned.

        Args:
            line: number of the line in the file; 0: any line below the current line. With 0, you can leave a loop.
            timeout: time limit for the stop in seconds; None: no limit.

        Returns:
            The position at which the run has stopped; None if the run is over.

        Raises:
            RunError: the shown position is in the past, or the run is not paused.
            TimeoutError: the run did not stop before the time limit.

        Example:
            >>> run.run_to_line(24)                                                 # doctest: +SKIP
        """
        return self._move("run_to_line", line, timeout=timeout)

    def run_to_return(self, timeout: float | None = None) -> Stopped | None:
        """Continue until the current Python function returns.

        The attribute `text` of the returned position contains the value that the function returns.

        Args:
            timeout: time limit for the stop in seconds; None: no limit.

        Returns:
            The position at which the run has stopped; None if the run is over.

        Raises:
            RunError: the shown position is in the past, or the run is not paused.
            TimeoutError: the run did not stop before the time limit.

        Example:
            >>> run.run_to_return().text                                            # doctest: +SKIP
        """
        return self._move("run_to_return", timeout=timeout)

    def run_to(self, op: int | str, timeout: float | None = None) -> Stopped | None:
        """Continue to an operator, and stop the run before this operator.

        If the run does not reach the operator, the run stops at the end of the program with a warning.

        Args:
            op: number of the operator, or a pattern: `op:relu`, `at:train.py:20`, or the name of a value that the
                operator writes.
            timeout: time limit for the stop in seconds; None: no limit.

        Returns:
            The position at which the run has stopped; None if the run is over.

        Raises:
            NotFound: no program that has run contains the operator; `breakpoint(op, once=True)` also waits for later
                programs.
            RunError: the run is not paused.
            TimeoutError: the run did not stop before the time limit.

        Example:
            >>> run.run_to("op:reduce_mean").op_type
            'reduce_mean'
        """
        return self._warn_if_missed(self._move("run_to", op, timeout=timeout))

    def run_to_end(self, timeout: float | None = None) -> Stopped | None:
        """Continue to the end of the current run of the program, before the results of the run are stored.

        Args:
            timeout: time limit for the stop in seconds; None: no limit.

        Returns:
            The position at which the run has stopped; None if the run is over.

        Raises:
            RunError: the run is not paused.
            TimeoutError: the run did not stop before the time limit.

        Example:
            >>> run.run_to_end().step
            3
        """
        return self._move("run_to_end", timeout=timeout)

    def next_run(self, timeout: float | None = None) -> Stopped | None:
        """Continue to the first operator of the next run of a program.

        Args:
            timeout: time limit for the stop in seconds; None: no limit.

        Returns:
            The position at which the run has stopped; None if the run is over.

        Raises:
            RunError: the run is not paused.
            TimeoutError: the run did not stop before the time limit.

        Example:
            >>> run.next_run().step
            4
        """
        return self._move("next_run", timeout=timeout)

    def step_back(self, count: int = 1) -> Stopped | None:
        """Go back by `count` operators of the current block.

        At the beginning of the block, go to the position before the operator that owns the block.

        Args:
            count: number of operators.

        Returns:
            The new position.

        Raises:
            ArgumentError: `count` is not a positive whole number.
            RunError: the run is not paused, or no operator has run.

        Example:
            >>> run.step_back().op_type
            'tanh'
        """
        return self._repeat("step_back", count=count)

    def reverse_continue(self) -> Stopped | None:
        """Go back to the last position at which a breakpoint would have stopped the run, or else to the first position.

        Returns:
            The new position.

        Raises:
            RunError: the run is not paused, or the search was stopped.

        Example:
            >>> _ = run.breakpoint("op:square", "step == 2")
            >>> run.reverse_continue().step
            2
        """
        return self._move("reverse_continue")

    def back_to_write(self, name: Named) -> Stopped | None:
        """Go back to the position before the operator that last wrote a variable.

        Args:
            name: name of the variable in the program, or in your code.

        Returns:
            The new position.

        Raises:
            NotFound: the name is unknown, or no operator before this position writes the variable. The position of the
                run does not change in this case.

        Example:
            >>> run.back_to_write("loss").step
            2
        """
        return self._move("back_to_write", name)

    def back_to_when(self, condition: str) -> Stopped | None:
        """Go back to the last position at which a condition became true.

        Args:
            condition: a condition, for example `loss > 0.5 and step < 100`.

        Returns:
            The new position.

        Raises:
            ArgumentError: the condition has an unknown variable, or compares a whole array.
            NotFound: the condition was never true before this position. The position of the run does not change in this
                case.

        Example:
            >>> run.back_to_when("step == 2").step
            2
        """
        return self._move("back_to_when", condition)

    def goto(self, step: int, op: int | str = -1, timeout: float | None = None) -> Stopped | None:
        """Go to the position before an operator of a step, in the past or in the future.

        If the requested step has not run yet and does not execute the operator, the run stops at the end of the
        requested step. If the run does not reach the step, the run stops at the end of the program. The run also stops
        at breakpoints on the way to the step. If the run stops at another position than the requested position, `goto`
        warns.

        Args:
            step: number of the step, counted from 1.
            op: number of the operator, or a pattern; -1: the first operator of the step.
            timeout: time limit for the stop in seconds; None: no limit.

        Returns:
            The position to which the run has moved; None if the run is over.

        Raises:
            NotFound: the history does not have the step, the programs have no such operator, or this operator was not
                executed in the past step.
            ArgumentError: the number of the step is not a whole number.
            TimeoutError: the run did not stop before the time limit.

        Example:
            >>> run.goto(2, "op:square").step
            2
        """
        return self._warn_if_missed(self._move("goto", step, op, timeout=timeout), step)

    def _warn_if_missed(self, here: Stopped | None, step: int | None = None) -> Stopped | None:
        if here is not None and here.reason == "end" and here.text:
            self._warn_user(OpscopeWarning(here.text))
        elif here is not None and step is not None and (short := StepGoal(step, None).stopped_short(here)):
            self._warn_user(OpscopeWarning(short, fix=f"call goto({step}) again to go on"))
        return here

    def _warn_user(self, problem: OpscopeWarning | None) -> None:
        """Show a warning with the user's line that has called a public method; do nothing for None."""
        if problem is not None:
            warn(problem)

    # --- breakpoints --------------------------------------------------------------------------------

    @property
    def breakpoints(self) -> list[AnyBreakpoint]:
        """The breakpoints and watchpoints of the run."""
        return self._driver.breakpoints.listed

    def breakpoint(
        self, spec: Named = "", condition: str = "", *, hits: int = 1, once: bool = False, log: bool | str = False
    ) -> AnyBreakpoint:
        """Stop the run at operators, at values, or at lines of Python.

        The breakpoint is `pending` until a matching program has run, or until the file of its line is known. If the
        breakpoint matches nothing in the programs that have run, a warning shows the most similar name.

        Args:
            spec: `op:relu`, `at:train.py:20` (the operators that this line has created), `role:backward`, `id:17`, or
                the name of a value (the run stops after an operator has written the value). For Python code,
                `train.py:20` is line 20 of this file (or the next line that has code), and `function:Net.forward` is
                the beginning of a function.
            condition: stop the run only if this condition is true, for example `h.max() > 3`; "" means a condition
                that is always true. For Python code, the condition is a Python expression, which is evaluated in the
                frame of the line.
            hits: number of the first hit that stops the run; earlier hits do not stop the run.
            once: remove the breakpoint after its first stop.
            log: True: log a message at each hit, and continue. A text is the message to log, for example `loss is
                {loss.mean():.3f}`. Braces in the message contain expressions, optionally with a format. An expression
                is written as in a condition, and uses values at the position. For Python code, an expression uses
                variables of the frame.

        Returns:
            The breakpoint. Its attribute `number` is the argument of `clear`, `enable` and `ignore`.

        Raises:
            ArgumentError: the pattern or the condition is invalid.

        Example:
            >>> run.breakpoint("hidden", "hidden.max() > 0.01").number
            1
        """
        spec = _checked_spec(spec, condition)
        return self._add_breakpoint(
            lambda: self._driver.breakpoints.add(spec, condition, hits=hits, once=once, log=log)
        )

    def catch(self, *filters: Filter, types: Sequence[str] = ()) -> None:
        """Stop the run at exceptions in the program's own Python code.

        The filters of this call replace the filters of earlier calls.

        Args:
            filters: "raised": stop at the line at which an exception first reaches the program's code. "caught": stop
                at an `except` of the program that has caught an exception. "uncaught": stop at a failing operator,
                and at the line at which an exception has ended the program (like the option `on_error`). If no filter
                is given, exceptions do not stop the run.
            types: names of exception classes. "raised" and "caught" stop only at exceptions of these classes. If
                `types` is empty, the run stops at exceptions of all classes.

        Raises:
            ArgumentError: the filter is unknown.

        Example:
            >>> run.catch("raised", types=["ValueError"])
        """
        self._change_breakpoints(lambda: self._driver.breakpoints.catch(filters, types))

    def watch(
        self, spec: Named = "", condition: str = "", *, log: bool | str = False, expect: Mapping[str, str] | None = None
    ) -> AnyBreakpoint:
        """Stop the run when a value that was just written meets a condition.

        `watch("nan")` stops the run at an operator that makes a harmful NaN or Inf. A NaN or Inf is harmful if it
        reaches a value that a run of the program returns or stores, or an argument of a user's function. Two kinds of
        NaN and Inf are not harmful: Inf that a softmax, where or max absorbs, and overflows in steps that loss
        scaling skips. After the first stop, the watchpoint ignores the results of operators that have read a NaN or
        Inf. opscope measures conditions on a single value while the program runs at full speed. If a value meets a
        measured condition, the step is repeated to find the position of the stop. User functions later in the step may
        therefore have been called before the stop, but only once. `watch` warns in the same cases as `breakpoint`.

        Args:
            spec: pattern of the values to test; "": the values in the condition. A text that is only a comparison,
                such as `loss > 2`, is a condition and not a pattern.
            condition: the condition: a predicate (`max_gt(3)`) or an expression.
            log: True: log a message at each hit, and continue; a text is the message, as in `breakpoint`.
            expect: the intended NaN and Inf, by the name or pattern of the values: `{"mask": "-inf"}`. The method
                `expect` describes the texts.

        Returns:
            The watchpoint.

        Raises:
            ArgumentError: the pattern or the condition is invalid.

        Example:
            >>> run.watch("hidden", "max_gt(0.9)").number
            1
        """
        spec = _checked_spec(spec, condition)
        if not isinstance(expect, Mapping | None):
            raise ArgumentError(f"expect must be a dict, not {expect!r}", fix="pass expect={'mask': '-inf'}")
        for pattern, what in (expect or {}).items():
            self.expect(pattern, what)
        if not condition and is_comparison(spec):
            spec, condition = "", spec
        if spec in ("", "nan") and not condition:
            return self._change_breakpoints(lambda: self._driver.breakpoints.watch(log=log))
        return self._add_breakpoint(lambda: self._driver.breakpoints.add(spec, condition, log=log))

    def _add_breakpoint(self, add: Callable[[], AnyBreakpoint]) -> AnyBreakpoint:
        made, problem = self._change_breakpoints(lambda: ((new := add()), self.session.names.check(new)))
        self._warn_user(problem)
        return made

    def expect(self, spec: Named, what: str) -> None:
        """Declare that NaN or Inf is intended in some values, so that `watch("nan")` does not stop at them.

        If the pattern matches nothing in the programs that have run, `expect` warns.

        Args:
            spec: a pattern that selects the values in which NaN or Inf is intended.
            what: the intended elements: "-inf", "+inf", "inf" (of either sign), "nan" or "any".

        Raises:
            ArgumentError: the pattern or the kind of elements is invalid.

        Example:
            >>> run.expect("x", "-inf")
        """
        made = expectation(given_name(spec), what)

        def add() -> OpscopeWarning | None:
            self._driver.breakpoints.expect(made)
            return self._driver.navigator.programs().unmatched(given_name(spec), "the expectation")

        self._warn_user(self._change_breakpoints(add))

    def clear(self, number: int | None = None) -> None:
        """Remove a breakpoint or watchpoint.

        Args:
            number: number of the breakpoint; None: all breakpoints.

        Raises:
            NotFound: no breakpoint has this number.

        Example:
            >>> run.clear()
            >>> run.breakpoints
            []
        """
        for each in [number] if number is not None else [b.number for b in self.breakpoints]:
            self._change_breakpoints(lambda each=each: self._driver.breakpoints.remove(each))

    def _change_breakpoints(self, function: Callable[[], R]) -> R:
        def change() -> R:
            found = function()
            self.session.emit(breakpoints_changed(self._driver))
            return found

        return change() if self.session.driver.records and self._not_started else self._call(change)

    @property
    def _not_started(self) -> bool:
        raise NotImplementedError

    def enable(self, number: int, on: bool = True) -> None:
        """Enable or disable a breakpoint.

        Args:
            number: number of the breakpoint.
            on: False disables the breakpoint.

        Raises:
            NotFound: there is no breakpoint with this number.

        Example:
            >>> run.enable(run.breakpoint("op:tanh").number, on=False)
        """
        self._change_breakpoints(lambda: self._driver.breakpoints.enable(number, on))

    def set_condition(self, number: int, condition: str = "") -> AnyBreakpoint:
        """Replace the condition of a breakpoint.

        If the breakpoint can probably never stop the run with the new condition, `set_condition` warns.

        Args:
            number: number of the breakpoint.
            condition: a condition as in `breakpoint`; "": the breakpoint stops at every hit.

        Returns:
            The breakpoint.

        Raises:
            NotFound: there is no breakpoint with this number.
            ArgumentError: the condition is invalid, or the breakpoint was made from a condition without a pattern.

        Example:
            >>> print(run.set_condition(run.breakpoint("op:tanh").number, "step > 2"))
            op:tanh if step > 2
        """
        return self._add_breakpoint(lambda: self._driver.breakpoints.set_condition(number, condition))

    def ignore(self, number: int, count: int) -> None:
        """Ignore the next `count` hits of a breakpoint.

        Args:
            number: number of the breakpoint.
            count: number of hits.

        Raises:
            NotFound: there is no breakpoint with this number.

        Example:
            >>> run.ignore(run.breakpoint("op:tanh").number, 10)
        """
        self._change_breakpoints(lambda: self._driver.breakpoints.ignore(number, count))

    def dial(self, pattern: Named, level: LevelName, every: int | None = None) -> None:
        """Set the tap level (the amount of measured data) of values, from the next run of a program on.

        If the pattern matches nothing in the programs that have run, `dial` warns.

        Args:
            pattern: pattern of the values.
            level: "off", "health", "statistics", or "record" (which stores whole values). "sampled" means "record"
                with every=10; "everything" means "record" at every step.
            every: summarize (or record) the values at every n-th step, independently of the `hz` of the run. If
                `every` is None, `hz` limits the summaries, and values at the level "record" are recorded at every step.

        Raises:
            ArgumentError: the level does not exist, or the pattern is invalid.

        Example:
            >>> run.dial("*@GRAD", "health")
        """
        self._set_level(given_name(pattern), level, every)

    def _set_level(self, pattern: str, level: str, every: int | None) -> None:
        self._warn_user(self.session.call(lambda: self.session.commands.set_level(pattern, level, every)))


def _checked_spec(spec: Named, condition: str) -> str:
    """Return the pattern as text. For a variable, the pattern is the name of the variable.

    Raises ArgumentError if the pattern is not a text or a variable.
    """
    pattern = spec.name if isinstance(spec, Variable) else spec
    for text in (pattern, condition):
        if not isinstance(text, str):
            raise ArgumentError(
                f"a pattern or a condition must be a string, not {text!r}",
                fix="for example: 'hidden', 'op:tanh' or 'id:3'",
            )
    return pattern
