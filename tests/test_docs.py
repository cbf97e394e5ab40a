"""What the documentation shows, works."""

import doctest
import importlib
from pathlib import Path

import pytest

from tests.examples import README, Example, docstring_examples, page_examples, readme_examples


def test_readme_has_examples():
    assert README.exists(), "README.md is missing"
    assert readme_examples(), "README.md has no ```python block"


@pytest.mark.filterwarnings("ignore:.* encountered in:RuntimeWarning")  # some show how to find a NaN
@pytest.mark.parametrize("example", [*readme_examples(), *page_examples()], ids=str)
def test_example(example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "train.py"  # a file, because the debugger reads names and lines from the source
    script.write_text(example.code, encoding="utf-8")
    exec(compile(example.code, script, "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("example", docstring_examples(), ids=lambda e: f"{e.name}:{e.lineno}")
def test_docstring_example(example: doctest.DocTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    example.globs |= vars(importlib.import_module(example.globs["__name__"]))
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=report.append)
    assert not report, "".join(report)
