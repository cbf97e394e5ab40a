"""Cells of the tutorials as tests: those of a notebook that needs torch are skipped where it is not installed."""

import contextlib

import pytest

from tests.need import lacks_torch

with contextlib.suppress(ImportError):  # without nbval, notebooks are no tests
    import nbval.kernel

    from tests.kernels import SocketKernelManager

    nbval.kernel.KernelManager = SocketKernelManager


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the cells, with the reason."""
    without = {path for path in {item.path for item in items} if path.suffix == ".ipynb" and lacks_torch(path)}
    skip = pytest.mark.skip(reason="torch is not installed: pip install torch")
    for item in items:
        if item.path in without:
            item.add_marker(skip)
