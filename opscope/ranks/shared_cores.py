"""Start of a rank on a host, with its share of the host's cores: `python shared_cores.py ARGUMENTS OF PYTHON`.

Hosts can have different numbers of cores and ranks, so each rank computes its share on its own host. The number of BLAS
threads cannot be changed after NumPy was imported. So this file is a script that does not import opscope.
"""

import os
import sys

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

_RANKS_HERE = "OMPI_COMM_WORLD_LOCAL_SIZE"
DAEMON = "OPSCOPE_DAEMON"  # the variable with the process of Open MPI that has started a rank on its host


def own_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share(cores: int, ranks: int) -> dict[str, str]:
    """Return the variables for the number of BLAS threads of a rank, if `ranks` ranks share `cores` cores.

    >>> share(8, 3)["OPENBLAS_NUM_THREADS"]
    '2'
    """
    return {name: str(max(1, cores // ranks)) for name in THREADS}


if __name__ == "__main__":
    variables = share(own_cores(), int(os.environ[_RANKS_HERE]))
    variables |= {**os.environ, DAEMON: str(os.getppid())}
    os.execve(sys.executable, [sys.executable, *sys.argv[1:]], variables)
