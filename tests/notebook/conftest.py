"""An IPython without a kernel, with the extension loaded."""

import importlib

import pytest


@pytest.fixture
def shell(monkeypatch):
    pytest.importorskip("IPython")
    from IPython.core.interactiveshell import InteractiveShell

    live = importlib.import_module("opscope.notebook.live")  # `opscope.notebook.live` is the function in it

    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.colors = "nocolor"
    shell.run_cell("%load_ext opscope")
    monkeypatch.setattr(live, "_newest", [])
    monkeypatch.setattr(importlib.import_module("opscope.notebook.ipython_shell"), "_started", {})
    yield shell
    shell.history_manager.end_session()
    InteractiveShell.clear_instance()
