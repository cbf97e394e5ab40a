"""Breakpoints on operators and values. At a hit, a breakpoint stops the run or writes a log message.

A breakpoint whose text is a pattern for operators stops before each of these operators: `op:relu`, `role:backward`,
`layer:conv1`, `scope:/block/*`, `at:train.py:20`, `id:17`. A breakpoint whose text is a pattern for names (`h`,
`*@GRAD`, `grad:h`) is a data breakpoint. A data breakpoint stops after each write of a value whose name matches the
pattern. A breakpoint that has a condition but no pattern stops after a write of a variable that the condition reads.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from opscope.core.checks.number_checks import positive_whole
from opscope.core.place import has_numbers
from opscope.debug.conditions.condition import Condition
from opscope.debug.conditions.declared_values import check_condition
from opscope.debug.conditions.evaluation import ConditionEnv
from opscope.debug.conditions.expression import Expression
from opscope.debug.conditions.log_message import fields
from opscope.debug.conditions.predicates import Predicate
from opscope.debug.navigation.place_environment import PlaceEnvironment
from opscope.debug.replay.absorbed_values import Expectation, is_expected, is_harmful, is_passed_on
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.taps.selector import Selector, selector_of
from opscope.errors import ArgumentError, NotFound, OpscopeWarning, nearest, printable
from opscope.ir.program.program import Operator, Program, Variable
from opscope.names.shown_name import label, name_beside
from opscope.runtime.plan import Plan

VALUE_SELECTORS = ("name",)  # kinds of selectors of values; the others select operators
RunTick = tuple[int, int]  # a place: run, tick
NEVER: RunTick = (1 << 62, 0)
ALL_VALUES = ("*", "*@*")  # every value, every gradient
SIMILAR = 0.75  # ratio of equal letters of two names of which one is probably misspelt


@dataclass(eq=False)
class Breakpoint:
    """Breakpoint on the operators or values that `spec` selects.

    A hit counts only if `condition` is true. From hit number `hits` on, the breakpoint stops the run. If `log` is True
    or a message with `{expression}` fields, the breakpoint logs these hits and does not stop the run.

    `hit_count` is the number of hits in the live run. Hits while the user goes back are not counted. `active_from` is
    the place (run and position) at which hit number `hits` occurred. If `selectors` is empty, the breakpoint applies to
    the variables that the condition reads. `pending` is True until a program has run that contains a match. If
    `harmful` is True, the breakpoint ignores harmless NaN and Inf. The module `absorbed_values` defines which NaN and
    Inf are harmless.
    """

    number: int
    spec: str
    selectors: tuple[Selector, ...]
    condition: Condition | None = None
    hits: int = 1
    log: bool | str = False
    once: bool = False
    enabled: bool = True
    hit_count: int = 0
    active_from: RunTick | None = None
    pending: bool = True
    harmful: bool = False

    @property
    def is_data_breakpoint(self) -> bool:
        """True if the breakpoint stops after a write of a value. False if the breakpoint stops before an operator.

        A condition on the written value, such as `max_gt(3)` of a breakpoint on `op:relu`, can only be evaluated after
        the write.
        """
        about_value = self.condition is not None and self.condition.about_value
        return not self.selectors or self.selectors[0].kind in VALUE_SELECTORS or about_value

    @property
    def is_name_without_hit(self) -> bool:
        """True if the breakpoint is on every write of a name and has not stopped the run yet."""
        is_name = any(s.kind == "name" for s in self.selectors)
        return is_name and self.enabled and self.condition is None and self.hits == 1 and not self.hit_count

    @property
    def is_measured(self) -> bool:
        """True if the condition reads only one value, so that a compiled (lowered) run can evaluate the condition."""
        condition = self.condition
        if condition is None or not self.is_data_breakpoint or condition.previous_names():
            return False
        names = len(condition.names())
        return names == 0 if self.selectors else names == 1 and not condition.about_value

    @property
    def watches_finiteness(self) -> bool:
        """True if only a value with NaN or Inf can hit the breakpoint."""
        test = None if self.condition is None else self.condition.test
        return isinstance(test, Predicate) and test.name in ("has_inf_or_nan", "has_nan", "has_inf")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the values to which the breakpoint applies, or patterns for these names.

        An empty tuple means all values.
        """
        if not self.selectors:
            return () if self.condition is None else self.condition.possible_names()
        return tuple(s.pattern for s in self.selectors if s.kind == "name" and s.pattern not in ALL_VALUES)

    def applies_at(self, cursor: Cursor, name: str) -> bool:
        """Return True if the value has, at the cursor's position, a name to which the breakpoint applies."""
        return not self.names or any(cursor.is_called(each, name) for each in self.names)

    def may_hold(self, environment: ConditionEnv) -> bool:
        """Return True if the condition is true, or if the condition cannot be evaluated."""
        try:
            return self.condition is None or self.condition.holds(environment)
        except ArgumentError:
            return True

    def applies_to(self, name: str, operator: Operator | None, program: Program) -> bool:
        """Return True if the breakpoint applies to a value that `operator` writes.

        `operator` is None for a fed value.
        """
        if self.selectors:
            return any(s.matches(name, operator, program) for s in self.selectors)
        return self.condition is not None and any(
            selector_of(n).matches(name, operator, program) for n in self.condition.possible_names()
        )

    def __str__(self) -> str:
        condition = "" if self.condition is None or self.spec == str(self.condition) else f" if {self.condition}"
        hits = f", from hit {self.hits} on" if self.hits > 1 else ""
        log = f", logs {self.log!r}" if isinstance(self.log, str) else ""
        return printable(f"{self.spec}{condition}{hits}{log}{', pending' if self.pending else ''}")

    def __repr__(self) -> str:
        hits = f"{self.hit_count} hit{'s' * (self.hit_count != 1)}{'' if self.enabled else ', off'}"
        return f"<breakpoint {self.number}: {self}; {hits}>"


class BreakpointHit(NamedTuple):
    """Hit of a breakpoint: the reason of the stop, a text with the values, and the operator that wrote the value.

    `value` is the name of the value that a data breakpoint has examined. For a hit in a program, `place` contains the
    values that exist at the position of the hit.
    """

    breakpoint: Any  # a Breakpoint, or a CodeBreakpoint
    reason: str
    text: str
    writer: Operator | None = None
    value: str = ""
    place: PlaceEnvironment | None = None


class _Problem(NamedTuple):
    """Reason why a breakpoint cannot stop the run. `missing` is a name or an operator type that does not exist yet."""

    warning: OpscopeWarning
    missing: str = ""

    def is_noted(self, known: KnownPrograms) -> bool:
        """Return True if the user needs a warning. Return False if later code may still create the missing name.

        A missing name that is similar to a known name always needs a warning.
        """
        if not (known.grows and self.missing):
            return True
        names = {*known.variables, *(operator.type for operator in known.operators)}
        return self.missing not in names and bool(nearest(self.missing, names, SIMILAR))


BeforeOperator = list[Breakpoint]  # breakpoints that stop before an operator
AfterOperator = list[tuple[Breakpoint, str]]  # breakpoints that stop after it, each with its value
PreviousValue = Callable[[Cursor, str], Any]  # value of a variable at the end of the step before the cursor's


Skips = Callable[[Cursor, Operator | None], bool]


@dataclass
class BreakpointTable:
    """The breakpoints on operators and values, with an index by operator.

    The function `live_previous` returns values from the step before the step in progress. The function `past_previous`
    returns values from the step before a given past step.
    """

    live_previous: Callable[[str], Any] = lambda name: None
    all: dict[int, Breakpoint] = field(default_factory=dict[int, Breakpoint])
    past_previous: PreviousValue = lambda cursor, name: None
    expected: list[Expectation] = field(default_factory=list[Expectation])  # intended NaN and Inf
    skips: Skips = lambda cursor, operator: False  # a step that loss scaling skips
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _by_operator: dict[Operator, tuple[BeforeOperator, AfterOperator]] = field(
        default_factory=dict[Operator, tuple[BeforeOperator, AfterOperator]]
    )
    _may_stop: weakref.WeakKeyDictionary[Plan, bool] = field(default_factory=weakref.WeakKeyDictionary)
    _concern: weakref.WeakKeyDictionary[Plan, bool] = field(default_factory=weakref.WeakKeyDictionary)
    revision: int = 0  # of breakpoints and expectations; lowered runs compare it
    _counted_up_to: RunTick = (-1, -1)  # the last place whose hits were counted

    def add(
        self, spec: str, condition: str = "", *, hits: int = 1, log: bool | str = False, once: bool = False
    ) -> Breakpoint:
        """Add a breakpoint on operators or values.

        Without a spec, the breakpoint stops after each write of a variable in the condition if the condition is then
        true. Raises ArgumentError if the text or the condition is not valid.
        """
        parsed = Condition.of_values(condition) if condition else None
        if not spec and parsed is None:
            raise ArgumentError(
                "a breakpoint needs a name, an operator, a line or a condition",
                fix="pass, for example, 'op:relu', 'h', or 'x.max() > 3'",
            )
        selectors = (Selector.parse(spec),) if spec else ()
        if not spec and parsed is not None and not parsed.names():
            selectors = _all_values()
        hits = positive_whole(hits, "hits")
        _check_message(log)
        return self._register(Breakpoint(next(self.numbers), spec or str(parsed), selectors, parsed, hits, log, once))

    def watch(self, condition: str = "has_inf_or_nan", *, log: bool | str = False) -> Breakpoint:
        """Add a data breakpoint on every value and every gradient.

        The condition is a predicate such as `has_inf_or_nan`.
        """
        _check_message(log)
        harmful = condition == "has_inf_or_nan"
        made = Breakpoint(next(self.numbers), "*", _all_values(), Condition.parse(condition), log=log, harmful=harmful)
        return self._register(made)

    def expect(self, expectation: Expectation) -> None:
        """Add an expectation: watches do not stop at NaN or Inf that the user has declared as intended."""
        self.expected = [*self.expected, expectation]
        self.invalidate()

    def _register(self, new: Breakpoint) -> Breakpoint:
        new.pending = new.spec != "*"
        self.all = {**self.all, new.number: new}  # a new dict, as another thread may be reading the old one
        self.invalidate()
        return new

    def remove(self, number: int) -> Breakpoint:
        """Remove a breakpoint on operators or values. Raises NotFound."""
        if number not in self.all:
            raise NotFound(f"no breakpoint {number}")
        found = self.all[number]
        self.all = {n: b for n, b in self.all.items() if n != number}
        self.invalidate()
        return found

    def invalidate(self) -> None:
        """Discard the index of the breakpoints by operator, because the breakpoints or the variables have changed."""
        self.revision += 1
        self._by_operator = {}
        self._may_stop, self._concern = weakref.WeakKeyDictionary(), weakref.WeakKeyDictionary()

    def previous_values(self, cursor: Cursor) -> Callable[[str], Any]:
        """Return the function that evaluates `previous(x)` in a condition at the position of a cursor."""
        return self.live_previous if cursor.live else partial(self.past_previous, cursor)

    def may_stop_in(self, plan: Plan) -> bool:
        """Return True if a plan has an enabled breakpoint that compiled (lowered) runs cannot evaluate."""
        found = self._may_stop.get(plan)
        if found is None:
            measured = all(b.is_measured for b in self.all.values())
            found = self._may_stop[plan] = not measured and self._applies_in(plan, False)
        return found

    def concern(self, plan: Plan) -> bool:
        """Return True if an enabled breakpoint applies to a plan, to a block in it, or to eager code."""
        if not self.all or not plan.instructions:
            return bool(self.all)
        found = self._concern.get(plan)
        if found is None:
            found = self._concern[plan] = self._applies_in(plan, True)
        return found

    def _applies_in(self, plan: Plan, measured: bool) -> bool:
        program = plan.block.program
        for instruction in plan.instructions:
            if instruction.kind == "op":
                before, after = self._for_operator(instruction.operator)
                if before or any(measured or not b.is_measured for b, _ in after):
                    return True
                if any(self._applies_in(inner, measured) for inner in instruction.plans):
                    return True
        on_data = [b for b in self.all.values() if b.enabled and b.is_data_breakpoint]
        on_data = [b for b in on_data if measured or not b.is_measured]
        return any(b.applies_to(name, None, program) for b in on_data for name, _ in plan.feeds)

    def measured(self) -> list[Breakpoint]:
        """Return the enabled breakpoints whose conditions a compiled (lowered) run can evaluate."""
        return [b for b in self.all.values() if b.enabled and b.is_measured]

    # --- while a program runs -----------------------------------------------------------------------

    def hits_at(self, cursor: Cursor, count: bool) -> list[BreakpointHit]:
        """Return the hits of breakpoints at the position of the cursor.

        If `count` is True, the hits are also added to the hit counts of the breakpoints.
        """
        if not self.all:
            return []
        hits: list[BreakpointHit] = []
        last, following = cursor.previous_operator, cursor.next_operator
        if last is not None:
            for breakpoint, name in self._for_operator(last)[1]:
                if breakpoint.applies_at(cursor, name):
                    hits += self._write_hits(breakpoint, cursor, name, last)
        elif cursor.tick == 0:
            hits += self._feed_hits(cursor)
        if following is not None:
            if cursor.may_bind_names:
                hits += self._name_hits(cursor)
            for breakpoint in self._for_operator(following)[0]:
                name = next((n for n in following.outputs if n), "")
                hits += self._evaluate(
                    breakpoint, PlaceEnvironment(cursor, None, name, following, self.previous_values(cursor))
                )
        place = cursor.record.run, cursor.tick
        if count and hits and place > self._counted_up_to:
            self._counted_up_to = place
            for breakpoint in dict.fromkeys(h.breakpoint for h in hits):
                breakpoint.hit_count += 1
                breakpoint.pending = False  # its program is the first one, and still runs
                if breakpoint.hit_count == breakpoint.hits:
                    breakpoint.active_from = place
        return [h for h in hits if h.breakpoint.hits == 1 or (h.breakpoint.active_from or NEVER) <= place]

    def _name_hits(self, cursor: Cursor) -> Iterator[BreakpointHit]:
        """Yield the hits on values that were written earlier and get a name of the user's code at this position."""
        for breakpoint in [b for b in self.all.values() if b.enabled and b.is_data_breakpoint]:
            found = dict(pair for name in breakpoint.names for pair in cursor.values_named_here(name))
            for name, writer in found.items():
                yield from self._write_hits(breakpoint, cursor, name, writer)

    def _write_hits(
        self, breakpoint: Breakpoint, cursor: Cursor, name: str, writer: Operator
    ) -> Iterator[BreakpointHit]:
        """Yield the hits on a value that an operator has written."""
        value = cursor.lookup(name)
        if has_numbers(value):
            place = PlaceEnvironment(cursor, value, name, writer, self.previous_values(cursor))
            for hit in self._evaluate(breakpoint, place):
                if self._counts(hit, cursor, name, writer, value):
                    yield hit

    def _for_operator(self, operator: Operator) -> tuple[BeforeOperator, AfterOperator]:
        """Return the breakpoints that stop before the operator, and the breakpoints that stop after the operator."""
        found = self._by_operator.get(operator)
        if found is None:
            names, program = _output_names(operator), operator.block.program
            on = [b for b in self.all.values() if b.enabled]
            before = [
                b for b in on if not b.is_data_breakpoint and b.applies_to(names[0] if names else "", operator, program)
            ]
            after = [(b, n) for b in on if b.is_data_breakpoint for n in names if b.applies_to(n, operator, program)]
            found = self._by_operator[operator] = before, after
        return found

    def matching_operators(self, breakpoint: Breakpoint, operators: list[Operator]) -> list[int]:
        """Return the ids of the operators to which a breakpoint applies."""
        return [
            o.id
            for o in operators
            if any(
                breakpoint.applies_to(n, o, o.block.program)
                for n in _output_names(o) or ([] if breakpoint.is_data_breakpoint else [""])
            )
        ]

    def check(self, breakpoint: Breakpoint, known: KnownPrograms) -> OpscopeWarning | None:
        """Return a warning if a breakpoint cannot stop the run in any known program.

        Return None if more programs may follow.
        """
        problem = self._problem(breakpoint, known) if known.programs else None
        breakpoint.pending = breakpoint.spec != "*" and (not known.programs or problem is not None)
        if not known.complete:
            return None
        if problem is None:
            return _message_problem(breakpoint, known)
        return problem.warning if problem.is_noted(known) else None

    def problem(self, breakpoint: Breakpoint, known: KnownPrograms) -> OpscopeWarning | None:
        """Return a warning if a breakpoint cannot stop the run in any of the known programs.

        Return None if the breakpoint can stop. If the programs can still get more operators, an unknown name may appear
        later. An unknown name then gives a warning only if the name is similar to a known name.
        """
        problem = self._problem(breakpoint, known)
        return problem.warning if problem is not None and problem.is_noted(known) else None

    def _problem(self, breakpoint: Breakpoint, known: KnownPrograms) -> _Problem | None:
        """Return the reason why a breakpoint cannot stop the run in any known program.

        Return None if the breakpoint can stop.
        """
        if breakpoint.spec == "*":
            return None
        about, condition = f"breakpoint {breakpoint.number}, {breakpoint.spec}", breakpoint.condition
        if condition is not None:
            try:
                condition.bind(known.variables)
            except ArgumentError as e:
                missing = next((name for name in condition.names() if name not in known.variables), "")
                return _Problem(OpscopeWarning(f"{about}, cannot stop so far: {e.summary}", fix=e.fix), missing)
            own = known.selected_specs(breakpoint.selectors)
            try:
                check_condition(condition, known.variables, own[:3] if condition.about_value else ())
            except ArgumentError as e:
                return _Problem(OpscopeWarning(f"{about}, can never stop: {e.summary}", fix=e.fix))
        variables = (v for program in known.programs for v in program.list_vars())
        if self.matching_operators(breakpoint, known.operators) or (
            breakpoint.is_data_breakpoint and any(v.is_data and _applies(breakpoint, v) for v in variables)
        ):
            return None
        missing = breakpoint.selectors[0].pattern if breakpoint.selectors else breakpoint.spec
        if not breakpoint.selectors or known.selected_specs(breakpoint.selectors):
            text = f"{about}, cannot stop so far: no operator writes this value"
            return _Problem(OpscopeWarning(text, fix="choose a value that an operator writes"), missing)
        text, fix = f"{about}, matches nothing so far", known.nearest_to(breakpoint.spec)
        return _Problem(OpscopeWarning(text, fix=fix), missing)

    def _feed_hits(self, cursor: Cursor) -> Iterator[BreakpointHit]:
        """Yield the hits on fed values. A fed value counts as written when the run begins."""
        plan = cursor.record.plan
        for breakpoint in [b for b in self.all.values() if b.is_data_breakpoint and b.enabled]:
            for name, _ in plan.feeds:
                if breakpoint.applies_to(name, None, plan.block.program):
                    value, previous_value = cursor.lookup_own(name), self.previous_values(cursor)
                    place = PlaceEnvironment(cursor, value, name, None, previous_value)
                    yield from (
                        h for h in self._evaluate(breakpoint, place) if self._counts(h, cursor, name, None, value)
                    )

    def _counts(self, hit: BreakpointHit, cursor: Cursor, name: str, operator: Operator | None, value: Any) -> bool:
        """Return True if a hit counts. A watch for NaN ignores expected NaN, and NaN that reaches no result of the run.

        After the first hit, a watch for NaN also ignores the results of operators that read NaN or Inf. The first hit
        may be at the result of an operator that reads NaN, because the user may set the watch when NaN already exists.
        """
        watch, place = hit.breakpoint, (cursor.record.run, cursor.tick)
        if not watch.harmful:
            return True
        if is_expected(self.expected, name, operator, value) or self.skips(cursor, operator):
            return False
        is_later = watch.active_from not in (None, place)
        if is_later and is_passed_on(cursor, operator, value, self.previous_values(cursor)):
            return False
        return is_harmful(cursor, name, operator, value)

    def _evaluate(self, breakpoint: Breakpoint, environment: PlaceEnvironment) -> Iterator[BreakpointHit]:
        condition, on_data = breakpoint.condition, breakpoint.is_data_breakpoint
        reason = "data breakpoint" if on_data else "breakpoint"
        name, writer = (environment.name, environment.operator) if on_data else ("", None)
        called = name_beside(writer.block.program, name) if writer is not None else ""
        value = "" if breakpoint.spec in (name, called) else label(name, called)
        if condition is None:
            text = f"{breakpoint.spec}: {value}" if value else breakpoint.spec
            yield BreakpointHit(breakpoint, reason, text, writer, name, environment)
            return
        about = f"{value}: " if value else ""
        try:
            if condition.holds(environment):
                by = f", written by {writer.type}" if writer is not None else ""
                text = about + condition.explain(environment) + by
                yield BreakpointHit(breakpoint, reason, text, writer, name, environment)
        except ArgumentError as e:  # an error in the condition must not end the program
            text = f"{about}{condition} cannot be evaluated: {e.summary}"
            yield BreakpointHit(breakpoint, reason, text, None, name)


def _check_message(log: bool | str) -> None:
    for expression in fields(log):
        Expression.parse(expression)


def _message_problem(breakpoint: Breakpoint, known: KnownPrograms) -> OpscopeWarning | None:
    for expression in fields(breakpoint.log):
        try:
            Expression.parse(expression).bind(known.variables)
        except ArgumentError as e:
            return OpscopeWarning(f"the message of breakpoint {breakpoint.number}: {e.summary}", fix=e.fix)
    return None


def _applies(breakpoint: Breakpoint, variable: Variable) -> bool:
    return breakpoint.applies_to(variable.name, None, variable.program)


def _all_values() -> tuple[Selector, ...]:
    return tuple(Selector("name", n) for n in ALL_VALUES)


def _output_names(operator: Operator) -> list[str]:
    return list(dict.fromkeys(n for n in operator.outputs if n is not None))
