"""The table of all breakpoints (on operators, values and Python code), and of the exception filters."""

from __future__ import annotations

import numbers
from collections.abc import Collection
from contextlib import AbstractContextManager
from functools import partial
from typing import TypeAlias

from opscope.core.checks.number_checks import positive_whole, whole_number
from opscope.debug.conditions.condition import Condition
from opscope.debug.lines.code_breakpoint import CodeBreakpoint, CodeBreakpointTable, is_code_spec
from opscope.debug.lines.exception_filters import ExceptionFilters
from opscope.debug.navigation.breakpoint_table import Breakpoint, BreakpointTable
from opscope.debug.replay.absorbed_values import Expectation
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.taps.selector import Selector
from opscope.errors import ArgumentError, NotFound, OpscopeWarning
from opscope.ir.program.program import Operator

AnyBreakpoint: TypeAlias = Breakpoint | CodeBreakpoint


class Breakpoints:
    """The breakpoints of a run, numbered from 1, and the exception filters of the run.

    All front ends set and list breakpoints in this table.

    `operators` finds the breakpoints that belong to the operators and values of a running program. `code` contains
    the breakpoints on Python code.
    """

    def __init__(self, operators: BreakpointTable, stop_on_error: bool = False) -> None:
        self.operators = operators
        self.code = CodeBreakpointTable(operators.numbers)
        self.filters = ExceptionFilters(stop_on_error)

    @property
    def listed(self) -> list[AnyBreakpoint]:
        """All breakpoints of the run, sorted by number."""
        found: dict[int, AnyBreakpoint] = {**self.operators.all, **self.code.all}
        return [found[number] for number in sorted(found)]

    def add(
        self, spec: str, condition: str = "", *, hits: int = 1, log: bool | str = False, once: bool = False
    ) -> AnyBreakpoint:
        """Add a breakpoint to the table. Raises ArgumentError if an argument is not valid."""
        if is_code_spec(spec):
            return self.code.add(spec, condition, hits=hits, log=log, once=once)
        return self.operators.add(spec, condition, hits=hits, log=log, once=once)

    def watch(self, predicate: str = "has_inf_or_nan", *, log: bool | str = False) -> Breakpoint:
        """Add a data breakpoint on every value and every gradient.

        The condition is a predicate such as `has_inf_or_nan`.
        """
        return self.operators.watch(predicate, log=log)

    def expect(self, expectation: Expectation) -> None:
        """Add an expectation: watches do not stop at NaN or Inf that the user has declared as intended."""
        self.operators.expect(expectation)

    def catch(self, filters: Collection[str], types: Collection[str] = ()) -> None:
        """Select the exceptions in the program's Python code at which the run stops.

        Raises ArgumentError for a filter that does not exist.
        """
        self.filters.choose(filters, types)

    def one_change(self) -> AbstractContextManager[None]:
        """Collect changes of breakpoints on Python code inside the `with` block, and apply them when the block ends."""
        return self.code.one_change()

    def find(self, number: int) -> AnyBreakpoint:
        """Return the breakpoint that has a given number. Raises NotFound."""
        whole_number(number, "number")
        found = self.operators.all.get(number) or self.code.all.get(number)
        if found is None:
            known = ", ".join(str(b.number) for b in self.listed)
            raise NotFound(f"no breakpoint {number}", fix=f"pass one of {known}" if known else "set a breakpoint first")
        return found

    def check(self, made: AnyBreakpoint, known: KnownPrograms) -> OpscopeWarning | None:
        """Return the reason why a breakpoint can stop in none of the known programs.

        The result is None if the breakpoint can stop, or if more programs may follow.

        A breakpoint that matches nothing in the known programs can match something in a later program.
        """
        return self.problem(made, known) if isinstance(made, CodeBreakpoint) else self.operators.check(made, known)

    def problem(self, made: AnyBreakpoint, known: KnownPrograms) -> OpscopeWarning | None:
        """Return the reason why a breakpoint can stop in none of the known programs.

        The result is None if the breakpoint can stop.
        """
        if isinstance(made, CodeBreakpoint):
            return self._code_problem(made, known)
        return self.operators.problem(made, known)

    def matching_operators(self, made: AnyBreakpoint, operators: list[Operator]) -> list[int]:
        """Return the ids of the operators at which a breakpoint stops.

        The result is empty for breakpoints on Python code and on `*` (every operator).
        """
        if isinstance(made, CodeBreakpoint) or made.spec == "*":
            return []
        return self.operators.matching_operators(made, operators)

    def _code_problem(self, made: CodeBreakpoint, known: KnownPrograms) -> OpscopeWarning | None:
        """Return a warning if a breakpoint on Python code cannot stop.

        Also return a warning if the line of the breakpoint only adds operators to a program.
        """
        if (problem := made.problem()) is not None or made.function or made.hit_count or not known.complete:
            return problem
        place = f"at:{made.file}:{made.line}"
        if any(each.spec == place for each in self.operators.all.values()):
            return None
        built = [operator for program in known.programs if program.is_built for operator in program.operators]
        if not any(map(partial(Selector.parse(place).matches, ""), built)):
            return None
        about = f"breakpoint {made.number}, {made.spec}, stops only if this line runs again"
        return OpscopeWarning(
            f"{about}: the line has built operators of the program", fix=f"{place} stops where these operators run"
        )

    def remove(self, number: int) -> AnyBreakpoint:
        """Remove a breakpoint from the table. Raises NotFound."""
        found = self.find(number)
        return self.code.remove(number) if isinstance(found, CodeBreakpoint) else self.operators.remove(number)

    def enable(self, number: int, on: bool = True) -> None:
        """Enable or disable a breakpoint. Raises NotFound."""
        self.find(number).enabled = on
        self.invalidate()

    def set_condition(self, number: int, condition: str) -> AnyBreakpoint:
        """Replace the condition of a breakpoint. The text "" removes the condition.

        Raises NotFound for an unknown breakpoint. Raises ArgumentError for an invalid condition.
        """
        found = self.find(number)
        if isinstance(found, CodeBreakpoint):
            found.set_condition(condition)
            return found
        if str(found.condition) == found.spec:
            raise ArgumentError(
                f"the condition of breakpoint {number} cannot be changed, because the breakpoint has no other part",
                fix="clear the breakpoint, and set a new breakpoint with another condition",
            )
        if not condition.strip() and found.spec == "*":
            raise ArgumentError(
                f"without its condition, breakpoint {number} would stop everywhere", fix="disable the breakpoint"
            )
        found.condition = Condition.of_values(condition) if condition.strip() else None
        self.invalidate()
        return found

    def set_hits(self, number: int, hits: int) -> AnyBreakpoint:
        """Change a breakpoint so that it stops only from hit number `hits` on.

        Raises NotFound for an unknown breakpoint. Raises ArgumentError for an invalid number.
        """
        hits = positive_whole(hits, "hits")
        found = self.find(number)
        if found.hits != hits:
            found.hits = hits
            if isinstance(found, Breakpoint):
                found.active_from = None
        return found

    def ignore(self, number: int, count: int) -> AnyBreakpoint:
        """Ignore the next `count` hits of a breakpoint. Raises NotFound."""
        if isinstance(count, bool) or not isinstance(count, numbers.Integral) or count < 0:
            raise ArgumentError(f"the number of ignored hits must be 0 or more, not {count!r}")
        return self.set_hits(number, self.find(number).hit_count + int(count) + 1)

    def invalidate(self) -> None:
        """Update the indexes of the table after a breakpoint was changed."""
        self.operators.invalidate()
        self.code.invalidate()
