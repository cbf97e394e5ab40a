"""Decodes segments and plans from the lines of a recording, and checks them against the format.

`recording_writer.py` documents the format.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import CPU, CPUPlace, Place, as_place, gpu_count
from opscope.debug.disk.checksummed_jsonl import DamagedFileError, decode_line
from opscope.debug.disk.lazy_values import LazyDict, LazyValue
from opscope.debug.disk.npz import Array, ArrayEntry, NpzReader
from opscope.debug.disk.recording_writer import FORMAT
from opscope.debug.replay.journal import RunRecord, Segment
from opscope.errors import OpscopeError
from opscope.ir.serialize.program_json import from_data
from opscope.runtime.compile import compile_block
from opscope.runtime.plan import Plan

_COUNTS = ("segment", "first_run", "last_run", "first_step", "last_step", "lines")
_FIELDS = {
    "run": int, "step": int, "count": int, "plan": int, "ticks": int, "feeds": dict, "changed": dict, "kept": dict,
    "results": list, "states": list, "edits": list, "seconds": float, "error": str,
}  # fmt: skip
_INTEGERS = re.compile(r"[<>|][iu][1248]")
_UNFIT = (KeyError, TypeError, ValueError, OverflowError, IndexError, AttributeError, RecursionError)

Read = Callable[[ArrayEntry], Array]


class SegmentSummary(NamedTuple):
    """The summary of a segment; its steps are 0, 0 if no run is a step. `nbytes` is its size on disk."""

    number: int
    first_run: int
    last_run: int
    first_step: int
    last_step: int
    lines: int
    nbytes: int


def decode_summary(line: bytes, number: int) -> tuple[SegmentSummary, tuple[int, int]]:
    """The summary in the first line of segment `number`, and the sizes of its npz and of its other lines.

    Raises DamagedFileError.
    """
    data = decode_line(line)
    try:
        counts = [data[name] for name in _COUNTS]
        npz, text = data["bytes"]
        if data["format"] != FORMAT:
            raise DamagedFileError(f"has format {str(data['format'])[:20]}, and format {FORMAT} can be read")
        if not all(type(count) is int for count in (*counts, npz, text)) or counts[0] != number:
            raise DamagedFileError(f"is not segment {number}")
    except (KeyError, TypeError, ValueError) as e:
        raise DamagedFileError("does not begin with a summary") from e
    return SegmentSummary._make([*counts, len(line) + npz + text]), (npz, text)


def decode_segment(
    lines: list[bytes], summary: SegmentSummary, members: NpzReader, read: Read, plan: Callable[[int], Plan]
) -> Segment:
    """The segment of the lines after the summary. `read` reads an array on access; arrays of edits are read at once.

    Raises DamagedFileError.
    """
    if len(lines) != summary.lines:
        raise DamagedFileError(f"has {len(lines)} lines and not {summary.lines}")

    def entry(data: Any) -> Any:
        return None if data is None else LazyValue(members.entry(data), read)

    first, *others = map(decode_line, lines)
    try:
        keyframe = _values(first["keyframe"], entry)
        records = [_record(data, entry, plan) for data in others]
    except _UNFIT as e:
        raise DamagedFileError(f"holds what is no record of a run ({type(e).__name__}: {e})") from e
    runs = [record.run for record in records]
    if runs != sorted(set(runs)) or (runs[0], runs[-1]) != (summary.first_run, summary.last_run):
        raise DamagedFileError("has other runs than its summary says")
    return Segment(keyframe, records)


def decode_plan(line: bytes) -> Plan:
    """The plan of a line, for the CPU if its GPU does not exist here. Raises DamagedFileError."""
    data = decode_line(line)
    try:
        program = from_data(data["program"])
        operators = {operator.id: operator for operator in program.global_block().ops}
        feeds, given = _names(data["feeds"]), _names(data.get("given", []))
        made = compile_block(
            program.global_block(),
            place=_place(data["place"]),
            operators=[operators[number] for number in data["operators"]],
            params=[*feeds, *given],
            fetches=_names(data["fetches"]),
        )
        return replace(made, feeds=made.feeds[: len(feeds)], extra_feeds=made.feeds[len(feeds) :], steps=())
    except (OpscopeError, *_UNFIT) as e:
        raise DamagedFileError(f"is no plan that can run ({getattr(e, 'summary', repr(e))})") from e


def _place(text: str) -> Place:
    place = as_place(text)
    return place if isinstance(place, CPUPlace) or place.device < gpu_count() else CPU


def _names(data: list[Any]) -> list[str]:
    if type(data) is not list or not all(type(name) is str for name in data):
        raise TypeError("names are text")
    return data


def _values(data: Any, entry: Callable[[Any], Any]) -> LazyDict:
    return LazyDict({name: entry(item) for name, item in data.items()})


def _record(data: dict[str, Any], entry: Callable[[Any], Any], plan: Callable[[int], Plan]) -> RunRecord:
    for name, kind in _FIELDS.items():
        if type(data[name]) is not kind:
            raise TypeError(f"{name} is no {kind.__name__}")
    return RunRecord(
        run=data["run"],
        step=data["step"],
        executor_step=data["count"],
        plan=plan(data["plan"]),
        feeds=_values(data["feeds"], entry),
        scope_changes=_values(data["changed"], entry),
        rng_state=_decode_rng_state(data["rng"]),
        call_results={_tick(tick): _values(values, entry) for tick, values in data["results"]},
        rng_states={_tick(tick): _decode_rng_state(state) for tick, state in data["states"]},
        kept_values=_values(data["kept"], entry),
        edits=[_edit(tick, name, item, entry) for tick, name, item in data["edits"]],
        seconds=data["seconds"],
        ticks=data["ticks"],
        error=data["error"],
    )


def _edit(tick: Any, name: Any, data: Any, entry: Callable[[Any], Any]) -> tuple[int, str, Any]:
    if type(name) is not str:
        raise TypeError("a name is text")
    unread = entry(data)
    return _tick(tick), name, None if unread is None else unread.value()


def _tick(data: Any) -> int:
    if type(data) is not int:
        raise TypeError("a tick is a count")
    return data


def _decode_rng_state(data: Any) -> Any:
    """The state of a bit generator."""
    if type(data) is not dict:
        return data
    if data.keys() == {"dtype", "values"}:
        if not _INTEGERS.fullmatch(data["dtype"]):
            raise TypeError("random state is integers")
        return np.array(data["values"], data["dtype"])
    return {name: _decode_rng_state(part) for name, part in data.items()}
