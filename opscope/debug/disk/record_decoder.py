"""Decoder of segments and plans from the lines of a recording. The decoder checks the format of the lines.

`recording_writer.py` documents the format.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import CPU, CPUPlace, Place, as_place, gpu_count
from opscope.core.random import STATE_BYTES, decode_state
from opscope.debug.disk.array_file import Array, ArrayEntry, ArrayReader
from opscope.debug.disk.checksummed_jsonl import DamagedFileError, decode_line
from opscope.debug.disk.lazy_values import LazyDict, LazyValue
from opscope.debug.disk.plain_data import count, dict_of
from opscope.debug.disk.result_sizes import check_result_sizes
from opscope.debug.replay.edit_log import Edit
from opscope.debug.replay.journal import Segment
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.static_kind import STATIC
from opscope.errors import OpscopeError
from opscope.ir.serialize.program_json import from_data
from opscope.names.stored_names import decode_names
from opscope.runtime.compile import compile_block
from opscope.runtime.plan import Plan

READABLE_TEXT = "formats 4 to 7"
_COUNTS = ("segment", "first_run", "last_run", "first_step", "last_step", "lines")
_FIELDS = {
    "runs": int, "run": int, "plan": int, "lowered": int, "thread": int, "shapes": dict, "fetched": dict, "feeds": dict,
    "changed": dict, "kept": dict, "results": list, "states": list, "edits": list, "error": str,
}  # fmt: skip
_COLUMNS = {"step": int, "count": int, "ticks": int, "seconds": float}
_LARGEST = 1 << 63
_RANK = 64  # maximum number of dims of a NumPy array
_ELEMENTS = re.compile(r"[<>|][biufc]\d{1,2}")
UNFIT = (KeyError, TypeError, ValueError, OverflowError, IndexError, AttributeError, RecursionError)

Cell = tuple[ArrayEntry, int | None]  # an array, or a row of an array
Read = Callable[[Cell], Array]
Entry = Callable[[Any, int | None], Any]  # arguments: data of an entry, and a row


class SegmentSummary(NamedTuple):
    """Summary of a segment: the first line of the segment, without the sizes.

    `first_step` and `last_step` are both 0 if the segment has no steps. `lines` is the number of lines after the
    summary. `nbytes` is the size of the segment on disk.

    If `continues` is True, the segment continues the previous segment and can only be replayed after the previous
    segment.
    """

    number: int
    first_run: int
    last_run: int
    first_step: int
    last_step: int
    lines: int
    nbytes: int
    continues: bool = False
    eager: bool = False
    left_out: int = 0  # values that could not be written


def decode_summary(line: bytes, number: int) -> tuple[SegmentSummary, tuple[int, int]]:
    """Return the summary in the first line of segment `number`.

    Also return the sizes of the arrays and of the other lines. Raises DamagedFileError.
    """
    data = decode_line(line)
    try:
        counts = [data[name] for name in _COUNTS]
        arrays, text = data["bytes"]
        if not is_readable(data["format"]):
            raise DamagedFileError(f"has format {str(data['format'])[:20]}, but only {READABLE_TEXT} can be read")
        continues = data.get("continues", False)  # missing in recordings of format 4
        eager, left_out = data.get("eager", False), data.get("left_out", {})  # missing in recordings of format 5
        omitted = sum(map(count, dict_of(left_out).values()))
        if (
            type(eager) is not bool
            or type(continues) is not bool
            or not all(map(_is_count, (*counts, arrays, text)))
            or counts[0] != number
        ):
            raise DamagedFileError(f"is not segment {number}")
    except (KeyError, TypeError, ValueError) as e:
        raise DamagedFileError("does not begin with a summary") from e
    return SegmentSummary._make([*counts, len(line) + arrays + text, continues, eager, omitted]), (arrays, text)


def is_readable(form: object) -> bool:
    """Return True if a format number of a recording is supported."""
    return type(form) is int and form in (4, 5, 6, 7)


def _is_count(value: Any) -> bool:
    """Return True if a value can be a count: an integer from 0 to a limit.

    Larger numbers are refused because many of them could have the same hash. A dict with such keys takes quadratic
    time.
    """
    return type(value) is int and 0 <= value <= _LARGEST


def decode_segment(
    lines: list[bytes], summary: SegmentSummary, arrays: ArrayReader, read: Read, plan: Callable[[int], Plan]
) -> Segment:
    """Decode the lines of a segment after its summary.

    The function `read` reads an array at the first access to the array. Arrays of edits are read at once.

    Raises DamagedFileError.
    """
    if len(lines) != summary.lines:
        raise DamagedFileError(f"has {len(lines)} lines, but should have {summary.lines}")

    def entry(data: Any, row: int | None = None) -> Any:
        return None if data is None else LazyValue((arrays.entry(data), row), read)

    first, *others = map(decode_line, lines)
    try:
        keyframe = _values(first["keyframe"], entry)
        if keyframe and summary.continues:
            raise ValueError("a segment that continues another segment must not have a keyframe")
        records = [record for data in others for record in _records(data, entry, plan)]
    except UNFIT as e:
        raise DamagedFileError(f"contains an entry that is not a record of a run ({type(e).__name__}: {e})") from e
    runs = [record.run for record in records]
    if runs != sorted(set(runs)) or (runs[0], runs[-1]) != (summary.first_run, summary.last_run):
        raise DamagedFileError("has runs that differ from the runs in its summary")
    return Segment(keyframe, records)


def check_replayable(segment: Segment) -> None:
    """Raise DamagedFileError if the runs of a segment read a value that the segment does not contain."""
    known = {name for name in segment.keyframe if dict.__getitem__(segment.keyframe, name) is not None}
    former: Plan | None = None  # plan whose loads and stores are known
    for record in segment.records:
        plan, feeds = record.plan, record.feeds
        known |= record.scope_changes.keys()
        missing = [name for name, _ in (*plan.feeds, *plan.extra_feeds) if dict.get(feeds, name) is None]
        missing += [name for name, _ in (() if plan is former else plan.loads) if name not in known]
        if missing:
            raise DamagedFileError(f"has no value of {missing[0]} for run {record.run}")
        if record.call_results and not _has_results_of_functions(record):
            raise DamagedFileError(f"has results of a function that does not exist, in run {record.run}")
        if not record.shapes.keys() <= plan.slots.keys():
            raise DamagedFileError(f"has shapes of a value that does not exist, in run {record.run}")
        if record.lowered >= len(plan.instructions):  # no function returned another shape
            _check_result_shapes(record)
        if not record.error and plan is not former:
            known |= {name for name, _ in plan.stores}
            former = plan


def _has_results_of_functions(record: RunRecord) -> bool:
    called = [operator for operator in record.plan.block.program.operators if operator.op.opaque]
    names = {name for operator in called for name in (*operator.inputs, *operator.outputs)}
    return all(found.keys() <= names for found in record.call_results.values())


def _check_result_shapes(record: RunRecord) -> None:
    for results in record.call_results.values():
        for name in results:
            value, expected = dict.get(results, name), record.shapes.get(name)
            if not isinstance(value, LazyValue) or expected is None:
                continue
            (array, row) = value.key
            if (array.shape if row is None else array.shape[1:], array.dtype) != expected:
                raise DamagedFileError(
                    f"has a result {name} of run {record.run} whose shape or dtype is not the declared one"
                )


def decode_plan(line: bytes) -> Plan:
    """Decode the plan that a line contains.

    If this machine does not have the GPU on which the plan ran, the returned plan is for the CPU. Raises
    DamagedFileError if the line is not a valid plan.
    """
    data = decode_line(line)
    try:
        program = from_data(data["program"])
        check_result_sizes(program)
        if "names" in data:  # missing in recordings made before 2026-11-25
            decode_names(program, data["names"])
        operators = {operator.id: operator for operator in program.global_block().ops}
        if len(set(data["operators"])) != len(data["operators"]):
            raise ValueError("the same operator is listed twice in a run")
        feeds, given = _names(data["feeds"]), _names(data.get("given", []))
        made = compile_block(
            program.global_block(),
            place=_place(data["place"]),
            operators=[operators[number] for number in data["operators"]],
            params=[*feeds, *given],
            fetches=_names(data["fetches"]),
        )
        return replace(made, feeds=made.feeds[: len(feeds)], extra_feeds=made.feeds[len(feeds) :], steps=())
    except (OpscopeError, *UNFIT) as e:
        raise DamagedFileError(f"is not a plan that can run ({getattr(e, 'summary', repr(e))})") from e


def _place(text: str) -> Place:
    place = as_place(text)
    return place if isinstance(place, CPUPlace) or place.device < gpu_count() else CPU


def _names(data: list[Any]) -> list[str]:
    if type(data) is not list or not all(type(name) is str for name in data):
        raise TypeError("names must be a list of texts")
    return data


def _values(data: Any, entry: Entry) -> LazyDict:
    return LazyDict({name: entry(item, None) for name, item in data.items()})


def _records(data: dict[str, Any], entry: Entry, plan: Callable[[int], Plan]) -> list[RunRecord]:
    """Return the run records that a line contains."""
    for name, kind in _FIELDS.items():
        if type(data[name]) is not kind or (kind is int and not _is_count(data[name])):
            raise TypeError(f"{name} is not a {'count' if kind is int else kind.__name__}")
    runs = data["runs"]
    for name, kind in _COLUMNS.items():
        column = data[name]
        if type(column) is not list or len(column) != runs or not all(type(n) is kind for n in column):
            raise TypeError(f"{name} is not a list of {runs} numbers")
        if kind is int and not all(map(_is_count, column)):
            raise TypeError(f"{name} is not a count")
    if not runs or (data["edits"] and runs > 1):
        raise ValueError("a line belongs to no run, or has edits for several runs")
    feeds, changed, kept = (_columns(data[name], runs, entry) for name in ("feeds", "changed", "kept"))
    results = [(_tick(tick), _columns(values, runs, entry)) for tick, values in data["results"]]
    states = [(_tick(tick), _states(column, runs)) for tick, column in data["states"]]
    generator = [None] * runs if data["rng"] is None else _states(data["rng"], runs)
    fetched = {name: _small(column, runs) for name, column in data["fetched"].items()}
    shapes = {name: _shape(shape) for name, shape in data["shapes"].items()}
    edits = [_edit(entry, *item) for item in data["edits"]]
    made = plan(data["plan"])
    return [
        RunRecord(
            run=data["run"] + i,
            step=data["step"][i],
            executor_step=data["count"][i],
            plan=made,
            feeds=feeds[i],
            scope_changes=changed[i],
            kind=STATIC,
            rng_state=generator[i],
            call_results={tick: column[i] for tick, column in results},
            rng_states={tick: column[i] for tick, column in states},
            fetched={name: column[i] for name, column in fetched.items()},
            kept_values=kept[i],
            edits=edits,
            seconds=data["seconds"][i],
            lowered=data["lowered"],
            thread=data["thread"],
            shapes=shapes,
            ticks=data["ticks"][i],
            error=data["error"],
        )
        for i in range(runs)
    ]


def _columns(data: Any, runs: int, entry: Entry) -> list[LazyDict]:
    """Return the values of each run in a line.

    If a line has several runs, the arrays of these runs are rows of one array.
    """
    if runs == 1:
        return [_values(data, entry)]
    if not data:
        return [LazyDict()] * runs
    rows = [LazyDict() for _ in range(runs)]
    for name, item in data.items():
        whole = entry(item, None)
        if whole is None:
            raise ValueError(f"{name} has no value, but must have a value in each of the several runs")
        (array, _), read = whole.key, whole.read
        if not array.shape or array.shape[0] != runs:
            raise ValueError(f"{name} does not have one row for each run")
        for i, row in enumerate(rows):
            row[name] = LazyValue((array, i), read)
    return rows


def _edit(entry: Entry, tick: Any, name: Any, data: Any, part: Any = ...) -> Edit:
    if type(name) is not str:
        raise TypeError("a name must be text")
    unread = entry(data, None)
    if unread is None and part is not ...:
        raise TypeError("a part of an array must have values")
    return Edit(_tick(tick), name, None if unread is None else unread.value(), _part(part, entry))


def _part(data: Any, entry: Entry) -> Any:
    """Return the index or mask of the elements that an edit sets."""
    if data is ...:  # recordings made before 2026-11-26 have no parts
        return ...
    if type(data) is dict:
        mask = entry(data["mask"], None).value()
        if mask.dtype != np.bool_:
            raise TypeError("a mask must hold bools")
        return mask
    if type(data) is not list or len(data) > 2 * _RANK:
        raise TypeError("a part of an array must be a mask or a list of positions")
    return tuple(map(_position, data))


def _position(data: Any) -> Any:
    if data is None or _is_offset(data):
        return data
    if data == "...":
        return ...
    if type(data) is not list or len(data) != 3 or not all(end is None or _is_offset(end) for end in data):
        raise TypeError("a position must be a number, null, '...' or a slice")
    return slice(*data)


def _is_offset(value: Any) -> bool:
    return type(value) is int and -_LARGEST <= value < _LARGEST


def _shape(data: Any) -> Any:
    if data is None:
        return None
    dims, dtype = data
    if type(dims) is not list or len(dims) > _RANK or not all(type(d) is int and d >= 0 for d in dims):
        raise TypeError("a shape must be a list of sizes")
    if not _ELEMENTS.fullmatch(dtype):
        raise TypeError("a dtype must be the name of a number type")
    return tuple(dims), np.dtype(dtype)


def _small(data: Any, runs: int) -> list[Any]:
    """Return, for each run, an array with few elements. The elements are in the line itself."""
    dims, dtype, digits = data
    shape, kind = _shape([dims, dtype])
    size = math.prod(shape)
    if type(digits) is not str or len(digits) != 2 * runs * kind.itemsize * size or size > 16:
        raise TypeError("a small array must have few elements")
    array = np.frombuffer(bytes.fromhex(digits), kind).reshape((runs, *shape))
    array.flags.writeable = False
    return [array[i, ...] for i in range(runs)]


def _tick(data: Any) -> int:
    if not _is_count(data):
        raise TypeError("a tick must be an integer, 0 or more")
    return data


def _states(digits: Any, runs: int) -> list[Any]:
    """Return the state of a random generator for each run."""
    if type(digits) is not str or len(digits) != 2 * STATE_BYTES * runs:
        raise TypeError("random states must be hexadecimal digits")
    data = bytes.fromhex(digits)
    return [decode_state(data[at : at + STATE_BYTES]) for at in range(0, len(data), STATE_BYTES)]
