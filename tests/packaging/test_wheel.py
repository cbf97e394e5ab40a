"""The wheel: what is in it, and that it works in clean environments where this repository is out of reach."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.examples import README, ROOT, Example, readme_examples

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VERSIONS = [c.rpartition(" ")[2] for c in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", c)]
OLDEST = VERSIONS[0]


def run(*command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def uv(*arguments: str | Path) -> str:
    return run(sys.executable, "-m", "uv", *arguments)


def environment(place: Path, version: str) -> Path:
    """A new virtual environment of a Python version that this machine has; its python."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    path = os.pathsep.join([*os.get_exec_path(), *map(str, pyenv.glob("versions/*/bin"))])
    command = [sys.executable, "-m", "uv", "venv", "--python", version, "--no-python-downloads", str(place)]
    done = subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no Python {version} that runs on this machine")
    return place / "bin" / "python"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    uv("build", "--wheel", "--out-dir", out, ROOT)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module", params=VERSIONS)
def python(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The python of an environment that holds the wheel and what it depends on."""
    python = environment(tmp_path_factory.mktemp("clean"), request.param)
    uv("pip", "install", "--python", python, wheel, "pytest")
    return python


def test_contents(wheel: Path):
    shipped = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    package = ROOT / "opscope"
    hidden = {"__pycache__", "js"}
    kept = [p for p in package.rglob("*") if p.is_file() and p.suffix != ".md" and not hidden & set(p.parts)]
    assert shipped == {str(p.relative_to(ROOT)) for p in kept}
    assert any(re.fullmatch(r"opscope/ui/static/.+\.js", name) for name in shipped)
    assert "opscope/py.typed" in shipped


def test_metadata(wheel: Path):
    archive = zipfile.ZipFile(wheel)
    (info,) = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
    metadata = archive.read(f"{info}/METADATA").decode()
    source = (ROOT / "opscope" / "_version.py").read_text()
    version = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    assert version
    assert info == f"opscope-{version[1]}.dist-info"
    assert "License-Expression: Apache-2.0" in metadata
    assert f"{info}/licenses/LICENSE" in archive.namelist()


def test_command(python: Path, tmp_path: Path):
    assert "demo" in run(python.with_name("opscope"), "--help", cwd=tmp_path)


GUARDED = """
import pytest

@pytest.mark.opscope_nan_guard
def test_guarded():
    from opscope import paddle

    with pytest.raises(RuntimeError, match="log made 1 Inf"):
        paddle.log(paddle.zeros([1]))
"""


def test_pytest_finds_the_plugin(python: Path, tmp_path: Path):
    (tmp_path / "test_guarded.py").write_text(GUARDED)
    command = [python, "-m", "pytest", "-q", "--strict-markers"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert "Failed: log made 1 Inf" in done.stdout, done.stdout  # raised in the test, and caught there
    assert done.returncode == 1


@pytest.mark.parametrize("example", readme_examples(), ids=lambda e: f"line {e.line}")
def test_readme_example(python: Path, example: Example, tmp_path: Path):
    script = tmp_path / README.name
    script.write_text(example.script)
    run(python, script, cwd=tmp_path)


def test_laws_at_the_floor(tmp_path: Path):
    """The oldest Python and NumPy that are promised, pytest, and nothing else."""
    (numpy,) = (d for d in PROJECT["dependencies"] if d.startswith("numpy"))
    python = environment(tmp_path / "floor", OLDEST)
    uv("pip", "install", "--python", python, f"{numpy.replace('>=', '==')}.*", "pytest")
    no_numpy = [f"--ignore=tests/laws/test_{what}.py" for what in ("gpu", "refusals")]  # no version of it matters there
    run(python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *no_numpy, "tests/laws")
