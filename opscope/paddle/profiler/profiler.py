"""Profiler: opscope.profile under Paddle's names. It measures operators of programs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from enum import Enum
from types import TracebackType
from typing import Any, Self

from opscope.core.described import Described
from opscope.core.source import site
from opscope.debug.profile.profile import Profile
from opscope.errors import ArgumentError, RunError, UnsupportedError
from opscope.paddle.profiler.schedule import ProfilerState, scheduler_of


class ProfilerTarget(Enum):
    """Devices on which operators run."""

    CPU = 0
    GPU = 1
    XPU = 2
    CUSTOM_DEVICE = 3


class SortedKeys(Enum):
    """Sort keys of a summary."""

    CPUTotal = 0
    CPUAvg = 1
    CPUMax = 2
    CPUMin = 3
    GPUTotal = 4
    GPUAvg = 5
    GPUMax = 6
    GPUMin = 7


class SummaryView(Enum):
    """Subjects of a summary."""

    DeviceView = 0
    OverView = 1
    ModelView = 2
    DistributedView = 3
    KernelView = 4
    OperatorView = 5
    MemoryView = 6
    MemoryManipulationView = 7
    UDFView = 8


class Profiler(Described, AbstractContextManager["Profiler"]):
    """Times the operators of the programs that run from start() to stop(), and the steps between calls of step().

    `profile` is the profile of opscope, with bytes and shares of the machine's limits, over the steps in `scheduler`:
    (first, end), a result of make_scheduler, or None for all steps. After these steps, on_trace_ready(profiler) is
    called. With timer_only=True, only steps are timed. Raises UnsupportedError for shapes and memory.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/profiler/Profiler_en.html
    """

    def __init__(
        self,
        *,
        targets: Any = None,
        scheduler: Any = None,
        on_trace_ready: Any = None,
        record_shapes: bool = False,
        profile_memory: bool = False,
        timer_only: bool = False,
        emit_nvtx: bool = False,
        custom_device_types: Any = (),
        with_flops: bool = False,
    ) -> None:
        given = {
            "record_shapes": record_shapes, "profile_memory": profile_memory,
            "emit_nvtx": emit_nvtx, "custom_device_types": custom_device_types,
            "with_flops": with_flops,
        }  # fmt: skip
        if refused := next((name for name, value in given.items() if value), None):
            raise UnsupportedError(
                f"Profiler does not support {refused}", site=site(), fix=f"leave {refused} out; see opscope.profile"
            )
        self.targets = [ProfilerTarget.CPU] if targets is None else list(targets)
        self.timer_only = timer_only
        self.profile: Profile | None = None if timer_only else Profile()
        self.step_num = 0
        self.scheduler = scheduler_of(scheduler)
        self.current_state = self.scheduler(0)
        self._ready: Callable[[Profiler], None] | None = on_trace_ready
        self._times: list[tuple[float, int]] = []
        self._said = 0  # how many of them step_info() has told of
        self._since: float | None = None

    def start(self) -> None:
        """Begin to measure, if the first step is to be recorded."""
        self._since = time.perf_counter()
        if self.current_state.records:
            self._record()

    def stop(self) -> None:
        """End the measurement. Raises RunError before start()."""
        if self._since is None:
            raise RunError("Profiler.stop() was called before start()", site=site())
        self._since = None
        if self.current_state.records:
            self._hand_over()

    def step(self, num_samples: int | None = None) -> None:
        """End a step of num_samples samples, and begin the next step. Raises RunError before start()."""
        if self._since is None:
            raise RunError("Profiler.step() was called before start()", site=site())
        now = time.perf_counter()
        self._times.append((now - self._since, num_samples or 0))
        self._since = now
        self.step_num += 1
        before, self.current_state = self.current_state, self.scheduler(self.step_num)
        if before is ProfilerState.RECORD_AND_RETURN or (before.records and not self.current_state.records):
            self._hand_over()
            before = ProfilerState.CLOSED
        if self.current_state.records and not before.records:
            self._record()

    def _record(self) -> None:
        if not self.timer_only:
            self.profile = Profile()
            self.profile.__enter__()

    def _hand_over(self) -> None:
        if self.profile is not None:
            self.profile.__exit__(None, None, None)
        if self._ready is not None:
            self._ready(self)

    def step_info(self, unit: str | None = None) -> str:
        """Return the mean time of a step since the last call, and the samples (`unit`) or steps per second."""
        new, self._said = self._times[self._said :], len(self._times)
        if not new:
            return ""
        seconds = sum(t for t, _ in new)
        samples = sum(n for _, n in new)
        count, what = (samples, unit or "samples") if samples else (len(new), "steps")
        return f" batch_cost: {seconds / len(new):.5f} s ips: {count / seconds:.3f} {what}/s"

    def summary(
        self,
        sorted_by: SortedKeys = SortedKeys.CPUTotal,
        op_detail: bool = True,
        thread_sep: bool = False,
        time_unit: str = "ms",
        views: Any = None,
    ) -> None:
        """Print the operators, the slowest first.

        Raises UnsupportedError for another order, for separate threads, and for other views than operators.
        """
        shown = {SummaryView.OperatorView, SummaryView.OverView}
        asked = views if isinstance(views, list | tuple) else [views]
        given = {
            "sorted_by": sorted_by not in (None, SortedKeys.CPUTotal, SortedKeys.GPUTotal), "thread_sep": thread_sep,
            "op_detail": not op_detail, "views": views is not None and not shown.intersection(asked),
        }  # fmt: skip
        if refused := next((name for name, value in given.items() if value), None):
            raise UnsupportedError(
                f"Profiler.summary does not support this value of {refused}",
                site=site(),
                fix=f"leave {refused} out; see opscope.profile",
            )
        if time_unit not in ("s", "ms", "us", "ns"):
            raise ArgumentError(f"time_unit must be s, ms, us or ns, but received {time_unit!r}", site=site())
        print(self.profile if self.profile is not None else self.step_info())  # noqa: T201 (what it is for)

    def export(self, path: str, format: str = "json") -> None:
        """Write the newest runs as Chrome trace events. Raises UnsupportedError for another format than json."""
        if format != "json" or self.profile is None:
            raise UnsupportedError(
                "Profiler.export can write operators only as JSON", site=site(), fix="pass format='json'"
            )
        self.profile.save(path)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.stop()


def export_chrome_tracing(dir_name: str, worker_name: str | None = None) -> Callable[[Profiler], None]:
    """Return a function for on_trace_ready that writes the trace to a file in the folder."""

    def export(profiler: Profiler) -> None:
        os.makedirs(dir_name, exist_ok=True)
        profiler.export(os.path.join(dir_name, f"{worker_name or f'pid_{os.getpid()}'}.paddle_trace.json"))

    return export


class RecordEvent(Described, AbstractContextManager["RecordEvent"]):
    """Times a part of the user's code. After end(), `seconds` is the time."""

    def __init__(self, name: str, event_type: Any = None) -> None:
        self.name = name
        self.seconds: float | None = None
        self._since: float | None = None

    def begin(self) -> None:
        """Begin the part."""
        self._since = time.perf_counter()

    def end(self) -> None:
        """End the part."""
        if self._since is not None:
            self.seconds = time.perf_counter() - self._since

    def __enter__(self) -> Self:
        self.begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.end()


__all__ = ["Profiler", "ProfilerTarget", "RecordEvent", "SortedKeys", "SummaryView", "export_chrome_tracing"]
