"""A step that is not condensed refers only to its own changes, also in a run that goes on for a long time."""

import gc
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core.tensors import former_elements
from opscope.debug.eager.condensed_history import CondensedHistory
from opscope.debug.eager_calls import log_keeper, unsealed_records
from opscope.eager.array_versions import ArrayVersions, WritesPart
from opscope.eager.watch import watched
from opscope.paddle.optimizer import Adam
from tests.debug.eager.test_past_of_tensors import Everything, shown_at_places
from tests.debug.eager_runs import LONG

STEPS = 14
BUDGET = 400_000


def program() -> Any:
    """A training function with named Tensors, and writes through views and by the user, in equal steps."""
    paddle.seed(3)
    rng = np.random.default_rng(3)
    w = paddle.create_parameter([3, 4], "float32", name="w")
    frozen = paddle.create_parameter([4], "float32", name="frozen")
    buffer = paddle.to_tensor(rng.normal(size=[4]).astype("float32"))
    buffer.name = "buffer"
    adam = Adam(0.05, parameters=[w])

    def train() -> None:
        for number in range(STEPS):
            x = paddle.to_tensor(rng.normal(size=[2, 3]).astype("float32"))
            h = paddle.tanh(paddle.matmul(x, w) + frozen)
            (h * buffer).mean().backward()
            with paddle.no_grad():
                buffer.scale_(0.9)
                buffer[1] = float(number)
                if number == STEPS - 3:
                    frozen.add_(buffer)  # a long time after the steps that are not condensed
            adam.step()
            adam.clear_grad()
        paddle.tanh(w)

    return train


def copies_of_everything(make: Any = program) -> list[tuple[str, str, dict[str, Any]]]:
    reference = Everything()
    with paddle.utils.unique_name.guard():
        body = make()
        with watched(reference):
            body()
    return reference.places


def check(run: Any, expected: list[tuple[str, str, dict[str, Any]]]) -> None:
    """Each name has the copied value at each place."""
    places = [*shown_at_places(run)]
    assert [op for op, _ in places] == [op for op, _, _ in expected]
    for number, ((op, cursor), (_, _, values)) in enumerate(zip(places, expected, strict=True)):
        for name, value in values.items():
            shown, where = cursor.lookup(name), f"{name} at place {number}, {op}"
            assert (shown is None) == (value is None), where
            assert value is None or np.asarray(shown).tobytes() == value.tobytes(), where


def parts_of(run: Any) -> list[int]:
    """Return the number of parts of the changes that each record refers to which is not condensed."""
    records = [record for segment in run.session.driver.journal.segments for record in segment.records]
    return [len([*each.start.following()]) for each in records if each.start is not None and each.condensed is None]


def evaluated_program() -> Any:
    """A function that evaluates before, between and after its steps; an evaluation writes to two named Tensors."""
    paddle.seed(5)
    rng = np.random.default_rng(5)
    w = paddle.create_parameter([3, 4], "float32", name="w")
    seen = paddle.to_tensor(np.zeros(4, "float32"))
    seen.name = "seen"
    best = paddle.to_tensor(np.zeros([3, 4], "float32"))
    best.name = "best"
    adam = Adam(0.05, parameters=[w])

    def evaluate(batches: int) -> None:
        with paddle.no_grad():
            for number in range(batches):
                x = paddle.to_tensor(rng.normal(size=[2, 3]).astype("float32"))
                seen.add_(paddle.tanh(paddle.matmul(x, w)).sum(0))
                seen[number % 4] = float(number)
            best.set_value(w)

    def body() -> None:
        for batches in (12, 3, 40):
            evaluate(batches)
            for _ in range(4):
                x = paddle.to_tensor(rng.normal(size=[2, 3]).astype("float32"))
                paddle.tanh(paddle.matmul(x, w)).mean().backward()
                adam.step()
                adam.clear_grad()
        evaluate(20)

    return body


def bytes_of_parts() -> int:
    """Return the bytes of the former elements of all arrays, in the parts of the changes that are alive."""
    gc.collect()
    parts = [each for each in gc.get_objects() if type(each) is WritesPart]
    found = {id(copy): copy.nbytes for part in parts for writes in part.writes.values() for _, copy in writes}
    return sum(found.values())


@pytest.mark.thorough
def test_records_without_the_end_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_keeper, "MAX_PLACES", 60)
    expected = copies_of_everything(evaluated_program)
    with paddle.utils.unique_name.guard():
        run = debug.start(evaluated_program())
        run.wait(LONG)
    records: list[Any] = run.session.driver.journal.records()
    last = max(number for number, each in enumerate(records) if each.condensed is not None)
    assert {len([*each.start.following()]) for each in records[:last] if each.start is not None} == {1}
    assert len([each for each in records[:last] if each.condensed is None]) >= 3
    check(run, expected)


def test_a_run_without_steps_keeps_no_changes_of_dropped_records() -> None:
    w = paddle.create_parameter([3, 4], "float32", name="w")
    state = paddle.to_tensor(np.zeros(1000, "float32"))
    state.name = "state"
    kept: list[int] = []

    def infer() -> None:
        with paddle.no_grad():
            for number in range(300):
                paddle.tanh(paddle.matmul(paddle.ones([2, 3]), w))
                state[number % 1000] = float(number)
                if number % 100 == 99:
                    kept.append(bytes_of_parts())

    run = debug.start(infer, entry=True, record=BUDGET // 4)  # breakpoints keep the record of the stop
    run.until_stopped(LONG)
    run.cont()
    run.wait(LONG)
    assert max(kept) < BUDGET < 300 * state.numpy().nbytes


def test_a_run_that_is_not_recorded_any_more_keeps_no_changes() -> None:
    w = paddle.create_parameter([1000], "float32", name="w")
    adam = Adam(0.05, parameters=[w])
    kept: list[int] = []

    def train() -> None:
        for number in range(150):
            (w * w).mean().backward()
            adam.step()
            adam.clear_grad()
            if number % 50 == 49:
                kept.append(bytes_of_parts())

    before = w.numpy()
    run = debug.start(train, entry=True, record=BUDGET)
    run.until_stopped(LONG)
    made = run.breakpoint("op:adam", "step == 2")
    run.cont()
    run.until_stopped(LONG)
    run.clear(made.number)
    run.record("off")
    run.cont()
    run.wait(LONG)
    assert max(kept) < BUDGET < 150 * w.numpy().nbytes
    shown = [cursor.lookup("w").tobytes() for _, cursor in shown_at_places(run)]
    assert shown[0] == before.tobytes() != w.numpy().tobytes() and len({*shown}) == 2


def test_steps_of_stops() -> None:
    expected = copies_of_everything()
    with paddle.utils.unique_name.guard():
        run = debug.start(program(), entry=True)
        run.until_stopped(LONG)
        for number in (3, 7):
            made = run.breakpoint("op:tanh", f"step == {number}")
            run.cont()
            run.until_stopped(LONG)
            run.clear(made.number)
        run.cont()
        run.wait(LONG)
    *earlier, _ = parts_of(run)
    assert len(earlier) >= 3 and {*earlier} == {1}
    check(run, expected)


@pytest.mark.parametrize("are_parts_copied", [False, True])
def test_steps_that_cannot_be_condensed(monkeypatch: pytest.MonkeyPatch, are_parts_copied: bool) -> None:
    if are_parts_copied:  # before writes, as of large arrays
        for limit, value in (("LEAST_BYTES", 0), ("LEAST_RATIO", 1), ("MOST_PARTS", 3)):
            monkeypatch.setattr(former_elements, limit, value)
    step = CondensedHistory._step
    monkeypatch.setattr(
        CondensedHistory,
        "_step",
        lambda history, record, logged: None if record.step in (1, 5, 6) else step(history, record, logged),
    )
    expected = copies_of_everything()
    with paddle.utils.unique_name.guard():
        run = debug.start(program())
        run.wait(LONG)
    assert parts_of(run)[:3] == [1, 1, 1]
    check(run, expected)


@pytest.mark.parametrize("is_condensed_later", [False, True])
def test_steps_that_wait_to_be_condensed(monkeypatch: pytest.MonkeyPatch, is_condensed_later: bool) -> None:
    worthwhile = iter([False] * 3 + [True] * (STEPS - 3))
    monkeypatch.setattr(CondensedHistory, "_is_worthwhile", lambda history: next(worthwhile))
    monkeypatch.setattr(unsealed_records, "CHANGE_BYTES", 1 << 30)
    expected = copies_of_everything()
    with paddle.utils.unique_name.guard():
        run = debug.start(program())
        run.wait(LONG)
    journal = run.session.driver.journal
    steps: list[Any] = [*journal.steps()]
    assert [each.condensed is None for each in steps] == [True] * 3 + [False] * (STEPS - 3) + [True]
    assert parts_of(run)[:3] == [1, 1, 1]
    if is_condensed_later:
        journal.condense(3)
        assert all(each.condensed is not None for each in steps[:STEPS])
    check(run, expected)


def test_a_sealed_part_has_no_elements_that_it_cannot_know() -> None:
    versions = ArrayVersions(1_000)
    array, other = np.zeros(2), np.zeros(2)
    part = versions.start_part()
    versions.preserve(array)
    array[:] = 1
    versions.preserve(other)
    other[:] = 1
    versions.start_part()
    versions.preserve(array)
    array[:] = 2
    sealed = versions.sealed(part, [array], 1)
    assert sealed.array_then(array, 0).tolist() == [0, 0] and sealed.array_then(array, 1).tolist() == [1, 1]
    assert sealed.array_then(other, 0) is None  # written, and not among the arrays
    assert sealed.array_then(other, 2) is other
    versions.preserve(other)
    assert sealed.array_then(other, 2) is None and part.array_then(other, 2).tolist() == [1, 1]


def test_a_released_part_awaits_no_elements() -> None:
    versions = ArrayVersions(1_000)
    arrays = [np.full(2, number) for number in range(4_000)]
    part = versions.start_part()
    living = versions.sealed(part, arrays[:2], 0)
    for array in arrays:
        versions.sealed(part, [array, arrays[1]], 0)
    assert len(versions._awaited) <= 1_000 and len(versions._awaited[id(arrays[1])]) <= 1_000
    for array in arrays[:2]:
        versions.preserve(array)
        array[:] = 7
    assert [living.array_then(array, 0).tolist() for array in arrays[:2]] == [[0, 0], [1, 1]]
