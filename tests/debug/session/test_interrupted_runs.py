"""A lowered run that is interrupted in its middle leaves the memory of its values half overwritten: none is shown."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.events import PlaceSeen, ValueSeen

LONG = 60.0


def by_hand(step: int) -> dict[str, Any]:
    """The values of a step, by the names of the program."""
    x = np.full((64, 64), step, "float32")
    scaled = x * np.float32(0.01)
    a = np.tanh(scaled)
    b = a * np.float32(3)
    out = b + np.float32(1)
    c = out @ out
    return {
        "x": x, "tmp_0": scaled, "tanh_0.tmp_0": a, "tmp_1": b, "out": out, "matmul_v2_0.tmp_0": c,
        "mean_0.tmp_0": c.mean(),
    }  # fmt: skip


@pytest.mark.parametrize("before", [True, False])
def test_after_a_pause_in_the_middle_each_value_is_that_of_the_step_it_names(before: bool):
    paddle.enable_static()
    x = paddle.static.data("x", [64, 64], "float32")
    b = paddle.tanh(x * 0.01) * 3.0
    out = paddle.static.default_main_program().current_block().create_var(name="out", shape=[64, 64], dtype="float32")
    calls: list[int] = []

    def pausing(values: Any) -> Any:
        calls.append(1)
        if len(calls) == 21:
            run.request_pause()
        return np.asarray(values) + np.float32(1)

    if before:
        paddle.static.py_func(pausing, b, out)
        loss = paddle.mean(paddle.matmul(out, out))
    else:
        paddle.assign(b + 1.0, out)
        paddle.static.py_func(pausing, paddle.matmul(out, out), loss := paddle.zeros_like(out))
    exe = paddle.static.Executor()
    seen: list[Any] = []

    def body() -> None:
        for step in range(1, 30):
            exe.run(feed={"x": by_hand(step)["x"]}, fetch_list=[loss])

    run = debug.Run(body, taps=["*"], hz=0.001, sinks=[seen.extend])
    run.start()
    here = run.until_stopped(LONG)
    assert here is not None and here.step == 21 and here.reason == "pause"
    end = time.monotonic() + LONG
    while not any(isinstance(event, PlaceSeen) for event in seen):
        assert time.monotonic() < end
        run.flush()
    shown = {event.name: event for event in seen if isinstance(event, ValueSeen)}
    assert len(shown) >= 5
    for name, event in shown.items():
        if name in by_hand(1):
            expected = np.mean(by_hand(event.step)[name], dtype="float64")
            assert event.mean == pytest.approx(float(expected), rel=1e-4), (name, event.step)
    assert {event.step for event in shown.values()} <= {1, 20, 21}
    run.stop()
