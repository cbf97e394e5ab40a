"""Access to mpi4py, which the extra `cluster` installs together with Open MPI."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from typing import Any

# What a process needs to reach the launcher that has started it, by launcher: without it `MPI_Init` would make a job of
# one process, or end this one.
CONNECTIONS = ("PMIX_NAMESPACE", "PMI_FD", "PMI_PORT")


def can_connect(environment: Mapping[str, str]) -> bool:
    """Return True if an MPI launcher has started this process, and mpi4py is installed."""
    return any(name in environment for name in CONNECTIONS) and importlib.util.find_spec("mpi4py") is not None


def load_mpi() -> Any:
    """Import the module `mpi4py.MPI`.

    The import of mpi4py joins the job and waits until every rank of the job has joined.
    """
    from mpi4py import MPI

    return MPI
