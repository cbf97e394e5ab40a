"""Warnings about taps and breakpoints whose names match nothing in the programs that have run."""

from __future__ import annotations

import weakref

from opscope.debug.drivers.breakpoints import AnyBreakpoint
from opscope.debug.drivers.run_driver import RunDriver
from opscope.debug.drivers.thread_calls import CallsOfThreads
from opscope.debug.lines.code_breakpoint import CodeBreakpoint
from opscope.debug.navigation.breakpoint_table import Breakpoint
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.state.listener import Listener, Listeners
from opscope.debug.values.step_counter import StepCounter
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.errors import OpscopeWarning, one_line
from opscope.ir.program.program import Program


class NameChecks(Listener):
    """Checker that warns once about each tap and each breakpoint that matches nothing.

    A run that is only watched has taps, but no breakpoints.
    """

    def __init__(
        self,
        driver: RunDriver,
        values: ValueMonitor,
        calls: CallsOfThreads,
        counter: StepCounter,
        listeners: Listeners,
    ) -> None:
        self._driver = driver
        self._values = values
        self._calls = calls
        self._counter = counter
        self._listeners = listeners
        self._is_due = True  # True if a new program has run since the last check
        self._checked: weakref.WeakSet[AnyBreakpoint] = weakref.WeakSet()  # already checked
        self._noted: weakref.WeakSet[AnyBreakpoint] = weakref.WeakSet()  # a warning was given

    def new_program(self, program: Program) -> None:
        self._is_due = True

    def end_step(self, program: Program) -> None:
        """If a new program has run in the ended step, check the taps and breakpoints."""
        if self._is_due:
            self._is_due = False
            self._check(program)

    def end_run(self) -> None:
        """At the end of the program's code, check the taps and breakpoints that were not checked earlier."""
        if self._is_due and not self._counter.steps:  # the code has no steps, at whose ends names are checked
            self._check(self._calls.current.program)
        self._check_names_of_all(self._driver)
        self._check_names_known_late(self._driver)
        self._check_names_of_eager_code(self._driver)
        for each in self._driver.breakpoints.code.enabled:
            if (problem := each.problem(over=True)) is not None:
                self._say(f"breakpoint {each.number}", one_line(problem))

    def check(self, made: AnyBreakpoint) -> OpscopeWarning | None:
        """Return a warning if a new breakpoint can probably never stop the run.

        Returns None if the breakpoint can stop the run, or if no program has run yet.
        """
        driver = self._driver
        known = driver.navigator.programs()
        if isinstance(made, CodeBreakpoint):
            problem = driver.breakpoints.check(made, known)
            if problem is not None and not made.pending:
                self._checked.add(made)
            return problem
        if known.complete:
            self._checked.add(made)
        return driver.breakpoints.check(made, known)

    def _say(self, subject: str, text: str) -> None:
        for listener in self._listeners:
            listener.say(subject, text)

    def _check(self, program: Program) -> None:
        """Warn once about each tap and breakpoint that still has no match after a new program has run."""
        # eager code may call more ops, but is likely to call the same ones again
        is_eager = program is self._calls.current.program
        known = KnownPrograms([program], complete=True, grows=is_eager)
        if self._counter.steps <= 1:
            for selector, problem in self._values.unmatched(known):
                self._say(str(selector), one_line(problem) + self._of_program(program))
        driver = self._driver
        for breakpoint in list(driver.breakpoints.operators.all.values()):
            was_checked = breakpoint in self._checked
            all_known = known if is_eager else driver.navigator.programs()
            problem = driver.breakpoints.check(breakpoint, all_known)
            self._checked.add(breakpoint)
            if problem is not None and not was_checked:
                self._noted.add(breakpoint)
                self._say(f"breakpoint {breakpoint.number}", one_line(problem) + self._of_program(program))
        for each in driver.breakpoints.code.enabled:
            found = driver.breakpoints.problem(each, known)
            if found is not None and not each.pending and each not in self._checked:
                self._checked.add(each)
                self._say(f"breakpoint {each.number}", one_line(found))

    def _of_program(self, program: Program) -> str:
        """Return a text with the note that another program may have the missing name.

        Returns "" for eager code, and for a program whose operators have no known source line.
        """
        made = next((operator.site for operator in program.operators if operator.site is not None), None)
        if program is self._calls.current.program or made is None:
            return ""
        return f" (the program made at {made.where}; another program may have it)"

    def _check_names_of_all(self, driver: RunDriver) -> None:
        """If several programs have run, warn about each tap and breakpoint without a match in any of these programs."""
        known = KnownPrograms(driver.navigator.programs().programs, complete=True)
        if len(known.programs) < 2:
            return
        text = f"matched nothing in the {len(known.programs)} programs that have run"
        for selector, problem in self._values.unmatched(known):
            self._say(str(selector), f"the tap {selector} {text}: {problem.fix}".rstrip(": "))
        for each in driver.breakpoints.operators.all.values():
            problem = driver.breakpoints.problem(each, known) if each.pending and not each.hit_count else None
            if problem is not None:
                self._say(f"breakpoint {each.number}", f"breakpoint {each.number}, {each.spec}, {text}: {problem.fix}")

    def _check_names_of_eager_code(self, driver: RunDriver) -> None:
        """Warn about each breakpoint that has matched nothing in eager code, but only once for each breakpoint."""
        known = driver.navigator.programs()
        if not known.programs or known.complete:
            return
        for each in driver.breakpoints.operators.all.values():
            if each.pending and each.enabled and not each.hit_count and each not in self._noted:
                problem = driver.breakpoints.problem(each, known)
                if problem is not None:
                    self._say_not_stopped(each, problem.fix)

    def _check_names_known_late(self, driver: RunDriver) -> None:
        """Warn about each breakpoint on a name in eager code that did not stop at any write of this name."""
        operators = self._calls.current.program.operators
        for each in [b for b in driver.breakpoints.operators.all.values() if b.is_name_without_hit]:
            made = set(driver.breakpoints.matching_operators(each, operators))
            if types := dict.fromkeys(f"op:{o.op.name}" for o in operators if o.id in made):
                ops = " or ".join(types)
                reason = (
                    f"{ops} writes {each.spec}, but had no such name yet when it ran. A breakpoint on {ops} stops there"
                )
                self._say_not_stopped(each, reason)

    def _say_not_stopped(self, breakpoint: Breakpoint, reason: str) -> None:
        about = f"breakpoint {breakpoint.number}"
        self._say(about, f"{about}, {breakpoint.spec}, has not stopped: {reason}".rstrip(": "))
