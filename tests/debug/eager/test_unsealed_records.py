"""A step that is not condensed refers only to its own changes, also in a run that goes on for a long time."""

from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.eager.condensed_history import CondensedHistory
from opscope.eager.array_versions import ArrayVersions
from opscope.eager.watch import watched
from opscope.paddle.optimizer import Adam
from tests.debug.eager.test_past_of_tensors import Everything, shown_at_places
from tests.debug.eager_runs import LONG

pytestmark = pytest.mark.usefixtures("outside_ipython")
STEPS = 14


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


def copies_of_everything() -> list[tuple[str, str, dict[str, Any]]]:
    reference = Everything()
    with paddle.utils.unique_name.guard():
        body = program()
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


def test_steps_that_cannot_be_condensed(monkeypatch: pytest.MonkeyPatch) -> None:
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
