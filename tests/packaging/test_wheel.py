"""The wheel: what is in it, and that it works in clean environments where this repository is out of reach."""

import hashlib
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
from tests.packaging import release
from tests.packaging.conda_recipe import OTHER_NAMES, recipe

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
    shipped = release.wheel_files(wheel)
    assert shipped == release.package_files()
    assert wheel.stat().st_size < release.MOST[".whl"]
    assert any(re.fullmatch(r"opscope/ui/static/.+\.js", name) for name in shipped)
    assert "opscope/py.typed" in shipped


def test_metadata(wheel: Path):
    archive = zipfile.ZipFile(wheel)
    (info,) = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
    metadata = archive.read(f"{info}/METADATA").decode()
    assert info == f"opscope-{release.version()}.dist-info"
    assert "License-Expression: Apache-2.0" in metadata
    assert f"{info}/licenses/LICENSE" in archive.namelist()
    text = metadata.partition("\n\n")[2]  # README, as an index shows it
    assert text.count("\n## ") == README.read_text(encoding="utf-8").count("\n## ")
    targets = re.findall(r'(?:\]\(|src="|srcset=")([^)"]+)', text)
    assert len(targets) > 20 and all(target.startswith("https://") for target in targets)
    assert f"/v{release.version()}/notebooks/images/panel.png" in text


def test_the_conda_recipe_names_every_dependency(tmp_path: Path):
    sdist = tmp_path / "opscope.tar.gz"
    sdist.write_bytes(b"")
    text = recipe(sdist, release.version())
    found = re.search(r"^  run:\n((?:    - .*\n)+)", text, re.MULTILINE)
    assert found
    lines = re.findall(r"    - (.+)", found[1])
    assert lines[0] == f"python >={OLDEST},<3.{int(VERSIONS[-1].partition('.')[2]) + 1}"
    wanted = {re.match(r"[\w.-]+", each)[0].lower(): each for each in PROJECT["dependencies"]}
    assert [line.partition(" ")[0] for line in lines[1:]] == sorted(OTHER_NAMES.get(name, name) for name in wanted)
    for name, requirement in wanted.items():  # the versions of pyproject.toml, no others
        versions = re.sub(r"^[\w.-]+(\[.*?\])?", "", requirement.partition(";")[0]).strip()
        assert f"{OTHER_NAMES.get(name, name)} {versions}".strip() in lines
    scripts = re.search(r"^    entry_points:\n((?:      - .*\n)+)", text, re.MULTILINE)
    assert scripts and dict(re.findall(r"- (\S+) = (\S+)", scripts[1])) == PROJECT["scripts"]
    assert f"\n  license: {PROJECT['license']}\n" in text
    assert hashlib.sha256(b"").hexdigest() in text


def test_a_release_needs_the_address_of_the_repository_from_whoever_makes_it():
    address = PROJECT["urls"]["Homepage"]
    assert release.unconfirmed(address) == []
    assert release.unconfirmed(f"{address}/") == []
    for other in ("", "https://example.org/opscope"):
        (text,) = release.unconfirmed(other)
        assert address in text and "make release REPOSITORY=" in text
    start = f"{address}/"
    assert all(f"{url}/".startswith(start) for url in PROJECT["urls"].values())
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    named = re.findall(r"github(?:usercontent)?\.com/([\w-]+/[\w-]+)", settings)
    assert len(named) > 5 and set(named) == {address.removeprefix("https://github.com/")}


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


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The python of an environment with the oldest Python and NumPy that are promised, pytest, and nothing else."""
    (numpy,) = (d for d in PROJECT["dependencies"] if d.startswith("numpy"))
    python = environment(tmp_path_factory.mktemp("floor"), OLDEST)
    uv("pip", "install", "--python", python, f"{numpy.replace('>=', '==')}.*", "pytest")
    return python


def test_laws_at_the_floor(floor: Path):
    no_numpy = [f"--ignore=tests/laws/test_{what}.py" for what in ("gpu", "refusals")]  # no version of it matters there
    run(floor, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *no_numpy, "tests/laws")


ALONE = """
import numpy as np
from opscope import debug, paddle

paddle.enable_static()
x = paddle.static.data("x", [None, 3], "float32")
hidden = paddle.tanh(x, name="act")
loss = paddle.mean(paddle.static.nn.fc(hidden, 2))
paddle.optimizer.Adam(0.1).minimize(loss)
exe = paddle.static.Executor()
exe.run(paddle.static.default_startup_program())
taps = debug.attach(exe).tap("*")
for step in range(3):
    exe.run(feed={"x": np.full((2, 3), step, "float32")}, fetch_list=[loss])
print("mean", round(taps[hidden.name].mean, 3), "of", len(taps.records()))
"""


def test_numpy_alone_gives_programs_taps_and_the_prompt(floor: Path, wheel: Path, tmp_path: Path):
    uv("pip", "install", "--python", floor, "--no-deps", wheel)
    script = tmp_path / "train.py"
    script.write_text(ALONE)
    assert "mean 0.964 of " in run(floor, script, cwd=tmp_path)
    typed = [
        "b act.tmp_0",
        "c",
        "p act.tmp_0",
        "rn",
        "n",
        "goto 2 op:mul",
        "in",
        "names",
        "help",
        "l",
        "why act.tmp_0",
        "history act.tmp_0",
    ]
    commands = [word for line in typed for word in ("-c", line)]
    said = run(floor, "-m", "opscope", "debug", "--batch", *commands, script, cwd=tmp_path)
    assert "***" not in said and "act.tmp_0  float32[2, 3]" in said
    for text in ("breakpoint 1: act.tmp_0", "tanh(x)", "looking", "mul(act.tmp_0"):
        assert text in said, said
