"""RankCluster: engines of ipyparallel as the ranks of a job on MPI, for notebooks."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from typing import Any, Self

from opscope.core.checks.number_checks import positive_whole
from opscope.errors import MissingPackage, RankError
from opscope.notebook.ipython_shell import shell
from opscope.notebook.rank_job import RankJob
from opscope.ranks import mpiexec
from opscope.ranks.beat_watch import BeatWatch
from opscope.ranks.shared_cores import THREADS, own_cores

# ipyparallel gives up an engine after seconds: too soon on a busy machine, and beats show more
CONTROLLER = ["--HeartMonitor.max_heartmonitor_misses=10000"]
ENGINE = ["--IPEngine.timeout=600"]


class RankCluster(RankJob):
    """Ranks that execute cells with `%%px`. `view` is ipyparallel's view of all ranks.

    The cluster ends when this process ends, or when `close()` is called.
    """

    def __init__(self, ranks: int, timeout: float) -> None:
        watch = BeatWatch(lambda text: None, None, self.close)  # the panel shows the verdicts
        super().__init__(watch, ranks)
        ipyparallel = _ipyparallel()
        self._cluster = ipyparallel.Cluster(
            n=ranks,
            engines="mpi",
            config=_config(ranks, watch),
            controller_args=CONTROLLER,
            log_level=logging.ERROR,
            load_profile=False,
        )
        self._is_open = True
        watch.start()
        try:
            self._cluster.start_cluster_sync()
            self.client = self._cluster.connect_client_sync()
            self.client.wait_for_engines(ranks, timeout=timeout, interactive=False)
            self.view = self.client[:]
            self.view.block = True  # a cell ends when its ranks have executed it
            _load_magics(self.view)
        except Exception as e:
            self.close()
            raise RankError(
                f"the {ranks} ranks have not started: {type(e).__name__}: {e}",
                fix="to see what Open MPI prints, run: python -m opscope launch -n 2 train.py",
            ) from e

    def execute(self, code: str) -> None:
        """Execute code in the namespace of each rank, and wait until the code has finished on all ranks.

        Args:
            code: the text of a cell.

        Raises:
            ipyparallel.error.CompositeError: the code has failed on a rank.

        Example:
            >>> ranks.execute("import paddle")                                      # doctest: +SKIP
        """
        self.view.execute(code, block=True)

    def close(self) -> None:
        """End the ranks."""
        if not self._is_open:
            return
        self._is_open = False
        with contextlib.suppress(Exception):  # what has ended already
            self.client.close()
        with contextlib.suppress(Exception):
            self._cluster.stop_cluster_sync()
        super().close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def connect(ranks: int = 2, timeout: float = 120.0) -> RankCluster:
    """Start ranks on this machine as engines of ipyparallel under Open MPI.

    The ranks end when this process ends. A cell that begins with `%%px` runs on each rank, and ends when all ranks have
    executed it. Display the result to see the ranks in a panel.

    Args:
        ranks: the number of ranks.
        timeout: time limit for the start of the ranks, in seconds.

    Returns:
        The ranks.

    Raises:
        MissingPackage: the extra `cluster` is not installed.
        RankError: the ranks could not be started before the time limit.

    Example:
        >>> ranks = opscope.ranks.connect(2)                                        # doctest: +SKIP
    """
    return RankCluster(positive_whole(ranks, "ranks"), timeout)


def _ipyparallel() -> Any:
    try:
        import ipyparallel
    except ImportError as e:
        raise MissingPackage("ranks in a notebook need ipyparallel", fix="pip install ipyparallel") from e
    return ipyparallel


def _load_magics(view: Any) -> None:
    """Register `%%px` for a view, without a progress bar, because the panel shows the progress."""
    ip = shell()
    if ip is None:
        return
    from ipyparallel.client.magics import ParallelMagics

    magics = ParallelMagics(ip, view)
    magics.progress_after_seconds = -1
    ip.register_magics(magics)


def _config(ranks: int, watch: BeatWatch) -> Any:
    from traitlets.config import Config

    words = mpiexec.command(mpiexec.mpiexec(), ranks, [])
    found = Config()
    found.MPIEngineSetLauncher.mpi_cmd = words[:1]
    found.MPIEngineSetLauncher.mpi_args = [w for w in words[1:-1] if w not in ("-n", str(ranks))]
    found.MPIEngineSetLauncher.engine_cmd = [sys.executable, "-m", "opscope.notebook.rank_engine"]
    found.MPIEngineSetLauncher.engine_args = ENGINE
    found.MPIEngineSetLauncher.environment = {
        **mpiexec.environment(ranks, {k: os.environ[k] for k in THREADS if k in os.environ}, own_cores()),
        **watch.environment,
    }
    bound = [sys.executable, "-m", "opscope.notebook.bound_process", "ipyparallel.controller"]
    found.LocalControllerLauncher.controller_cmd = bound
    return found
