"""paddle.profiler: opscope.profile under Paddle's names. What is measured are operators of programs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from enum import Enum
from types import TracebackType
from typing import Any, Self

from opscope.core.source import site
from opscope.debug.profile import Profile
from opscope.errors import RunError, UnsupportedError


class ProfilerTarget(Enum):
    """Where operators run."""

    CPU = 0
    GPU = 1
    XPU = 2
    CUSTOM_DEVICE = 3


class ProfilerState(Enum):
    """What a profiler does at a step; here it records from start() to stop()."""

    CLOSED = 0
    READY = 1
    RECORD = 2
    RECORD_AND_RETURN = 3


class Profiler(AbstractContextManager["Profiler"]):
    """Times the operators of the programs that run from start() to stop(), and the steps between calls of step().

    `profile` is opscope's own, with bytes and shares of the machine's limits. With timer_only=True steps alone are
    timed. Raises UnsupportedError for schedulers, shapes and memory.
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
            "scheduler": scheduler, "record_shapes": record_shapes, "profile_memory": profile_memory,
            "emit_nvtx": emit_nvtx, "custom_device_types": custom_device_types,
            "with_flops": with_flops,
        }  # fmt: skip
        if refused := next((name for name, value in given.items() if value), None):
            raise UnsupportedError(
                f"Profiler does not support {refused}", site=site(), fix="leave it out; see opscope.profile"
            )
        self.targets = [ProfilerTarget.CPU] if targets is None else list(targets)
        self.profile: Profile | None = None if timer_only else Profile()
        self._ready: Callable[[Profiler], None] | None = on_trace_ready
        self._times: list[tuple[float, int]] = []
        self._since: float | None = None

    def start(self) -> None:
        """Measure from now on."""
        if self.profile is not None:
            self.profile.__enter__()
        self._since = time.perf_counter()

    def stop(self) -> None:
        """Measure no more. Raises RunError before start()."""
        if self._since is None:
            raise RunError("Profiler.stop() was called before start()", site=site())
        if self.profile is not None:
            self.profile.__exit__(None, None, None)
        self._since = None
        if self._ready is not None:
            self._ready(self)

    def step(self, num_samples: int | None = None) -> None:
        """A step is over; num_samples were worked on."""
        if self._since is None:
            raise RunError("Profiler.step() was called before start()", site=site())
        now = time.perf_counter()
        self._times.append((now - self._since, num_samples or 0))
        self._since = now

    def step_info(self, unit: str | None = None) -> str:
        """The mean time of a step so far, and how many samples (or `unit`) a second."""
        if not self._times:
            return ""
        seconds = sum(t for t, _ in self._times)
        samples = sum(n for _, n in self._times)
        said = f"batch_cost: {seconds / len(self._times):.5f} s"
        return said + (f" ips: {samples / seconds:.3f} {unit or 'samples'}/s" if samples else "")

    def summary(self, *args: Any, **kwargs: Any) -> None:
        """Print the operators, the slowest first. Paddle's choices of views and units are refused."""
        if args or kwargs:
            raise UnsupportedError("Profiler.summary() has one view", site=site(), fix="call it without arguments")
        print(self.profile if self.profile is not None else self.step_info())  # noqa: T201 (what it is for)

    def export(self, path: str, format: str = "json") -> None:
        """Write the newest runs as Chrome trace events. Raises UnsupportedError for another format than json."""
        if format != "json" or self.profile is None:
            raise UnsupportedError("Profiler.export writes the json of operators", site=site(), fix="format='json'")
        self.profile.save(path)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.stop()


def export_chrome_tracing(dir_name: str, worker_name: str | None = None) -> Callable[[Profiler], None]:
    """For on_trace_ready: what writes the trace to a file in that folder."""

    def export(profiler: Profiler) -> None:
        os.makedirs(dir_name, exist_ok=True)
        profiler.export(os.path.join(dir_name, f"{worker_name or f'pid_{os.getpid()}'}.paddle_trace.json"))

    return export


class RecordEvent(AbstractContextManager["RecordEvent"]):
    """Times a part of the user's own code: `seconds` after end()."""

    def __init__(self, name: str, event_type: Any = None) -> None:
        self.name = name
        self.seconds: float | None = None
        self._since: float | None = None

    def begin(self) -> None:
        """The part begins."""
        self._since = time.perf_counter()

    def end(self) -> None:
        """The part is over."""
        if self._since is not None:
            self.seconds = time.perf_counter() - self._since

    def __enter__(self) -> Self:
        self.begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.end()


__all__ = ["Profiler", "ProfilerState", "ProfilerTarget", "RecordEvent", "export_chrome_tracing"]
