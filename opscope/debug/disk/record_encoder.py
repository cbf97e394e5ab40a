"""Encoder of plans and run records as JSON data for the lines of a recording. `record_decoder.py` decodes this data.

Consecutive runs share a line if they differ only in numbers and in the elements of arrays. The arrays of such runs are
stacked to one array with one entry. The encoding takes only a few microseconds of Python for each run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from opscope.core.place import CPUPlace, Place, to_host
from opscope.core.random import encode_state
from opscope.debug.disk.array_file import KINDS, ArrayWriter
from opscope.debug.replay.edit_log import Edit
from opscope.debug.replay.journal import recorded_program
from opscope.debug.replay.program_kind import Arrays, RunRecord
from opscope.errors import RecordingError
from opscope.ir.serialize.program_json import to_data
from opscope.names.stored_names import encode_names
from opscope.runtime.plan import Plan

MAX_STACKED = 2 << 20  # bytes of several runs in a line: reading an array of one run reads the arrays of all

AddColumn = Callable[[list[Any]], list[Any] | None]


def encode_plan(plan: Plan) -> dict[str, Any]:
    """Encode a plan as JSON data. Raises UnsupportedError for a program that cannot be serialized."""
    program = recorded_program(plan)
    return {
        "program": to_data(program),
        "names": encode_names(program),
        "operators": [instruction.operator.id for instruction in plan.instructions],
        "feeds": [name for name, _ in plan.feeds],
        "given": [name for name, _ in plan.extra_feeds],
        "fetches": [name for name, _ in plan.fetches],
        "place": _place(plan.place),
    }


def _place(place: Place) -> str:
    return "cpu" if isinstance(place, CPUPlace) else f"gpu:{place.device}"


def encode_values(values: Arrays, arrays: ArrayWriter) -> dict[str, Any]:
    """Add the arrays of a dict of values to the array file, and return a dict of their entries by name."""
    return {name: arrays.add(array) for name, array in values.items()}


# --- runs of one form -------------------------------------------------------------------------------


def runs_of_one_form(records: Sequence[RunRecord]) -> Iterator[list[RunRecord]]:
    """Yield the records in groups. Each group is written as one line."""
    group: list[RunRecord] = []
    longest = 0
    for record in records:
        if len(group) < longest and _continues(group[-1], record):
            group.append(record)
            continue
        if group:
            yield group
        group, longest = [record], MAX_STACKED // record.nbytes
    if group:
        yield group


def _continues(former: RunRecord, record: RunRecord) -> bool:
    """Return True if a run can share a line with the previous run."""
    return (
        record.run == former.run + 1
        and record.plan is former.plan
        and record.lowered == former.lowered
        and record.thread == former.thread
        and (record.shapes is former.shapes or record.shapes == former.shapes)
        and (record.rng_state is None) == (former.rng_state is None)
        and not (record.edits or former.edits or record.error or former.error)
        and _have_one_form(former.feeds, record.feeds)
        and _have_one_form(former.scope_changes, record.scope_changes)
        and _have_one_form(former.kept_values, record.kept_values)
        and _have_one_form(former.fetched, record.fetched)
        and list(record.rng_states) == list(former.rng_states)
        and list(record.call_results) == list(former.call_results)
        and all(_have_one_form(former.call_results[tick], each) for tick, each in record.call_results.items())
    )


def _have_one_form(one: Arrays, other: Arrays) -> bool:
    """Return True if the arrays of two runs have equal names, shapes and dtypes, and are C-contiguous on the host."""
    if not one and not other:
        return True
    if list(one) != list(other):
        return False
    for name, array in other.items():
        like = one[name]
        if type(array) is not np.ndarray or type(like) is not np.ndarray or array.dtype.kind not in KINDS:
            return False
        if array.shape != like.shape or array.dtype != like.dtype:
            return False
        if not (array.flags.c_contiguous and like.flags.c_contiguous):
            return False
    return True


def encode_runs(records: list[RunRecord], plan: int, arrays: ArrayWriter) -> dict[str, Any]:
    """Encode records of the same form as data for one line. `plan` is the number of the plan of these records.

    Raises RecordingError for an array of Python objects.
    """
    first = records[0]
    add: AddColumn = arrays.add_stack if len(records) > 1 else lambda column: arrays.add(column[0])

    def columns(values: Arrays, of: Callable[[RunRecord], Arrays]) -> dict[str, Any]:
        found = [of(record) for record in records]
        return {name: add([each[name] for each in found]) for name in values}

    return {
        "runs": len(records),
        "run": first.run,
        "step": [record.step for record in records],
        "count": [record.executor_step for record in records],
        "plan": plan,
        "feeds": columns(first.feeds, lambda record: record.feeds),
        "changed": columns(first.scope_changes, lambda record: record.scope_changes),
        "rng": None if first.rng_state is None else _encode_states(record.rng_state for record in records),
        "results": [
            [tick, columns(values, lambda record, tick=tick: record.call_results[tick])]
            for tick, values in first.call_results.items()
        ],
        "states": [[tick, _encode_states(record.rng_states[tick] for record in records)] for tick in first.rng_states],
        "fetched": {name: _encode_small([record.fetched[name] for record in records], name) for name in first.fetched},
        "kept": columns(first.kept_values, lambda record: record.kept_values),
        "edits": [_encode_edit(edit, arrays) for edit in first.edits],
        "seconds": [float(record.seconds) for record in records],
        "lowered": first.lowered,
        "thread": first.thread,
        "shapes": {name: _encode_shape(shape) for name, shape in first.shapes.items()},
        "ticks": [record.ticks for record in records],
        "error": first.error,
    }


def _encode_edit(edit: Edit, arrays: ArrayWriter) -> list[Any]:
    data = [edit.tick, edit.name, arrays.add(edit.array)]
    if edit.part is ...:
        return data
    part = [_encode_position(p) for p in edit.part] if isinstance(edit.part, tuple) else {"mask": arrays.add(edit.part)}
    return [*data, part]


def _encode_position(position: Any) -> Any:
    if isinstance(position, slice):
        return [position.start, position.stop, position.step]
    return "..." if position is ... else position


def _encode_small(column: list[Any], name: str) -> list[Any]:
    """Encode arrays with few elements as data in the line itself, not in the array file.

    Raises RecordingError for an array of Python objects.
    """
    host = [to_host(array) for array in column]
    if host[0].dtype.kind not in KINDS:
        raise RecordingError(f"{name}: arrays of {host[0].dtype} cannot be written", fix="fetch numbers")
    return [list(host[0].shape), host[0].dtype.str, b"".join([array.tobytes() for array in host]).hex()]


def _encode_shape(shape: Any) -> Any:
    """Encode a pair of a shape and a dtype as JSON data."""
    if shape is None:
        return None
    dims, dtype = shape
    return [list(dims), np.dtype(dtype).str]


def _encode_states(states: Iterable[Any]) -> str:
    """Encode the states of random number generators as hexadecimal digits."""
    return b"".join(map(encode_state, states)).hex()
