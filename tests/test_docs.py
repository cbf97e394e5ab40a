"""What the documentation shows, works."""

import doctest
import html
import importlib
import re
from pathlib import Path

import pytest

from tests.examples import (
    README,
    ROOT,
    Example,
    docstring_examples,
    examples_in,
    model_file,
    page_examples,
    readme_examples,
    training,
)

PICTURES = ROOT / "notebooks" / "images"
TOOL = ("opscope.debug", "opscope.viz", "opscope.notebook", "opscope.sinks")  # where examples use names of `training`


def test_readme_has_examples():
    assert README.exists(), "README.md is missing"
    assert readme_examples(), "README.md has no ```python block"


@pytest.mark.filterwarnings("ignore:.* encountered in:RuntimeWarning")  # some show how to find a NaN
@pytest.mark.parametrize("example", [*readme_examples(), *page_examples()], ids=str)
def test_example(example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "train.py"  # a file, because the debugger reads names and lines from the source
    script.write_text(example.code, encoding="utf-8")
    exec(compile(example.code, script, "exec"), {"__name__": "__main__"})
    picture = PICTURES / f"{example.path.stem}.svg"
    if picture.exists() and example == examples_in(example.path)[0]:
        shown = {word for text in re.findall(r"<text [^>]*>([^<]*)</text>", picture.read_text("utf-8"))[1:] for word in
                 re.findall(r"[A-Za-z_]{3,}(?!\w*…)", html.unescape(text))}  # fmt: skip
        printed = set(re.findall(r"[A-Za-z_]{3,}", capsys.readouterr().out))
        if example.path.stem == "profile":  # which operators take longest is another matter on each machine
            shown -= {word for word in shown - printed if word.islower() or word == "GRAD"}
        assert len(shown) > 10 and shown <= printed, f"{picture.name} is old: make pictures"


@pytest.mark.parametrize("example", docstring_examples(), ids=lambda e: f"{e.name}:{e.lineno}")
def test_docstring_example(example: doctest.DocTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    code = "".join(line.source for line in example.examples if not line.options)
    used = set(re.findall(r"\b(train|run|exe|program|debug|viz|opscope)\b", code))
    module = importlib.import_module(example.globs["__name__"])
    example.globs |= vars(module)
    if used and module.__name__.startswith(TOOL):
        example.globs |= training()
    if "model.onnx" in code:
        example.globs |= model_file(tmp_path)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=report.append)
    assert not report, "".join(report)
