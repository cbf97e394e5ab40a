"""What the tests of recordings write, and how they compare what was read."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from opscope import paddle
from opscope.core.place import CPU
from opscope.core.random import Generator
from opscope.debug.disk.recording_writer import RecordingWriter
from opscope.debug.replay.edit_log import Edit
from opscope.debug.replay.journal import Segment
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.static_kind import STATIC
from opscope.paddle import static
from opscope.runtime.compile import compile_block
from opscope.runtime.plan import Plan

ARRAYS = ("feeds", "scope_changes", "kept_values")


def plan_of_program(width: int = 3) -> Plan:
    """A small classifier that trains with dropout; the last operator, an addition that nothing needs, is left out."""
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x = static.data("x", [None, 4], "float32")
        h = paddle.nn.functional.dropout(static.nn.fc(x, width, activation="tanh"), 0.5)
        loss = paddle.mean(h * h)
        paddle.optimizer.SGD(0.1).minimize(loss)
        paddle.add(h, h)
    operators = main.global_block().ops[:-1]
    return compile_block(main.global_block(), place=CPU, operators=operators, params=["x"], fetches=[loss.name, "x"])


def numbered(number: int, plan: Plan, size: int = 1000) -> Segment:
    """Segment `number`: two runs whose arrays follow from the number, with every field in use."""
    rng = np.random.default_rng(number)
    normal = rng.standard_normal
    weights = normal((2, size)).astype("float32")
    records = [
        RunRecord(
            run=2 * number + i,
            step=2 * number + i + 1,
            executor_step=i,
            plan=plan,
            feeds={"x": normal((3, 4)).astype("float32")},
            scope_changes={"w": weights} if i == 0 else {"lr": np.float32(0.1 * i)},
            kind=STATIC,
            rng_state=Generator(number).get_state(),
            call_results={3: {"out": normal(2), "none": None}, 1: {}},
            rng_states={4: Generator(number + 1).get_state()},
            kept_values={"h": normal((size, 3)), "../../h": None},
            edits=[
                Edit(2, "h", normal((3, 2)).T),
                Edit(1, "w", weights),
                Edit(1, "w", normal(3), (0, slice(None, 6, 2), None)),
                Edit(3, "h", normal(2), np.array([[False, True, True]])),
            ],
            seconds=0.25,
            fetched={"loss": np.float32([0.5])},
            lowered=2,
            thread=3,
            shapes={"out": ((2,), np.dtype("float64")), "none": None},
            ticks=7,
            error="broken ✗",
        )
        for i in range(2)
    ]
    return Segment({"w": weights, "m": np.asfortranarray(normal((3, size)))}, records)


def write_numbered(folder: Path, budget: int | None, count: int, size: int = 1000) -> None:
    """Record segments 1, 2, ... as they are numbered on disk."""
    archive, plan = RecordingWriter(folder, budget=budget, title="killed"), plan_of_program()
    for number in range(1, count + 1):
        archive.append(numbered(number, plan, size))
    archive.close()


def same_arrays(one: Any, other: Any) -> bool:
    """True if these are the same bits, shape, type and order of axes in memory (or both None)."""
    if one is None or other is None:
        return one is other
    one = np.asarray(one)
    return (
        (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())
        and axes(one) == axes(other)
    )  # fmt: skip


def axes(array: Any) -> list[int]:
    """The axes from the slowest to the fastest, without those that have no order."""
    real = [i for i, n in enumerate(array.shape) if n > 1 and array.size]
    return sorted(real, key=lambda i: -abs(array.strides[i]))


def same_values(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return list(one) == list(other) and all(same_arrays(one[name], other[name]) for name in one)


def same_segments(one: Segment, other: Segment) -> bool:
    """True if all fields are the same; of plans only the operators' ids are compared."""
    return (
        same_values(one.keyframe, other.keyframe)
        and len(one.records) == len(other.records)
        and all(same_records(a, b) for a, b in zip(one.records, other.records, strict=True))
    )


def same_records(one: RunRecord, other: RunRecord) -> bool:
    return all(_same(f.name, getattr(one, f.name), getattr(other, f.name)) for f in fields(RunRecord))


def _same(field: str, a: Any, b: Any) -> bool:
    if field in ARRAYS:
        return same_values(a, b)
    if field == "call_results":
        return list(a) == list(b) and all(same_values(a[tick], b[tick]) for tick in a)
    if field == "edits":
        return len(a) == len(b) and all(map(_same_edit, a, b))
    if field == "plan":
        return operators(a) == operators(b)
    if field in ("rng_state", "rng_states"):
        return same_states(a, b)
    return type(a) is type(b) and a == b


def _same_edit(one: Edit, other: Edit) -> bool:
    parts = one.part, other.part
    masks = all(isinstance(part, np.ndarray) for part in parts)
    return (
        one[:2] == other[:2]
        and same_arrays(one.array, other.array)
        and (same_arrays(*parts) if masks else parts[0] == parts[1])
    )


def same_states(a: Any, b: Any) -> bool:
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same_states(a[name], b[name]) for name in a)
    return same_arrays(a, b) if isinstance(a, np.ndarray) else type(a) is type(b) and a == b


def operators(plan: Plan) -> list[int]:
    return [instruction.operator.id for instruction in plan.instructions]


def files(folder: Path) -> dict[str, int]:
    """All files under a folder with their sizes."""
    found: dict[str, int] = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            found[path.relative_to(folder).as_posix()] = path.stat().st_size
    return found
