"""Values at the position where a run has stopped: lookup and description of values, and values by step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from opscope.core import shape as dims
from opscope.core.formats.narrow_arrays import dtype_name
from opscope.core.place import has_numbers, to_host
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.measured_replay import FinalValues, NotMeasured
from opscope.debug.replay.missing_values import missing_value
from opscope.debug.replay.program_kind import Cursor, RunRecord, TargetReached, ignore_place
from opscope.debug.taps.statistics import Statistics, statistics
from opscope.debug.taps.value_events import site_text
from opscope.errors import NotFound, printable
from opscope.ir.program.program import Operator
from opscope.names.program_names import ambiguity
from opscope.names.shown_name import label, name_beside, names_shown_first
from opscope.names.value_name import OF_STEP, computed_before, step_note
from opscope.statistics_text import statistics_note


@dataclass(frozen=True)
class ValueReport:
    """A value, with the operator and the user's line that have made the value.

    `names` contains the names of the value in the user's code, most descriptive name first. `array` is a copy of the
    value. `operator` is the type and `op` is the number of the operator that has computed the value. `inputs` contains
    the names of the inputs of this operator. `inputs_called` contains the names of these inputs in the user's code,
    with "" for an unknown name. `readers` lists the operators that read the value. `site` is the user's line that made
    the operator, and `source` is the source code of this line.
    """

    name: str
    names: tuple[str, ...]
    array: Any
    step: int
    statistics: Statistics
    operator: str
    op: int
    inputs: tuple[str, ...]
    readers: tuple[str, ...]
    site: str
    source: str
    inputs_called: tuple[str, ...] = ()

    def __repr__(self) -> str:
        found = self.statistics
        called = f" ({', '.join(self.names)})" if self.names else ""
        when = f"in step {self.step}"
        if computed_before(self.name):
            when = f"computed in step {self.step}, and not yet in the step of this place"
        lines = [f"{self.name}{called}  {dtype_name(self.array)}{dims.text(self.array.shape)}  {when}"]
        numbers = [f"{n} {v:.4g}" for n in ("min", "max", "mean", "std") if (v := getattr(found, n)) is not None]
        bad = [f"{n} {c}" for n, c in (("NaN", found.nan), ("Inf", found.inf)) if c]
        note = statistics_note(dtype_name(self.array), self.array.shape)
        lines.append("  " + "  ".join([*numbers, *filter(None, [note]), *bad]))
        if self.operator:
            lines.append(f"  made by {self.maker}")
        if self.site:
            lines.append(f"  at {self.site}" + (f": {self.source}" if self.source else ""))
        lines.append(f"  read by {', '.join(self.readers) or 'nothing'}")
        return printable("\n".join(lines))

    @property
    def maker(self) -> str:
        """The operator that has computed the value, with the inputs: `matmul_v2 of x, linear_0.w_0 (net.fc.weight)`.

        Returns "" if no operator has computed the value.
        """
        inputs = map(label, self.inputs, self.inputs_called)
        return f"{self.operator} of {', '.join(inputs)}" if self.inputs else self.operator


def names_beside(walk: Cursor, values: Iterable[str]) -> dict[str, str]:
    """Return a dict from the names of values to their names in the user's code.

    Values without a name in the user's code are left out.
    """
    names = walk.record.value_names()
    found = {value: name_beside(walk.program, value, names) for value in values}
    return {value: called for value, called in found.items() if called}


def describe_value(navigator: Navigator, name: str) -> ValueReport:
    """Describe the value of a variable at this position: statistics, writer and readers.

    Raises NotFound if the variable has no value here.
    """
    walk, value = _find(navigator, name)
    name = walk.own_name(name)
    step = computed_before(name) or walk.record.step
    writer = _last_writer(walk, name)
    readers = [f"{o.type} ({o.id})" for o in readers_of(navigator, walk, name.partition(OF_STEP)[0], step).operators]
    site = None if writer is None else writer.site
    if writer is None and (variable := walk.frames()[-1].block.find(name)) is not None:
        site = variable.site
    inputs = () if writer is None else tuple(n for n in writer.inputs if n is not None)
    called = names_beside(walk, inputs)
    return ValueReport(
        name=name,
        names=names_shown_first(walk.program, name),
        array=to_host(value).copy(),
        step=step,
        statistics=statistics(value),
        operator="" if writer is None else writer.type,
        op=-1 if writer is None else writer.id,
        inputs=inputs,
        inputs_called=tuple(called.get(n, "") for n in inputs),
        readers=tuple(dict.fromkeys(readers)),
        site=site_text(site),
        source="" if site is None else site.code,
    )


def step_notes(navigator: Navigator, names: Iterable[str]) -> tuple[str, ...]:
    """Return a note for each name whose value at this position was computed in an earlier step."""
    walk = navigator.shown_cursor
    if walk is None:
        return ()
    earlier = {name: value for name in names if computed_before(value := walk.own_name(name))}
    called = {value: name for name, value in walk.user_names().items()} if earlier else {}
    return tuple(note for name, value in earlier.items() for note in step_note(called.get(value, name), value))


class Readers(NamedTuple):
    """The known operators that read a value. `complete` is False if other operators may read the value."""

    operators: list[Operator]
    complete: bool


def readers_of(navigator: Navigator, walk: Cursor, name: str, step: int) -> Readers:
    """Return the operators that read the value that a variable has in a step.

    In the run of a program, only the blocks that enclose this position are searched. The calls of eager code belong to
    one step, so the calls of the value's own step are searched.
    """
    is_program = "foresee" in walk.can
    last = None if is_program else navigator.journal.record_of_step(step)
    if not is_program and step != walk.record.step:
        if last is None or last.kind is not walk.record.kind:
            return Readers([], False)
        walk = navigator.replay.open_run(last.run)
    operators = [o for level in walk.frames() for o in level.operators]
    found = [o for o in operators if name in o.inputs]
    if is_program:
        return Readers(found, any(name in block.vars for block in walk.program.blocks))
    writers = [o for o in operators if name in o.outputs]
    has_one_name = bool(writers) and not any(o.op.writes_inputs for o in writers)
    return Readers(found, has_one_name and last is not None and last.ends_step)


def writers_of(walk: Cursor, name: str) -> list[Operator]:
    """Return the operators that write a variable, in all blocks of the program."""
    return [o for o in walk.program.operators if name in o.outputs]


def find_value(navigator: Navigator, name: str) -> Any:
    """Return the array of a variable at this position. Raises NotFound if the variable has no value here.

    Values inside a block that has ended are computed again.
    """
    return _find(navigator, name)[1]


def _find(navigator: Navigator, name: str) -> tuple[Cursor, Any]:
    """Return the cursor at which a variable has a value, and this value. Raises NotFound if there is no value."""
    walk = navigator.shown_cursor
    if walk is None:
        why, fix = navigator.journal.nothing_kept()
        raise NotFound(f"no value {name!r}: {why}", fix=fix)
    if navigator.gradient is not None and (value := navigator.gradient.cursor.lookup(name)) is not None:
        return walk, value
    cursor, value = shown_value(navigator, name)
    if cursor is None:
        raise missing_value(walk, name)
    return cursor, value


def shown_value(navigator: Navigator, name: str) -> tuple[Cursor, Any] | tuple[None, None]:
    """Return the first shown cursor at which a name has a value, and this value.

    Return (None, None) if there is no value.
    """
    for cursor in navigator.shown_cursors():
        value = cursor.lookup(name)
        if value is None:
            value = find_in_blocks(cursor, cursor.own_name(name))
        if has_numbers(value):
            return cursor, value
    return None, None


def value_names(navigator: Navigator) -> list[str]:
    """Return the names of the variables that have a value at this position, innermost block first."""
    levels = [level for walk in navigator.shown_cursors() for level in reversed(walk.frames())]
    found = [n for level in levels for n in level.names() if has_numbers(level.value(n))]
    inside = None if navigator.gradient is None else navigator.gradient.cursor
    inner = [] if inside is None else [n for n in inside.frames()[-1].names() if inside.lookup(n) is not None]
    return list(dict.fromkeys([*inner, *found]))


def values_by_step(navigator: Navigator, name: str, steps: Iterable[int] | None = None) -> Iterator[tuple[int, Any]]:
    """Yield pairs of a step and the value at the end of this step, oldest step first.

    A yielded value is valid only until the next value is requested. Raises NotFound for a step that is not in the
    history, and for a name that has no value in any of these steps.
    """
    journal, search, found, wanted_name = navigator.journal, navigator.search, False, name
    if not navigator.programs().has_variable(name):
        navigator.recorded_programs().require_variable(name)
    if journal.first_run() is None:
        raise journal.not_kept()
    first, last = journal.step_range()
    wanted = None if steps is None else list(steps)
    for step in wanted or ():
        if not step or journal.record_of_step(step) is None:
            raise journal.not_kept(f"step {step} is")
    records = journal.steps() if wanted is None else map(journal.record_of_step, wanted)
    finals: dict[str, FinalValues] = {}  # key: the variable of the name at the end of a run
    with search.begin(f"values of {name}", last - first + 1 if wanted is None else len(wanted)):
        for record in records:
            search.advance()
            assert record is not None
            scanned = record.scanned_value(wanted_name)
            if scanned is not None:
                found = found or has_numbers(scanned[0])
                if has_numbers(scanned[0]):
                    yield record.step, scanned[0]
                continue
            name = own_name_at_end(record, wanted_name)
            kept = record.kept_values if name in record.kept_values else record.fetched
            known = {} if _is_tensor_array(record, name) else kept  # no probe can read elements of different shapes
            value = known.get(name)
            if name not in known and not record.error:
                final = finals.setdefault(name, FinalValues(name, search.check))
                value = _final_value(navigator, final, record)
            if has_numbers(value):
                found = True
                yield record.step, value
    if not found:
        which = f"steps {first} to {last}" if wanted is None else "these steps"
        raise NotFound(
            f"{wanted_name!r} has no value at the end of {which}", fix=f"call back_to_write({wanted_name!r})"
        )


def own_name_at_end(record: RunRecord, name: str) -> str:
    """Return the variable to which a name refers at the end of a run.

    If the name refers to no variable, return the name itself. Raises NotFound if the name refers to several variables.
    """
    found = record.bindings_at_end(name)
    if len(found) > 1:
        several = f"several values have the name {name!r} at the end of step {record.step}"
        raise NotFound(several, fix=ambiguity(name, found, record.step))
    return found[0].value if found else name


def _is_tensor_array(record: RunRecord, name: str) -> bool:
    variable = record.plan.block.find(name)
    return variable is not None and variable.is_tensor_array


def _final_value(navigator: Navigator, finals: FinalValues, record: RunRecord) -> Any:
    """Return the value of a variable at the end of a run. Return None if the variable has no value."""
    found = navigator.journal.find(record.run)
    measurable = finals.name in record.plan.slots and not _is_tensor_array(record, finals.name)
    if found is not None and not found[0].isolated and measurable:
        with suppress(NotMeasured):
            return finals.of(*found)
    walk = navigator.replay.open_run(record.run)
    walk.run_to_end()
    if OF_STEP in walk.own_name(finals.name):
        return None
    value = walk.lookup(finals.name)
    return find_in_blocks(walk, finals.name) if value is None else value


def _last_writer(walk: Cursor, name: str) -> Operator | None:
    """Return the last operator before this position that wrote a variable. Return None if there is none."""
    for level in reversed(walk.frames()):
        for operator in reversed(level.ran):
            if name in operator.outputs:
                return operator
    return next((o for o in reversed(walk.program.operators) if o.block.parent_idx >= 0 and name in o.outputs), None)


def find_in_blocks(walk: Cursor, name: str) -> Any:
    """Return the last value of an inner block's variable before this position. Return None if there is none."""
    block = next((b for b in walk.program.blocks if name in b.vars and b.parent_idx >= 0), None)
    if block is None:
        return None
    found: list[Any] = []

    def record(at: Cursor) -> None:
        value = at.frames()[-1].value(name)
        if value is not None:
            found[:] = [value]

    _visit_blocks(walk, record)
    return found[0] if found else None


def written_in_blocks(walk: Cursor, names: Collection[str]) -> dict[str, Any]:
    """Return the last values that variables of inner blocks had in this run before this position.

    An operator or a loop has set these values.
    """
    found: dict[str, Any] = {}

    def record(at: Cursor) -> None:
        last, level = at.previous_operator, at.frames()[-1]
        for name in level.given if last is None else last.outputs:
            if name is not None and name in names and (value := level.value(name)) is not None:
                found[name] = value

    _visit_blocks(walk, record)
    return found


def _visit_blocks(walk: Cursor, visit: Callable[[Cursor], None]) -> None:
    """Visit the positions in inner blocks of a run, up to this position."""
    fork, until = walk.fork(ignore_place), walk.tick
    fork.seek(0)

    def look(at: Cursor) -> None:
        if at.depth:
            visit(at)
        if at.tick >= until:
            raise TargetReached

    fork.visit(look)
