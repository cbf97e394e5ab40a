"""What a recorded run of eager code holds: its budget, however large the arrays are and whatever is watched."""

import gc
import tracemalloc
import weakref
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.eager.log_size import FEWEST, MOST, LogSize
from opscope.debug.eager.logged_calls import LogReader
from opscope.debug.eager_calls import log_keeper
from opscope.eager.array_versions import WritesPart
from opscope.eager.op_call_log import LoggedCall

ROWS, WIDTH, DEPTH = 2048, 64, 60
ARRAY = 4 * ROWS * WIDTH  # bytes of a value
BUDGET = 12 * ARRAY


def train() -> None:
    paddle.disable_static()
    w = paddle.create_parameter([WIDTH], "float32")
    optimizer = paddle.optimizer.SGD(1e-3, parameters=[w])
    x = paddle.to_tensor(np.ones((ROWS, WIDTH), "float32"))
    for _ in range(3):
        h = x
        for _ in range(DEPTH):
            h = paddle.tanh(h * w)
        loss = h.mean()
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()


def peak_of(body: Any) -> int:
    body()  # what is imported, compiled and cached
    gc.collect()
    tracemalloc.start()
    try:
        body()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.thorough
@pytest.mark.unmeasured
@pytest.mark.parametrize("options", [{}, {"rules": True}, {"taps": ["loss"]}, {"taps": ["loss"], "record": False}])
def test_a_recorded_run_takes_little_more_than_its_budget(options: dict[str, Any]) -> None:
    options = {"record": BUDGET, **options}
    plain = peak_of(train)
    assert plain > DEPTH * ARRAY > 4 * BUDGET  # what a backward pass needs; a step makes four times that

    def recorded() -> None:
        debug.start(train, **options).wait()

    assert peak_of(recorded) < plain + 4 * BUDGET  # Python's own objects among them: kernels, names, places


@pytest.mark.unmeasured
def test_overwritten_elements_of_a_large_buffer_are_in_the_budget() -> None:
    def fill() -> None:
        buffer, w = paddle.zeros([ROWS, WIDTH]), paddle.create_parameter([WIDTH], "float32")
        for row in range(10 * DEPTH):
            buffer[row].set_value(w * row)  # a small result, but the memory of the whole buffer is written to
        optimizer = paddle.optimizer.SGD(1e-3, parameters=[w])
        (buffer * w).mean().backward()
        optimizer.step()

    runs: list[Any] = []

    def recorded() -> None:
        runs.append(debug.start(fill, record=BUDGET))
        runs[-1].wait()

    assert peak_of(recorded) < peak_of(fill) + 4 * BUDGET < 10 * DEPTH * ARRAY
    runs[-1].goto(1, "op:reduce_mean")  # the newest calls are kept
    last = 10 * DEPTH - 1
    assert runs[-1].value("buffer")[last].tolist() == (runs[-1].value("w") * np.float32(last)).tolist()


def test_full_logs_of_a_tapped_step_without_end_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first calls are reported one by one. The logs that follow are read only where a summary is due."""
    reads: list[int] = []
    read = LogReader.read

    def counted(reader: LogReader, depth: int) -> Any:
        reads.append(len(reader._logged.calls))
        return read(reader, depth)

    monkeypatch.setattr(LogReader, "read", counted)

    def infer() -> None:
        x = paddle.ones([ROWS // 8, WIDTH])
        for _ in range(3000):
            x = paddle.tanh(x * 0.5)

    run = debug.start(infer, record=25 * ARRAY, taps=["x"], hz=0.001)
    run.wait()
    assert run.error is None and sum(reads) < 2000


class Log:
    """Calls that made arrays of so many bytes."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def add(self, nbytes: int) -> None:
        call = LoggedCall()
        call.made = [np.empty(nbytes, "u1")]
        call.outputs = tuple(call.made)
        self.calls.append(call)


def test_a_log_of_small_arrays_is_counted_seldom_and_one_of_large_arrays_in_time() -> None:
    log = Log()
    size = LogSize(log, lambda: 1_000_000, lambda: 0)  # type: ignore[arg-type]
    assert size.limit == FEWEST
    counts = 0
    for _ in range(5 * MOST):
        log.add(8)
        if len(log.calls) >= size.limit:
            counts += 1
            assert not size.is_full()
    assert counts < 16
    log.calls.clear()
    size.end_step()
    assert size.limit == MOST
    for _ in range(MOST):
        log.add(300_000)  # a step unlike the one before
    assert size.is_full()
    log.calls.clear()
    size.restart()
    assert size.limit == FEWEST  # of 300,000 bytes, three fit


def test_losses_of_a_step_that_never_ends_are_released(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_keeper, "MAX_PLACES", 200)
    w = paddle.create_parameter([4], "float32")
    losses: list[weakref.ref[Any]] = []

    def body() -> None:
        for _ in range(600):
            loss = (w * w).mean()
            loss.backward()
            losses.append(weakref.ref(loss))
            with paddle.no_grad():
                w.set_value(w - 0.1 * w.grad)
            w.clear_grad()

    run = debug.start(body, record=100_000)
    run.wait()
    assert run.error is None
    gc.collect()
    assert sum(ref() is not None for ref in losses) < 300


def test_changes_of_finished_steps_do_not_wait_for_a_garbage_collection() -> None:
    kept: list[int] = []

    def body() -> None:
        layer = paddle.nn.Linear(4, 4)
        optimizer = paddle.optimizer.Adam(1e-3, parameters=layer.parameters())
        gc.disable()
        try:
            for _ in range(40):
                layer(paddle.ones([2, 4])).mean().backward()
                optimizer.step()
                optimizer.clear_grad()
            kept.append(sum(type(each) is WritesPart for each in gc.get_objects()))
        finally:
            gc.enable()

    gc.collect()
    debug.start(body).wait()
    assert 0 < kept[0] < 15, "each part refers to all that follow"
