"""Errors for names without a value at a position of a run: the value is written later, or has another name."""

from __future__ import annotations

from collections.abc import Collection

from opscope.core.place import has_numbers
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.taps.named_variables import NamedVariables
from opscope.eager.foreign.hidden_values import hidden_value
from opscope.eager.foreign.recorded_operators import is_installed
from opscope.errors import NotFound, listed
from opscope.ir.program.program import GRAD, Operator, Parameter
from opscope.names.program_names import ambiguity
from opscope.names.resolver import variables_named
from opscope.names.shown_name import name_beside
from opscope.names.user_functions import BASE, RECEIVERS
from opscope.names.value_name import SOME_NAMES, suggestion, value_name

NOT_YET = "the value is not computed yet: step forward, or go to a later place"
NOT_LATER = (
    "no later operator in the recording of step {step} computes a value with this name: go to an earlier place, or to "
    "another step"
)
UNRECORDED = "no tensor in the recording is certainly the value of this variable (only tensors are recorded)"
OTHER_NETWORK = "{found} may belong to another network: use this name if both variables are the same network"
ABSENT = "{library} must compute the value and is not installed here: open the recording where {library} is installed"
OVERWRITTEN = (
    "code that opscope does not observe has overwritten the value, so its elements at this place are lost: set a "
    "breakpoint on this line and run the program again"
)


def missing_value(at: Cursor, name: str) -> NotFound:
    """Make the error for a name that is unknown, or for a value that does not exist at the position."""
    program = at.program
    known = NamedVariables([program])
    if (error := hidden_error(name, known)) is not None:
        return error
    if not at.lost_calls and name not in known and not at.bindings(name):
        if (whole := name.partition("[")[0]) in known and name.endswith("]"):
            part = f"evaluate({name!r}), or p {name} at the prompt and after %opscope, gives the part"
            return NotFound(f"no variable {name!r}", fix=f"the value is {whole}; {part}")
        if not at.has_variable(name):
            return NotFound(f"no variable {name!r}", fix=suggestion(name, known))
        inside = [each for each in known if each.startswith((f"{name}.", f"{name}["))]
        fix = f"the recording contains {listed(inside, SOME_NAMES)}" if inside else UNRECORDED
        return NotFound(f"{name!r} has no value here", fix=fix)
    called = name_beside(program, name)
    shown = f"{name!r} ({called})" if called else repr(name)
    return NotFound(f"{shown} has no value here", fix=_why_missing(at, name))


def hidden_error(name: str, known: Collection[str]) -> NotFound | None:
    """Make the error for a tensor, or the gradient of a tensor, that opscope cannot show. Return None for others."""
    given = value_name(name)
    if not given.gradient and name in known:
        return None
    hidden = hidden_value(given.base + given.gradient.replace(GRAD, ".grad") if given.gradient else name)
    return None if hidden is None else NotFound(f"no value {name!r}: {hidden.why}", fix=hidden.fix)


def _why_missing(at: Cursor, name: str) -> str:
    if len(found := at.bindings(name)) > 1:
        return ambiguity(name, found, at.record.step)
    if at.lost_calls:
        lost = f"the history does not contain the first {at.lost_calls:,} operators of step {at.record.step}"
        return f"{lost}: set a larger budget: start(..., record='1GB'), or --budget 1GB"
    if note := _unnamed_gradient(at, name):
        return note
    program, name = at.program, at.own_name(name)
    if hasattr(value := at.lookup(name), "dtype") and not has_numbers(value):
        return (
            "the elements of this array differ in shape or dtype: look at a value that the program reads from the array"
        )
    if (owner := _finished_owner(at, name)) is not None:
        inside = "the body of the loop" if owner.type == "while" else f"a block of the {owner.type}"
        line = "" if owner.site is None else f" at {owner.site.where}"
        called = name_beside(program, name) or name
        return (
            f"the value belongs to {inside}{line}, which has ended at this place: to stop each time the value is "
            f"computed, call breakpoint({called!r}); to go to the last write, call back_to_write({called!r})"
        )
    if at.record.kind.interleaved and (found := _of_other_networks(at, name)):
        return OTHER_NETWORK.format(found=listed(found, SOME_NAMES))
    ran = (operator for frame in at.frames() for operator in frame.ran)
    writer = next((operator for operator in ran if name in operator.outputs), None)
    if at.record.kind.interleaved and writer is not None:
        library = writer.op.library
        return ABSENT.format(library=library) if library and not is_installed(library) else OVERWRITTEN
    return NOT_YET if at.is_awaited(name) else NOT_LATER.format(step=at.record.step)


def _of_other_networks(at: Cursor, name: str) -> list[str]:
    """Return the names of parameters with the same path in the networks of other variables."""
    root = BASE.split(name, maxsplit=1)[0]
    if root in (name, *RECEIVERS):
        return []
    found = [value for value in variables_named(at.program, name) if value != name]
    declared = at.program.global_block().vars
    return [name_beside(at.program, v) or v for v in found if isinstance(declared.get(v), Parameter)]


def _unnamed_gradient(at: Cursor, name: str) -> str:
    """Return the reason why a gradient has no name, if another library has computed the value; otherwise ""."""
    of = value_name(name)
    if not of.gradient or not at.record.kind.interleaved:
        return ""
    value = at.own_name(of.base)
    maker = next((o for o in at.record.operators() if value in o.outputs and o.phase == "forward"), None)
    if maker is None or maker.op.is_computed_here:
        return ""
    return (
        f"before the backward pass {of.base} has no gradient; after it, leaf tensors and the loss have one (x.grad), "
        "and the gradients of other values are results of the operators of the backward pass"
    )


def _finished_owner(at: Cursor, name: str) -> Operator | None:
    """Return the operator that ran before this position and whose blocks declare a variable; None if there is none."""
    ran = (operator for frame in at.frames() for operator in frame.ran)
    return next((operator for operator in ran if _has_inside(operator, name)), None)


def _has_inside(operator: Operator, name: str) -> bool:
    return any(name in b.vars or any(_has_inside(o, name) for o in b.ops) for b in operator.blocks)
