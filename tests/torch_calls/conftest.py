"""Programs of PyTorch under a run. They need torch, which the project does not: see test_needs_torch.py."""

import importlib.util

import pytest

from tests.debug.conftest import begin

__all__ = ["begin"]

HAS_TORCH = importlib.util.find_spec("torch") is not None
collect_ignore_glob = [] if HAS_TORCH else ["test_torch_*.py"]

LONG = 120.0  # seconds until a test gives up


@pytest.fixture(autouse=True)
def one_thread():
    """Run PyTorch's kernels in one thread: other tests run beside."""
    if not HAS_TORCH:
        yield
        return
    import torch

    former = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(former)
