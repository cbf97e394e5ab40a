"""The operators, the program, the variables and the script's lines around the current place.

These functions must be called in the driving thread of the run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from opscope.core.source import Site
from opscope.debug.navigation.breakpoint_table import Breakpoint
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.program_frame import ProgramFrame
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.taps.pattern_words import patterns
from opscope.debug.taps.selector import Selector
from opscope.debug.values import place_values
from opscope.debug.values.place_values import value_names
from opscope.errors import NotFound, RunError, nearest
from opscope.ir.program.program import Operator, Program
from opscope.names.shown_name import in_user_names, name_beside


class ContextLine(NamedTuple):
    """An operator of a listing."""

    operator: Operator
    here: bool
    breakpoints: tuple[Breakpoint, ...]


def frame(navigator: Navigator) -> ProgramFrame:
    """Return the innermost frame at the shown place.

    Inside a gradient rule, return the rule's frame. Raises RunError before the first run.
    """
    if navigator.gradient is not None:
        return navigator.gradient.cursor.frames()[-1]
    if navigator.shown_cursor is None:
        raise RunError("nothing has run yet", fix="type `next` or `continue`")
    return navigator.shown_cursor.frames()[-1]


def operator(navigator: Navigator) -> Operator | None:
    """Return the next operator. Return None at the end of a block, and after an op in eager code."""
    return frame(navigator).next_operator


def just_run(navigator: Navigator) -> Operator | None:
    """Return the op that has just run in eager code. Return None at other places."""
    return None if navigator.shown_cursor is None else navigator.shown_cursor.behind


def written(walk: Cursor) -> tuple[str | None, ...]:
    """Return the outputs of the operator that has just run. Return () at the beginning of a block."""
    return () if walk.previous_operator is None else walk.previous_operator.outputs


def operator_text(navigator: Navigator) -> str:
    """Return the text of the next operator, in which values have the user's names.

    At the end of a block, run or step, return a text about this end.
    """
    text, here = _operator_text(navigator), navigator.shown_cursor
    if here is None or navigator.gradient is not None:  # in a gradient rule, names are those of the rule
        return text
    return in_user_names(here.program, text, here.record.value_names())


def _operator_text(navigator: Navigator) -> str:
    if navigator.line_frame is not None and navigator.past is None:
        came = navigator.shown_cursor
        if navigator.live is not None and came is not None and not came.record.kind.interleaved:
            return f"in {operator(navigator)!r}"
        last = None if came is None else came.previous_operator
        return (
            "before the first operator"
            if came is None
            else f"behind {last!r}"
            if last is not None
            else "the program's own code"
        )
    if navigator.final_stop is not None and navigator.final_stop.reason == "breakpoint" and navigator.past is None:
        return "the program's own code"
    if navigator.gradient is None and navigator.shown_cursor is None:  # an error of Python before any operator
        return "before the first operator"
    found = operator(navigator)
    if found is not None:
        return repr(found)
    if navigator.gradient is not None:
        return f"the end of the rule of {navigator.gradient.operator.type}"
    here = navigator.shown_cursor
    assert here is not None
    if (came := just_run(navigator)) is not None:
        return f"behind {came!r}"
    if here.record.kind.interleaved:
        return "the end of this step" if here.record.step else "the end of this part"
    return "the end of this run" if not here.depth else f"the end of block {here.frames()[-1].block.idx}"


def called_names(navigator: Navigator, values: Iterable[str]) -> dict[str, str]:
    """Return the name of each value in the user's code. The name is "" if the code has no name for the value."""
    here = navigator.shown_cursor
    if here is None:
        return dict.fromkeys(values, "")
    return {value: name_beside(here.program, value, here.record.value_names()) for value in values}


def script_names(navigator: Navigator) -> tuple[dict[str, str], bool]:
    """Return the names that the script's assignments give to this program's values.

    The second result is True for eager code.
    """
    here = navigator.shown_cursor
    return ({}, False) if here is None else (here.user_names(), here.record.kind.interleaved)


def names_of_steps(navigator: Navigator, names: Iterable[str]) -> set[str]:
    """Return the names that refer to another value in each step of eager code.

    The run searches for the value of such a name again in each step.
    """
    here = navigator.shown_cursor
    if here is None or not here.record.kind.interleaved:
        return set()
    return {name for name in names if here.own_name(name) != name}


def names_beside(navigator: Navigator, values: Iterable[str]) -> dict[str, str]:
    """Return a dict from the names of values to the names that the user's code gives them at this place.

    A name that equals the value's own name is left out.
    """
    here = navigator.shown_cursor
    return {} if here is None else place_values.names_beside(here, values)


def site(navigator: Navigator) -> Site | None:
    """Return the user's line at this place. At the end of a block, return the line of the block's last operator."""
    if navigator.final_stop is not None and navigator.past is None:
        return navigator.final_stop.site
    if navigator.gradient is not None:
        return navigator.gradient.operator.site
    found = operator(navigator) or just_run(navigator)
    if found is None:
        found = next((o for o in reversed(operators(navigator)) if o.site is not None), None)
    return None if found is None else found.site


def program(navigator: Navigator) -> Program:
    """Return the current program."""
    frame(navigator)
    assert navigator.shown_cursor is not None
    return navigator.shown_cursor.program


def operators(navigator: Navigator) -> list[Operator]:
    """Return the operators of this block."""
    return list(frame(navigator).operators)


def lines(navigator: Navigator) -> list[ContextLine]:
    """Return the operators of this block, with their breakpoints."""
    at, stops = operator(navigator), navigator.breakpoints
    there = [(b, {*stops.matching_operators(b, operators(navigator))}) for b in stops.all.values() if b.spec != "*"]
    return [ContextLine(o, o is at, tuple(b for b, ops in there if o.id in ops)) for o in operators(navigator)]


def selected(navigator: Navigator, text: str) -> list[Operator]:
    """Return the operators that a number, pattern or name selects. "" selects the current operator. Raises NotFound."""
    if not text:
        found = operator(navigator) or just_run(navigator)
        if found is None:
            raise NotFound(
                "the program has no operator after this place",
                fix="select an operator by its number, or by a pattern such as op:tanh",
            )
        return [found]
    around = operators(navigator) if navigator.gradient is not None else program(navigator).operators
    selector = Selector.parse(text)
    found = [o for o in around if any(selector.matches(n or "", o) for n in o.outputs or ("",))]
    if not found:
        known = [*patterns([program(navigator)]), *variables(navigator, [program(navigator)])]
        fix = nearest(text, known) or "`lo` lists the operators of this block"
        raise NotFound(f"this program has no operator {text}", fix=fix)
    return found


def selected_values(navigator: Navigator, text: str) -> list[str]:
    """Return the values at this place whose names or whose writers a pattern selects. "" selects all values."""
    names = value_names(navigator)
    if not text:
        return names
    selector = Selector.parse(text)
    if selector.kind in ("name", "grad"):
        return [n for n in names if selector.matches(n, None, program(navigator))]
    written_by = {n for o in program(navigator).operators for n in o.outputs if n and selector.matches(n, o)}
    return [n for n in names if n in written_by]


def calls_grow(navigator: Navigator) -> bool:
    """Return True if the program at the shown place consists of the calls that eager code has made so far."""
    shown = navigator.shown_cursor
    record = navigator.journal.last_record() if shown is None else shown.record
    return record is not None and "foresee" not in record.kind.abilities


def variables(navigator: Navigator, programs: Iterable[Program]) -> list[str]:
    """Return the variables of programs.

    Variables with a value at this place come first. In eager code, the names in0 (an input), out0 (an output) and so on
    are added.
    """
    here = navigator.shown_cursor
    known = [*value_names(navigator), *(v.name for p in programs for v in p.list_vars())]
    known += [] if here is None else here.positional_names()
    return list(dict.fromkeys(known))
