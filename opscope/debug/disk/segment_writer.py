"""Writes the segments of a run to disk, in a thread of its own."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from opscope.core.place import CPUPlace
from opscope.debug.disk.recording_writer import RecordingWriter
from opscope.debug.replay.journal import Segment
from opscope.debug.rules.findings import Finding
from opscope.errors import OpscopeError

MAX_WAITING = 64 << 20  # bytes of the segments that wait to be written
UNCOMPRESSED_FROM = MAX_WAITING // 4  # bytes that wait: then the disk is faster than the compression


class _Waiting(NamedTuple):
    segment: Segment
    nbytes: int


class SegmentWriter:
    """Writes each complete segment into a folder, in the order of the calls.

    A call returns at once, unless `MAX_WAITING` bytes wait: then it waits for the disk. A process that is killed loses
    the segments that wait, and the one that is not complete. If a segment cannot be written, the recording ends with
    the one before it: `problem` says so, and `on_problem` is called with the text, from any thread.
    """

    def __init__(
        self, path: str | os.PathLike[str], budget: int | None, title: str, on_problem: Callable[[str], None]
    ) -> None:
        self.problem = ""
        self._archive = RecordingWriter(path, budget, title)
        self._on_problem = on_problem
        self._title = title
        self._waiting: deque[_Waiting] = deque()  # the first one is being written
        self._nbytes = 0  # of those that wait
        self._last_step = 0  # that is on disk
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    def __call__(self, segment: Segment, nbytes: int) -> None:
        """Take a complete segment of so many bytes, which must not change any more."""
        with self._changed:
            while self._waiting and self._nbytes + nbytes > MAX_WAITING and not self.problem:
                self._changed.wait()
            if self.problem or self._closed:
                return
            self._waiting.append(_Waiting(segment, nbytes))
            self._nbytes += nbytes
            self._changed.notify_all()
            if self._thread is None:
                self._thread = threading.Thread(target=self._write_all, name=f"opscope-disk-{self._title}", daemon=True)
                self._thread.start()
        if any(not isinstance(record.plan.place, CPUPlace) for record in segment.records[:1]):
            self.flush()  # this thread may capture GPU calls next, and another one must not copy from the GPU then

    def flush(self) -> None:
        """Wait until every segment is on disk."""
        with self._changed:
            while self._waiting and not self.problem:
                self._changed.wait()

    def close(self, found: Sequence[Finding] = ()) -> None:
        """Wait until every segment is on disk, and take no more; write what was found in the run."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()
        if not self.problem:
            try:
                self._archive.write_findings(found)
            except OpscopeError as e:
                self._end(e)
        self._archive.close()

    def _write_all(self) -> None:
        while True:
            with self._changed:
                while not self._waiting and not self._closed:
                    self._changed.wait()
                if not self._waiting:
                    return
                segment, nbytes = self._waiting[0]
                compressing = self._nbytes < UNCOMPRESSED_FROM
            try:
                self._archive.append(segment, compressing)
            except Exception as e:  # noqa: BLE001 (whatever it is, the run goes on)
                self._end(e)
                return
            with self._changed:
                self._last_step = max([self._last_step, *(record.step for record in segment.records[-1:])])
                self._waiting.popleft()
                self._nbytes -= nbytes
                self._changed.notify_all()
            del segment  # while this thread waits, nothing else may need its memory

    def _end(self, error: Exception) -> None:
        what = error.summary if isinstance(error, OpscopeError) else f"{type(error).__name__}: {error}"
        fix = f" ({error.fix})" if isinstance(error, OpscopeError) and error.fix else ""
        with self._changed:
            self.problem = f"the recording ends at step {self._last_step}: {what}{fix}"
            self._waiting.clear()
            self._nbytes = 0
            self._changed.notify_all()
        self._on_problem(self.problem)
