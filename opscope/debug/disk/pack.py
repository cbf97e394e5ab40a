"""Plans and records of runs as data for the lines of a recording; `unpack.py` is the way back."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.place import CPUPlace, Place
from opscope.debug.disk.npz import Pack
from opscope.debug.replay.journal import Arrays, RunRecord, as_it_was
from opscope.ir.serialize.program_json import to_data
from opscope.runtime.plan import Plan


def plan_data(plan: Plan) -> dict[str, Any]:
    """What a plan is made of. Raises UnsupportedError for a program that is not data."""
    return {
        "program": to_data(as_it_was(plan)),
        "operators": [instruction.operator.id for instruction in plan.instructions],
        "feeds": [name for name, _ in plan.feeds],
        "given": [name for name, _ in plan.given],
        "fetches": [name for name, _ in plan.fetches],
        "place": _place(plan.place),
    }


def _place(place: Place) -> str:
    return "cpu" if isinstance(place, CPUPlace) else f"gpu:{place.device}"


def values_data(arrays: Arrays, pack: Pack) -> dict[str, Any]:
    """Names with the entries of their arrays."""
    return {name: pack.add(array) for name, array in arrays.items()}


def record_data(record: RunRecord, plan: int, pack: Pack) -> dict[str, Any]:
    """A record whose plan has this number. Raises RecordingError for arrays of Python objects."""
    return {
        "run": record.run,
        "step": record.step,
        "count": record.count,
        "plan": plan,
        "feeds": values_data(record.feeds, pack),
        "changed": values_data(record.changed, pack),
        "rng": _numbers(record.rng),
        "results": [[tick, values_data(arrays, pack)] for tick, arrays in record.results.items()],
        "states": [[tick, _numbers(state)] for tick, state in record.states.items()],
        "kept": values_data(record.kept, pack),
        "edits": [[tick, name, pack.add(array)] for tick, name, array in record.edits],
        "seconds": float(record.seconds),
        "ticks": record.ticks,
        "error": record.error,
    }


def _numbers(state: Any) -> Any:
    """The state of a bit generator, ready for JSON."""
    if isinstance(state, dict):
        return {name: _numbers(part) for name, part in state.items()}
    if isinstance(state, np.ndarray):
        return {"dtype": state.dtype.str, "values": state.tolist()}
    return state.item() if isinstance(state, np.generic) else state
