"""What front ends ask for that no test can run: VS Code and Colab, by their documented rules."""

import sys
import types

import pytest

pytest.importorskip("anywidget")
from anywidget import _util

from opscope import events as ev
from opscope.ui.widget import STATIC, Panel

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def panel():
    panel = Panel("front ends")
    panel.push([ev.RunStarted(title="demo", place="cpu"), ev.Terminated(reason="finished", steps=3)])
    yield panel
    panel.close()


def test_an_output_has_a_form_without_widgets_beside_the_view(panel):
    """A front end shows the richest form that it knows: GitHub and a VS Code without the widget's script show HTML."""
    data, metadata = panel._repr_mimebundle_()
    assert set(data) == {"text/plain", "text/html", VIEW} and metadata == {}
    assert "finished after 3 steps" in data["text/html"] and "<script" not in data["text/html"]


def test_colab_is_told_which_manager_shows_the_widget(panel, monkeypatch):
    """Colab shows widgets of others only after enable_custom_widget_manager, and with its address in the metadata."""
    enabled = []
    output = types.ModuleType("google.colab.output")
    output.enable_custom_widget_manager = lambda: enabled.append(True)
    output._widgets = types.SimpleNamespace(_installed_url="https://example.org/manager.js")
    monkeypatch.setitem(sys.modules, "google.colab.output", output)
    _util.enable_custom_widget_manager_once.cache_clear()
    _, metadata = panel._repr_mimebundle_()
    assert metadata[VIEW]["colab"]["custom_widget_manager"]["url"] == "https://example.org/manager.js"
    another = Panel("in colab")
    assert enabled == [True]
    another.close()


def test_the_script_is_one_module_that_imports_nothing():
    """A front end loads it from a text: relative imports, and those of other packages, would fail there."""
    script = (STATIC / "panel.js").read_text("utf-8")
    assert "import(" not in script and not [line for line in script.splitlines() if line.startswith("import ")]
    packed = Panel._esm.default_value
    assert packed.count("import(") == 1 and "import(/* webpackIgnore: true */ /* @vite-ignore */ url)" in packed
