"""The widget's JavaScript: its own tests, and whether what ships was built from what is read."""

import filecmp
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.examples import ROOT
from tests.need import need

UI = ROOT / "opscope" / "ui"
LONG = 150  # seconds; ten times what it takes


def npm(*arguments: str, cwd: Path) -> None:
    done = subprocess.run([need("npm"), *arguments], cwd=cwd, capture_output=True, text=True, timeout=LONG)
    assert done.returncode == 0, f"npm {' '.join(arguments)}\n{done.stdout}\n{done.stderr}"


def install(cwd: Path) -> None:
    """`npm ci`, three times if need be: it has hung for over an hour on a request that nobody answered."""
    for attempt in range(3):
        try:
            npm("ci", "--no-audit", "--no-fund", "--fetch-timeout=30000", cwd=cwd)
        except subprocess.TimeoutExpired:
            if attempt == 2:
                raise
        else:
            return


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources with their packages installed, outside the repository but with its tests in reach."""
    need("node")
    root = tmp_path_factory.mktemp("js")
    (root / "tests").symlink_to(ROOT / "tests")
    copy = root / "opscope" / "ui"
    shutil.copytree(UI, copy, ignore=shutil.ignore_patterns("node_modules", "static", "__pycache__"))
    install(copy / "js")
    return copy


def test_units(copy: Path):
    npm("test", cwd=copy / "js")


def test_types(copy: Path):
    npm("run", "check", cwd=copy / "js")


def test_the_committed_bundle_is_up_to_date(copy: Path):
    (copy / "static").mkdir()
    npm("run", "build", cwd=copy / "js")
    built = [path.name for path in (copy / "static").iterdir()]
    assert built
    _, stale, missing = filecmp.cmpfiles(copy / "static", UI / "static", built, shallow=False)
    assert not stale + missing, "run `make js`"
