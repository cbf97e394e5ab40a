"""Programs of PyTorch under a run. They need torch, which the project does not: without it these tests are skipped."""

import pytest

pytest.importorskip("torch", reason="torch is not installed: pip install torch")
pytest_plugins = ()

from opscope import debug  # noqa: E402

LONG = 120.0  # seconds until a test gives up


@pytest.fixture(autouse=True)
def one_thread():
    """Run PyTorch's kernels in one thread: other tests run beside."""
    import torch

    former = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(former)


@pytest.fixture
def begin():
    """Start a run; whatever a test leaves of it is ended."""
    started = []

    def start(body, **options):
        run = debug.start(body, **options)
        started.append(run)
        return run

    yield start
    for run in started:
        if not run.done:
            run.stop(LONG)
