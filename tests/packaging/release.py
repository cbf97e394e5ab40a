"""Build what a package index gets, and check it: `make release REPOSITORY=...`. Nothing is uploaded, nothing is tagged.

Both files are built twice; the two builds have the same bytes. `test_wheel.py` uses the checks of the contents.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

from tests.packaging.conda_recipe import recipe

ROOT = Path(__file__).resolve().parents[2]
MOST = {".whl": 4_000_000, ".gz": 6_000_000}  # bytes: who doubles them says why
HEADING = re.compile(r"^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$", re.MULTILINE)


def version() -> str:
    """The version of this tree."""
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "opscope" / "_version.py").read_text("utf-8"), re.MULTILINE)
    assert found
    return found[1]


def package_files() -> set[str]:
    """The files of the package that a wheel has: no notes for its developers, no sources of the bundle."""
    hidden = {"__pycache__", "js"}
    paths = [
        p for p in (ROOT / "opscope").rglob("*") if p.is_file() and p.suffix != ".md" and not hidden & set(p.parts)
    ]
    return {p.relative_to(ROOT).as_posix() for p in paths}


def wheel_files(wheel: Path) -> set[str]:
    """The files of a wheel, but for its metadata."""
    return {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}


def sdist_files(sdist: Path) -> set[str]:
    """The files of a source distribution, relative to its folder."""
    with tarfile.open(sdist) as archive:
        return {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}


def tracked_files() -> set[str]:
    """The files that git keeps, but for those of the machinery around the project."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return {name for name in listed if not name.startswith(".") and (ROOT / name).exists()}


def build(folder: Path) -> list[Path]:
    """Build the source distribution, and the wheel from it."""
    command = [sys.executable, "-m", "uv", "build", "--quiet", "--out-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    return sorted(p for p in folder.iterdir() if p.suffix in MOST)


def digests(files: list[Path]) -> dict[str, str]:
    """Name -> SHA-256."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def problems(files: list[Path], again: list[Path]) -> list[str]:
    """What is wrong with the files of two builds."""
    sdist, wheel = sorted(files, key=lambda f: f.suffix)
    found = [f"{n} has other bytes in a second build" for n, d in digests(files).items() if digests(again).get(n) != d]
    found += [f"{f.name} has {f.stat().st_size:,} bytes, more than {MOST[f.suffix]:,}" for f in files
              if f.stat().st_size > MOST[f.suffix]]  # fmt: skip
    found += [f"{name}: only in the tree, or only in the wheel" for name in wheel_files(wheel) ^ package_files()]
    others = sdist_files(sdist) - {"PKG-INFO", ".gitignore"}
    found += [f"{name}: only in the tree, or only in the sdist" for name in others ^ tracked_files()]
    newest = HEADING.search((ROOT / "CHANGELOG.md").read_text("utf-8"))
    if newest is None or newest[1] != version():
        found.append(f"the newest version with a date in CHANGELOG.md is not {version()}")
    return found


def unconfirmed(repository: str) -> list[str]:
    """Why the address of the repository is not known to be right: no test can say who owns it."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    if repository.rstrip("/") == urls["Homepage"]:
        return []
    return [
        f"the repository is {urls['Homepage']} in pyproject.toml, and you confirmed {repository or 'nothing'}. "
        "An index shows these links for ever. If the address is yours, confirm it: "
        f"`make release REPOSITORY={urls['Homepage']}`; if not, write yours into pyproject.toml first"
    ]


def main(target: Path, repository: str = "") -> int:
    """Build twice, check, and put the files into a folder. Returns the exit status.

    `repository` is the address in pyproject.toml, from somebody who knows that it is the project's.
    """
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        files, again = build(Path(first)), build(Path(second))
        wrong = [*problems(files, again), *unconfirmed(repository)]
        checked = subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *map(str, files)], check=False)
        for text in wrong:
            print(f"make release: {text}", file=sys.stderr)
        if wrong or checked.returncode:
            return 1
        target.mkdir(exist_ok=True)
        for file in files:
            shutil.copy(file, target)
            if file.suffix == ".gz":
                (target / "conda").mkdir(exist_ok=True)
                (target / "conda" / "recipe.yaml").write_text(recipe(file, version()), encoding="utf-8")
            print(f"{os.path.getsize(file):>10,} bytes  sha256 {digests([file])[file.name]}  {target / file.name}")
    print(f"opscope {version()}: nothing was uploaded, nothing was tagged; CONTRIBUTING.md says how that is done")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
