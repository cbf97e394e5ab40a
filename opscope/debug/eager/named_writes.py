"""Writes to names in the user's code: a breakpoint on a name stops where the variable of this name gets a value.

A name gets its value at the end of the statement that assigns it: between the call that computes the value and the next
call. Therefore, the breakpoint stops at the position before the next call. At the position after a call, a name counts
as written if the name already refers to the result of the call.
"""

from __future__ import annotations

from collections.abc import Iterator

from opscope.debug.eager.eager_record import EagerRecord
from opscope.ir.program.program import Operator
from opscope.names.program_names import structured_bindings
from opscope.names.value_name import OF_STEP, value_name


def is_called(record: EagerRecord, tick: int, pattern: str, value: str) -> bool:
    """Return True if a name or a pattern selects a value at exactly this position."""
    name = value_name(pattern)
    if not record.names.by_locals or name.matches(value):
        return True
    base, is_gradient, _ = value.partition("@")
    if is_gradient:
        return True  # it has no place of its own at which it is bound
    call = record.places[tick].caller[1]
    own = [n for n in record.names.names.get(base, ()) if name.matches(n)]
    found = [b for n in own for b in record.bindings(n, tick) if b.tick <= tick]  # not those that are bound later
    return any(b.value == base for b in found or structured_bindings(record.plan.block.program, pattern, call))


def values_named_here(record: EagerRecord, tick: int, pattern: str) -> Iterator[tuple[str, Operator]]:
    """Yield the results that get their first name at a position, each with the operator that has computed it."""
    names, name = record.names, value_name(pattern)
    if not names.by_locals or name.gradient or record.places[tick].after:
        return
    matching = [n for n in names.bindings if name.matches(n)] if name.is_pattern else [name.base]
    bound = [b for n in matching for b in names.bindings.get(n, ()) if b.tick <= tick and b.value not in ("", OF_STEP)]
    former = {b.value for b in bound if b.tick < tick}
    for value in dict.fromkeys(b.value for b in bound if b.tick == tick and b.value not in former):
        if not name.matches(value) and (writer := _writer(record, tick, value)) is not None:
            yield value, writer


def _writer(record: EagerRecord, tick: int, value: str) -> Operator | None:
    """The operator that has computed a value; None if no call of the record has computed the value."""
    for place in reversed(record.places[:tick]):
        if place.after and place.operator is not None and value in place.operator.outputs:
            return place.operator
    return None
