"""Encodes plans and run records as JSON data for the lines of a recording; `record_decoder.py` decodes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.place import CPUPlace, Place
from opscope.debug.disk.npz import NpzWriter
from opscope.debug.replay.journal import Arrays, RunRecord, recorded_program
from opscope.ir.serialize.program_json import to_data
from opscope.runtime.plan import Plan


def encode_plan(plan: Plan) -> dict[str, Any]:
    """A plan as data. Raises UnsupportedError for a program that cannot be serialized."""
    return {
        "program": to_data(recorded_program(plan)),
        "operators": [instruction.operator.id for instruction in plan.instructions],
        "feeds": [name for name, _ in plan.feeds],
        "given": [name for name, _ in plan.extra_feeds],
        "fetches": [name for name, _ in plan.fetches],
        "place": _place(plan.place),
    }


def _place(place: Place) -> str:
    return "cpu" if isinstance(place, CPUPlace) else f"gpu:{place.device}"


def encode_values(arrays: Arrays, npz: NpzWriter) -> dict[str, Any]:
    """Values by name as entries by name; adds the arrays to the npz."""
    return {name: npz.add(array) for name, array in arrays.items()}


def encode_record(record: RunRecord, plan: int, npz: NpzWriter) -> dict[str, Any]:
    """A record as data; `plan` is the number of its plan. Raises RecordingError for arrays of Python objects."""
    return {
        "run": record.run,
        "step": record.step,
        "count": record.executor_step,
        "plan": plan,
        "feeds": encode_values(record.feeds, npz),
        "changed": encode_values(record.scope_changes, npz),
        "rng": _encode_rng_state(record.rng_state),
        "results": [[tick, encode_values(arrays, npz)] for tick, arrays in record.call_results.items()],
        "states": [[tick, _encode_rng_state(state)] for tick, state in record.rng_states.items()],
        "kept": encode_values(record.kept_values, npz),
        "edits": [[tick, name, npz.add(array)] for tick, name, array in record.edits],
        "seconds": float(record.seconds),
        "ticks": record.ticks,
        "error": record.error,
    }


def _encode_rng_state(state: Any) -> Any:
    """The state of a bit generator as JSON data."""
    if isinstance(state, dict):
        return {name: _encode_rng_state(part) for name, part in state.items()}
    if isinstance(state, np.ndarray):
        return {"dtype": state.dtype.str, "values": state.tolist()}
    return state.item() if isinstance(state, np.generic) else state
