"""spawn: starts ranks on this machine, and calls a function on each."""

from __future__ import annotations

import pickle
import tempfile
import threading
from collections.abc import Callable
from multiprocessing import spawn as processes
from pathlib import Path
from typing import Any

from opscope.core.exit_status import INTERRUPTED
from opscope.core.source import site
from opscope.errors import RankError, UnsupportedError, UsageError
from opscope.paddle.distributed.communication import Task
from opscope.ranks.launched_processes import in_one_process
from opscope.ranks.mpiexec import launch, mpiexec

TIMEOUT = 60.0  # seconds, as of `opscope launch`


class SpawnedRanks:
    """Ranks that spawn has started: `join` waits for their end."""

    def __init__(self, ranks: int, work: bytes) -> None:
        self._status: int | None = None
        self._ranks, self._work = ranks, work
        self._thread = threading.Thread(target=self.run, name="opscope-spawn")

    def start(self) -> None:
        """Start the ranks, and return."""
        self._thread.start()

    def run(self) -> None:
        """Start the ranks, and wait for their end."""
        with tempfile.TemporaryDirectory(prefix="opscope-spawn-") as folder:
            path = Path(folder, "work.pickle")
            path.write_bytes(self._work)
            self._status = launch(self._ranks, ["-m", "opscope.paddle.distributed.spawned", str(path)], TIMEOUT)

    def join(self, timeout: float | None = None) -> bool:
        """Wait for the ranks. Return True if they have ended. Raises RankError if a rank has failed."""
        if self._thread.is_alive():
            self._thread.join(timeout)
        if self._status is None:
            return False
        if self._status == INTERRUPTED:
            raise KeyboardInterrupt
        if self._status:
            raise RankError(
                f"spawn: the ranks have ended with status {self._status}", site=site(),
                fix="read the traceback in the output of the ranks above",
            )  # fmt: skip
        return True


@in_one_process
def spawn(
    func: Callable[..., Any],
    args: tuple[Any, ...] = (),
    nprocs: int = -1,
    join: bool = True,
    daemon: bool = False,
    **options: Any,
) -> Task | SpawnedRanks:
    """Call func(*args) on nprocs new ranks of this machine; with 1, or -1, call it in this process, as rank 0 of 1.

    func is a function at the top level of a module or script, whose other code is below `if __name__ == "__main__":`.
    Ranks end with this process. Return the object with `join`. Raises RankError if a rank fails, UsageError for a
    function that cannot be pickled, UnsupportedError for options of devices.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/distributed/spawn_en.html
    """
    if set(options) - {"start_method"} or options.get("start_method", "spawn") != "spawn":
        raise UnsupportedError(
            f"spawn does not support {', '.join(f'{name}={value!r}' for name, value in options.items())}", site=site(),
            fix="leave the option out: all ranks are separate processes on this machine",
        )  # fmt: skip
    if nprocs in (-1, 1):
        func(*args)
        return Task()
    mpiexec()  # raises without the extra
    try:
        work = pickle.dumps((_preparation(), pickle.dumps((func, tuple(args)))))
    except (pickle.PicklingError, AttributeError, TypeError) as e:
        raise UsageError(
            f"spawn cannot send the function to the ranks: {e}", site=site(),
            fix="define the function at the top level of a module or script, and pass arguments that can be pickled",
        ) from None  # fmt: skip
    started = SpawnedRanks(nprocs, work)
    if not join:
        started.start()
        return started
    started.run()
    started.join()
    return started


def _preparation() -> dict[str, Any]:
    """Return the paths and the script that multiprocessing passes to a child."""
    found = processes.get_preparation_data("opscope-rank")
    del found["authkey"]  # of connections that ranks do not have
    return found


def call_work(path: str) -> None:
    """Call the function in a file of spawn, after the preparation of multiprocessing for a child."""
    preparation, work = pickle.loads(Path(path).read_bytes())
    processes.prepare(preparation)
    function, args = pickle.loads(work)
    function(*args)
