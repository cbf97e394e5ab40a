"""paddle.profiler."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, RunError, UnsupportedError, UsageError


def test_profiler(tmp_path, capsys):
    profiler = paddle.profiler
    paddle.enable_static()
    x = paddle.static.data("x", [2, 2])
    out = paddle.tanh(x)
    exe = paddle.static.Executor()
    with profiler.Profiler(on_trace_ready=profiler.export_chrome_tracing(str(tmp_path), "w")) as seen:
        for _ in range(4):
            exe.run(feed={"x": np.ones((2, 2), "float32")}, fetch_list=[out])
            seen.step(num_samples=2)
    seen.summary()
    assert "tanh" in capsys.readouterr().out and "samples/s" in seen.step_info() and seen.step_info() == ""
    assert (tmp_path / "w.paddle_trace.json").exists()
    with profiler.RecordEvent("part") as part:
        pass
    assert part.seconds >= 0 and profiler.ProfilerTarget.CPU.name == "CPU"
    only_steps = profiler.Profiler(timer_only=True)
    assert only_steps.step_info() == ""
    for call in (only_steps.stop, only_steps.step):
        with pytest.raises(RunError, match="before start"):
            call()
    with pytest.raises(UnsupportedError, match="json"):
        only_steps.export("x")
    seen.summary(sorted_by=profiler.SortedKeys.GPUTotal, op_detail=True, thread_sep=False, time_unit="us")
    assert "tanh" in capsys.readouterr().out
    for refused in ({"sorted_by": profiler.SortedKeys.CPUMax}, {"thread_sep": True}, {"op_detail": False}):
        with pytest.raises(UnsupportedError, match=next(iter(refused))):
            seen.summary(**refused)
    with pytest.raises(ArgumentError, match="time_unit"):
        seen.summary(time_unit="h")


def test_a_schedule_says_which_steps_are_profiled(tmp_path):
    profiler = paddle.profiler
    paddle.enable_static()
    out = paddle.tanh(paddle.static.data("x", [2, 2]))
    exe = paddle.static.Executor()
    handed = []

    def steps(scheduler, count=8):
        handed.clear()
        with profiler.Profiler(
            scheduler=scheduler, on_trace_ready=lambda p: handed.append((p.step_num, len(p.profile.timed)))
        ) as prof:
            for _ in range(count):
                exe.run(feed={"x": np.ones((2, 2), "float32")}, fetch_list=[out])
                prof.step()
        return list(handed)

    assert steps(None) == [(8, 8)]
    assert steps((2, 5)) == [(5, 3)]
    assert steps((0, 1)) == [(1, 1)]
    assert steps((6, 20)) == [(8, 2)]  # stop() comes first
    assert steps(profiler.make_scheduler(closed=1, ready=1, record=2)) == [(4, 2), (8, 2)]
    assert steps(profiler.make_scheduler(closed=0, ready=1, record=1, repeat=2, skip_first=1)) == [(3, 1), (5, 1)]
    assert steps(lambda step: profiler.ProfilerState.RECORD_AND_RETURN, 2) == [(1, 1), (2, 1), (2, 0)]
    for wrong in ({"closed": -1, "ready": 0, "record": 1}, {"closed": 0, "ready": 0, "record": 0}):
        with pytest.raises(AssertionError, match="record must be at least 1"):
            profiler.make_scheduler(**wrong)
    with pytest.raises(AssertionError, match="must be greater than the first step"):
        profiler.Profiler(scheduler=(3, 3))
    with pytest.raises(UsageError, match="scheduler"):
        profiler.Profiler(scheduler="always")


def test_steps_without_numbers_of_samples_are_counted():
    with paddle.profiler.Profiler(timer_only=True) as prof:
        prof.step()
        assert "batch_cost: " in prof.step_info() and prof.step_info("images") == ""
        prof.step(num_samples=4)
        assert prof.step_info("images").endswith("images/s")
