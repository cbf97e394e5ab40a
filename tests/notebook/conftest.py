"""An IPython without a kernel, with the extension loaded; and a real kernel."""

import atexit
import importlib

import pytest

from opscope.debug.runs import started_runs


@pytest.fixture(scope="session")
def client():
    """A client of a kernel of the ipykernel that is installed; tests share it."""
    pytest.importorskip("ipykernel")
    from tests.kernels import start_kernel

    kernel, client = start_kernel()
    yield client
    client.stop_channels()
    kernel.shutdown_kernel(now=True)
    kernel.cleanup_resources()


@pytest.fixture
def shell(monkeypatch):
    pytest.importorskip("IPython")
    from IPython.core.interactiveshell import InteractiveShell

    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    atexit.unregister(shell.atexit_operations)  # it ends in a full garbage collection, once for each shell
    shell.colors = "nocolor"
    shell.run_cell("%load_ext opscope")
    monkeypatch.setattr(started_runs, "_newest", [])
    session_of = importlib.import_module("opscope.notebook.cell_session").session_of
    monkeypatch.setattr(session_of.__self__, "_latest", None)  # else other tests take over its displays
    monkeypatch.setattr(importlib.import_module("opscope.notebook.ipython_shell"), "_started", {})
    yield shell
    shell.history_manager.end_session()
    InteractiveShell.clear_instance()
