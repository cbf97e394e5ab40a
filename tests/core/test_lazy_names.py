"""Names that a module loads when they are first used."""

import importlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest

from opscope import paddle
from opscope.core.lazy_names import lazy_names, load


def test_a_lazy_name_is_loaded_once_and_kept(monkeypatch: pytest.MonkeyPatch):
    module = ModuleType("rows_of_names")
    monkeypatch.setitem(sys.modules, "rows_of_names", module)
    module.__getattr__ = lazy_names("rows_of_names", {"path": "os.path", "join": "os.path:join"})
    assert "join" not in vars(module)
    assert module.join is load("os.path:join") is vars(module)["join"] and module.path is load("os.path")
    with pytest.raises(AttributeError, match="'rows_of_names' has no attribute 'split'"):
        _ = module.split


def test_create_parameter_is_one_function_and_loads_no_layers_before():
    code = """
import sys
from opscope import paddle
assert "opscope.paddle.nn" not in sys.modules
found = {id(m.create_parameter) for m in (paddle, paddle.tensor, paddle.tensor.creation)}
assert len(found) == 1 and "opscope.paddle.nn" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)


def test_an_unknown_name_of_paddle_says_where_it_is():
    with pytest.raises(AttributeError, match=r"use opscope\.viz instead"):
        _ = paddle.viz
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = paddle.nonsense


def test_names_of_drawings_load_their_module_on_first_use():
    code = """
import sys
from opscope import viz
assert dir(viz) == viz.__all__ and not [m for m in sys.modules if m.startswith("opscope.viz.")]
assert viz.Line.__module__ == "opscope.viz.line_charts" and "opscope.viz.dot" not in sys.modules
for name in viz.__all__:
    assert getattr(viz, name).__name__ == name
assert not {name for name in viz.__all__ if f"opscope.viz.{name}" in sys.modules}
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)


def test_two_threads_may_load_names_of_packages_that_import_each_other(tmp_path, monkeypatch):
    """Two cells that run at the same time: `paddle.nn` failed while `paddle.Model` loaded a module of `nn`.

    One thread executes `nn.layer` and waits for `nn`, which the other thread executes, which needs `nn.layer`: then
    Python gives it the module `nn.layer` that is only half executed.
    """
    (tmp_path / "twice_used" / "nn").mkdir(parents=True)
    code = {
        "__init__": "import threading\nbegun, inside = threading.Event(), threading.Event()\n",
        "model": "from twice_used.nn.layer import Layer\n",
        "nn/__init__": (
            "from twice_used import begun, inside\nimport time\n"
            "begun.set()\ninside.wait(0.3) and time.sleep(0.2)\nfrom twice_used.nn.layer import Layer\n"
        ),
        "nn/layer": "from twice_used import inside\ninside.set()\nfrom twice_used.nn import other\nLayer = 3\n",
        "nn/other": "",
    }
    for name, text in code.items():
        (tmp_path / "twice_used" / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    package = importlib.import_module("twice_used")
    read = lazy_names("twice_used", {"nn": "twice_used.nn:Layer", "Model": "twice_used.model:Layer"})

    def model():
        package.begun.wait(10)
        return read("Model")

    with ThreadPoolExecutor(2) as threads:
        found = [threads.submit(read, "nn"), threads.submit(model)]
        assert [each.result(20) for each in found] == [3, 3]
    for name in [name for name in sys.modules if name.startswith("twice_used")]:
        monkeypatch.delitem(sys.modules, name)
