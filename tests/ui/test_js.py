"""The widget's JavaScript: its own tests, and whether what ships was built from what is read."""

import filecmp
import shutil
from pathlib import Path

import pytest

from tests.examples import ROOT
from tests.need import need
from tests.npm import install, npm

UI = ROOT / "opscope" / "ui"


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
