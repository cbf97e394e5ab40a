"""The shape of the repository: what may stand where, and how large a file may grow."""

import subprocess
from pathlib import Path

import pytest

from tests.examples import ROOT

TOP_LEVEL = {"opscope", "notebooks", "tests", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "Makefile"}
TOP_LEVEL |= {"CITATION.cff", "CONTRIBUTING.md", "SECURITY.md"}  # where people and tools look for them
NAMED_BY_PADDLE = Path("opscope/paddle/utils")  # the name of Paddle's namespace
CEILING = 800  # lines; a hint, not a law: recursive classes (Program, Block, Operator, Variable) belong in one file


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


def test_files_hold_one_idea(files: list[Path]):
    sources = [p for p in files if p.suffix in {".py", ".js"} and p.parts[:3] != ("opscope", "ui", "static")]
    long = {str(p): n for p in sources if (n := len((ROOT / p).read_text().splitlines())) > CEILING}
    assert not long
