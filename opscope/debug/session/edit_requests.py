"""Edits that the panel requests: a new value, a new attribute, or a replay of past steps with another value."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import numpy as np

from opscope.core.place import has_numbers
from opscope.debug.conditions.assignment import literal, target
from opscope.debug.conditions.expression import Expression
from opscope.debug.drivers.frame_driver import FrameDriver
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.attribute_kinds import fixed_attributes
from opscope.debug.replay.editor import Editor
from opscope.debug.replay.program_kind import Cursor, RunRecord
from opscope.debug.session.place_expressions import value_here
from opscope.debug.session.what_if import before_step, branch, no_branch_error, not_finished_error
from opscope.debug.taps.value_events import site_text
from opscope.errors import NotFound
from opscope.events import BranchSeen, OperatorSeen, SetAttribute, TryValue
from opscope.ir.program.program import Operator

MAX_STEPS = 10_000  # steps of one replay
SPECIAL = {"nan": math.nan, "inf": math.inf, "+inf": math.inf, "-inf": -math.inf}


def new_value(driver: FrameDriver, text: str) -> Any:
    """Evaluate an expression at the current position. The result is a number or an array.

    The text may also be `nan`, `inf` or `-inf`. Raises ArgumentError if the expression is not valid. Raises NotFound if
    a name in the expression has no value here.
    """
    if (special := SPECIAL.get(text.strip().lower())) is not None:
        return special
    value = value_here(driver, Expression.parse(text))
    if value is None:
        raise NotFound(f"{text.strip()} has no value here", fix="go to a place after the operator that writes it")
    return value


def set_value(driver: FrameDriver, edits: Editor, text: str, value: Any) -> str:
    """Set a value, or some elements of a value. `text` contains the name of the value and the index of the elements.

    Returns a text with the number of operators that were computed again.
    """
    name, index = value_and_part(driver.navigator, text)
    return recomputed(driver.navigator, edits.set(name, value, index))


def set_attribute(driver: FrameDriver, edits: Editor, command: SetAttribute) -> str:
    """Set an attribute of an operator. Returns a text with the number of operators that were computed again."""
    return recomputed(driver.navigator, edits.set_attr(command.op, command.name, literal(command.value)))


def recomputed(navigator: Navigator, count: int) -> str:
    """Describe the effect of an edit. All front ends show this text."""
    here, changes = navigator.cursor, navigator.changes
    if here is not None and changes:
        once = "" if len(changes) > 1 else "; the program itself is not changed, and its own place leaves this"
        text = f"{count} operator{'' if count == 1 else 's'} computed again in step {here.record.step}"
        return f"{text}, later steps as they are shown{once}"
    if here is not None and "recompute" not in here.can:
        return "the program uses the new value from here on"
    return f"{count} operator{'' if count == 1 else 's'} computed again"


def value_and_part(navigator: Navigator, text: str) -> tuple[str, Any]:
    """Parse a text such as `h[0, 3]` or `outs[2]`.

    Returns the name of the value in the run, and the index in the value.
    """
    here = navigator.shown_cursor
    if here is None:
        return target(text)
    if (own := here.own_name(text)) != text or has_numbers(here.lookup(text)):
        return own, ...
    name, index = target(text)
    return here.own_name(name), index


def operator_seen(driver: FrameDriver, op: int) -> OperatorSeen:
    """Describe an operator of the current program, together with its attributes.

    Raises NotFound for an unknown number.
    """
    here = driver.navigator.shown_cursor
    known = driver.navigator.programs().operators if here is None else here.program.operators
    found = next((operator for operator in known if operator.id == op), None)
    if found is None:
        raise NotFound(f"this program has no operator {op}", fix="pass a number from the graph")
    attributes = {} if found.op.opaque else found.op.with_defaults(found.attrs)
    fixed = fixed_attributes(found)
    if here is not None and "attributes" not in here.can and driver.past_editor() is None:
        fixed = here.record.kind.why_not
    return OperatorSeen(
        op=op,
        op_type=found.type,
        name=next((n for n in found.outputs if n), ""),
        site=site_text(found.site),
        names=tuple(attributes),
        texts=tuple(_literal_text(value) for value in attributes.values()),
        fixed=fixed,
    )


def _literal_text(value: Any) -> str:
    """Format the value of an attribute in the form that the command `SetAttribute` accepts."""
    if isinstance(value, str):
        return value if value.isidentifier() else repr(value)
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_literal_text, value))}]"
    return str(value.item() if isinstance(value, np.generic) else value)


# --- what if ------------------------------------------------------------------------------------------


def branches(driver: FrameDriver, command: TryValue) -> Iterator[BranchSeen]:
    """Replay steps with another value, and yield an event for each scalar of these steps.

    Raises NotFound, UnsupportedError, ArgumentError.
    """
    navigator, journal = driver.navigator, driver.journal
    here = navigator.shown_cursor
    last = journal.step_range()[1]
    step = command.step or (here.record.step if here is not None and here.record.step else last)
    if here is not None and not command.step and "branch" not in here.can:  # also for a step in progress
        raise no_branch_error(here.record)
    if here is not None and here.live and here.record.kind.interleaved and here.record.step == step:
        raise not_finished_error(step)
    until = min(last, step + min(max(1, command.steps), MAX_STEPS) - 1)
    elsewhere = command.step and (here is None or here.record.step != step)
    with before_step(driver, step) if elsewhere else nullcontext():  # `x / 2` refers to x in that step
        name, index = value_and_part(navigator, command.target)
        value = new_value(driver, command.value)
    record = journal.record_of_step(step)
    op = -1 if _is_given(navigator, record, name) else _operator_after_write(_operators(here, record), name)
    found = branch(journal, step, {name: value}, op, until if until >= step else None, index=index)
    change = f"{command.target} = {command.value} in step {step}" + (f" ({found.note})" if found.note else "")
    for each, recorded in found.untouched.items():
        steps = tuple(recorded)
        if steps and all(recorded[s].size == 1 for s in steps):
            changed = found.edited.get(each, {})
            yield BranchSeen(
                name=each,
                change=change,
                steps=steps,
                recorded=tuple(_number(recorded[s]) for s in steps),
                changed=tuple(_number(changed[s]) if s in changed else None for s in steps),
                differences=len(found.differences),
            )


def _is_given(navigator: Navigator, record: RunRecord | None, name: str) -> bool:
    """Return True if the named value exists before the first operator of a step."""
    if record is None:
        return False
    if record.kind.interleaved:
        return navigator.open_run(record.run).lookup(name) is not None
    return any(name == n for n, _ in (*record.plan.loads, *record.plan.feeds))


def _operators(here: Cursor | None, record: RunRecord | None) -> list[Operator]:
    """Return the operators of a step. For eager code, these are the calls in the record."""
    if record is not None and record.kind.interleaved:
        return record.operators()
    return [] if here is None else list(here.program.operators)


def _operator_after_write(operators: list[Operator], name: str) -> int:
    """Return the operator before which a value can be set: the operator after the first write of the value.

    The result is -1 if no operator writes the value, or if no operator follows the write.
    """
    at = next((i for i, o in enumerate(operators) if name in o.outputs and o.block.parent_idx < 0), None)
    following = [] if at is None else [o for o in operators[at + 1 :] if o.block.parent_idx < 0]
    return following[0].id if following else -1


def _number(value: Any) -> float | None:
    number = float(np.real(value).reshape(()))
    return number if math.isfinite(number) else None
