"""Segment writer: writes the segments of a run to disk in a separate thread, while the run is in progress."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence

from opscope.core.place import CPUPlace
from opscope.debug.disk.recording_writer import RecordingWriter
from opscope.debug.replay.journal import Segment
from opscope.debug.rules.findings import Finding
from opscope.debug.state.environment import Environment
from opscope.errors import OpscopeError

INTERVAL = 0.25  # maximum seconds before a record is written
MAX_WAITING = 64 << 20  # maximum bytes waiting to be written
UNCOMPRESSED_FROM = MAX_WAITING // 4  # waiting bytes above which the disk is faster than compression
DUE = MAX_WAITING // 16  # waiting bytes that are written before the end of the interval


class _Waiting:
    """A segment with records that were not written yet, and the number of bytes by which the segment has grown."""

    def __init__(self, segment: Segment, nbytes: int) -> None:
        self.segment = segment
        self.nbytes = nbytes


class SegmentWriter:
    """Writer of the new parts of segments to a folder, in the order in which this object is called.

    A call returns at once. If more than `MAX_WAITING` bytes are waiting to be written, the call waits for the disk. If
    the process is killed, the records of the last `INTERVAL` seconds are lost, and also records that wait for a slow
    disk. If a write fails, the recording contains only the data of earlier writes. In this case, `problem` is a text
    with the reason, and the function `on_problem` is called with this text, in any thread.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        budget: int | None,
        title: str,
        on_problem: Callable[[str], None],
        environment: Environment | None = None,
    ) -> None:
        self.problem = ""
        self._archive = RecordingWriter(path, budget, title, environment)
        self._on_problem = on_problem
        self._title = title
        self._waiting: list[_Waiting] = []
        self._nbytes = 0  # bytes waiting and being written
        self._nbytes_on_disk = self._archive.nbytes
        self._written: tuple[Segment | None, int] = None, 0  # the last segment, and the number of its written records
        self._began = -INTERVAL  # start of the last write: the first record is written at once
        self._last_step = 0  # last step on disk
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._flushes = 0  # threads that wait in `flush`
        self._is_writing = False
        self._closed = False
        self._left_out: list[str] = []  # reported dtypes of values that cannot be written

    @property
    def nbytes(self) -> int:
        """Size of the recording on disk, in bytes."""
        return self._nbytes_on_disk

    def __call__(self, segment: Segment, nbytes: int) -> None:
        """Add a segment that has grown by `nbytes` bytes.

        The records of the segment must not change after this call.
        """
        with self._changed:
            while self._is_busy and self._nbytes + nbytes > MAX_WAITING:
                self._changed.wait()
            if self.problem or self._closed:
                return
            if self._waiting and self._waiting[-1].segment is segment:
                self._waiting[-1].nbytes += nbytes
            else:
                self._waiting.append(_Waiting(segment, nbytes))
            is_first, was_due = len(self._waiting) == 1, self._nbytes >= DUE
            self._nbytes += nbytes
            if is_first or (self._nbytes >= DUE and not was_due):
                self._changed.notify_all()
            if self._thread is None:
                self._thread = threading.Thread(target=self._write_all, name=f"opscope-disk-{self._title}", daemon=True)
                self._thread.start()
            is_late = self._is_late()
        if is_late and _is_on_gpu(segment):
            self.flush()  # this thread may capture GPU calls next, when another thread must not copy from the GPU

    def flush(self) -> None:
        """Wait until all segments that were added are on disk."""
        with self._changed:
            self._flushes += 1
            self._changed.notify_all()
            while self._is_busy:
                self._changed.wait()
            self._flushes -= 1

    def close(self, found: Sequence[Finding] = ()) -> None:
        """Wait until all segments are on disk, and write the findings of the run.

        No more segments can be added after this.
        """
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
        self._written = None, 0

    # --- the thread of the disk-----------------------------------------------------------------------

    @property
    def _is_busy(self) -> bool:
        """Return True if a segment waits or is being written."""
        return (bool(self._waiting) or self._is_writing) and not self.problem

    def _write_all(self) -> None:
        while taken := self._take():
            while taken:  # while this thread waits, nothing may keep the memory of the written records
                each = taken.pop(0)
                try:
                    self._write(each.segment)
                except Exception as e:  # noqa: BLE001 (the run continues after any error)
                    self._end(e)
                    return
                with self._changed:
                    self._nbytes -= each.nbytes
                    self._nbytes_on_disk = self._archive.nbytes
                    self._is_writing = bool(taken)
                    self._changed.notify_all()
                del each

    def _take(self) -> list[_Waiting]:
        """Wait until segments must be written, and return these segments. Return [] at the end of the recording."""
        with self._changed:
            while not self._is_due():
                if self._closed and not self._waiting:
                    return []
                self._changed.wait(self._seconds_left())
            taken, self._waiting = self._waiting, []
            self._began, self._is_writing = time.monotonic(), True
            return taken

    def _is_due(self) -> bool:
        """Return True if the thread of this writer must write now.

        Values on a GPU are written only while a thread of the program waits in `flush`.
        """
        if not self._waiting:
            return False
        return self._closed or self._flushes > 0 or (self._is_late() and not _is_on_gpu(self._waiting[0].segment))

    def _is_late(self) -> bool:
        return self._nbytes >= DUE or time.monotonic() - self._began >= INTERVAL

    def _seconds_left(self) -> float | None:
        if not self._waiting or _is_on_gpu(self._waiting[0].segment):
            return None
        return max(self._began + INTERVAL - time.monotonic(), 0)

    def _write(self, segment: Segment) -> None:
        """Write the records of a segment that are not on disk yet."""
        former, count = self._written
        continues = segment is former
        count = count if continues else 0
        part = segment.part(count)  # the program may add more meanwhile
        if numbers := part.numbers():
            self._archive.append(part, self._nbytes < UNCOMPRESSED_FROM, continues)
            self._report_left_out()
            self._written = segment, count + len(numbers)
            self._last_step = max(self._last_step, numbers[-1][1])

    def _report_left_out(self) -> None:
        """Report each dtype whose values cannot be written, once for each dtype."""
        new = [dtype for dtype in self._archive.left_out if dtype not in self._left_out]
        if new:
            self._left_out += new
            self._on_problem(f"values of {', '.join(new)} are left out: only numbers can be written")

    def _end(self, error: Exception) -> None:
        what = error.summary if isinstance(error, OpscopeError) else f"{type(error).__name__}: {error}"
        fix = f" ({error.fix})" if isinstance(error, OpscopeError) and error.fix else ""
        with self._changed:
            self.problem = f"the recording ends at step {self._last_step}: {what}{fix}"
            self._waiting.clear()
            self._nbytes = 0
            self._changed.notify_all()
        self._on_problem(self.problem)


def _is_on_gpu(segment: Segment) -> bool:
    return bool(segment.records) and not isinstance(segment.records[0].plan.place, CPUPlace)
