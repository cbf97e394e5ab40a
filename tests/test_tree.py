"""The shape of the repository: what may stand where, and how large a file may grow."""

import ast
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.examples import ROOT

TOP_LEVEL = {"opscope", "notebooks", "tests", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "Makefile"}
TOP_LEVEL |= {"CITATION.cff", "CONTRIBUTING.md", "SECURITY.md"}  # where people and tools look for them
NAMED_BY_PADDLE = Path("opscope/paddle/utils")  # the name of Paddle's namespace
CEILING = 700  # lines of a file
MOST_FILES = 30  # of a folder


@pytest.fixture(scope="module")
def files() -> list[Path]:
    """What git keeps, or would keep."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"not a git checkout: {done.stderr.strip()}")
    return [path for path in map(Path, done.stdout.splitlines()) if (ROOT / path).exists()]


def test_top_level(files: list[Path]):
    assert {path.parts[0] for path in files if not path.parts[0].startswith(".")} <= TOP_LEVEL


def test_packages_are_named_by_their_idea(files: list[Path]):
    assert not {"utils", "helpers", "common", "manager"} & {
        part
        for path in files
        for part in (path.relative_to(NAMED_BY_PADDLE) if NAMED_BY_PADDLE in path.parents else path)
        .with_suffix("")
        .parts
    }


def test_folders_can_be_looked_over(files: list[Path]):
    folders = Counter(path.parent for path in files if path.suffix == ".py" and path.parts[0] == "opscope")
    assert not {str(folder): n for folder, n in folders.items() if n > MOST_FILES}


def test_a_class_has_a_name_of_its_own(files: list[Path]):
    """Two classes of one name are told apart by their imports only. Paddle's names are Paddle's."""
    homes: dict[str, list[str]] = {}
    for path in files:
        if path.suffix == ".py" and path.parts[0] == "opscope" and path.parts[1] != "paddle":
            for node in ast.parse((ROOT / path).read_text()).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes.setdefault(node.name, []).append(str(path))
    assert not {name: paths for name, paths in homes.items() if len(paths) > 1}


def test_files_hold_one_idea(files: list[Path]):
    sources = [p for p in files if p.suffix in {".py", ".js"} and p.parts[:3] != ("opscope", "ui", "static")]
    long = {str(p): n for p in sources if (n := len((ROOT / p).read_text().splitlines())) > CEILING}
    assert not long
