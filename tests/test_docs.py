"""What the documentation shows, works."""

import ast
import doctest
import html
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from opscope import debug, sinks
from opscope.debug.conditions.condition import Condition
from opscope.errors import MissingPackage, OpscopeError
from tests.examples import (
    PAGES,
    README,
    ROOT,
    Example,
    docstring_examples,
    examples_in,
    model_file,
    not_printed,
    page_examples,
    readme_examples,
    table_snippets,
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
    if "import torch" in example.code:
        pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "train.py"  # a file, because the debugger reads names and lines from the source
    script.write_text(example.code, encoding="utf-8")
    exec(compile(example.code, script, "exec"), {"__name__": "__main__"})
    output = capsys.readouterr().out
    assert not (missing := not_printed(example.code, output)), f"shown as printed, but it is not: {missing}\n{output}"
    picture = PICTURES / f"{example.path.stem}.svg"
    if picture.exists() and example == examples_in(example.path)[0]:
        shown = {word for text in re.findall(r"<text [^>]*>([^<]*)</text>", picture.read_text("utf-8"))[1:] for word in
                 re.findall(r"[A-Za-z_]{3,}(?!\w*…)", html.unescape(text))}  # fmt: skip
        printed = set(re.findall(r"[A-Za-z_]{3,}", output))
        if example.path.stem == "profile":  # which operators take longest is another matter on each machine
            shown -= {word for word in shown - printed if word.islower() or word == "GRAD"}
        assert len(shown) > 10 and shown <= printed, f"{picture.name} is old: make pictures"


PAGES_WITH_TABLES = [page for page in sorted(PAGES.rglob("*.md")) if examples_in(page) and table_snippets(page)]


@pytest.mark.filterwarnings("ignore:.* encountered in:RuntimeWarning")
@pytest.mark.parametrize("page", PAGES_WITH_TABLES, ids=lambda page: page.stem)
def test_the_calls_in_the_tables_of_a_page_work_behind_its_code(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A call may fail only for a package that is missing, and no breakpoint of a table can never stop."""
    monkeypatch.chdir(tmp_path)
    script, (first, *_) = tmp_path / "train.py", examples_in(page)
    if "import torch" in first.code:
        pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    script.write_text(first.code, encoding="utf-8")
    context: dict[str, Any] = {"__name__": "__main__", "debug": debug}
    exec(compile(first.code, script, "exec"), context)
    ran = 0
    for snippet in table_snippets(page):
        tree = ast.parse(snippet.code, mode="eval")
        nodes = [*ast.walk(tree)]
        free = {n.id for n in nodes if isinstance(n, ast.Name)} - {n.arg for n in nodes if isinstance(n, ast.arg)}
        if not free <= context.keys() or any(isinstance(n, ast.Constant) and n.value is ... for n in nodes):
            continue
        ran += 1
        try:
            made = eval(snippet.code, context)
        except MissingPackage:
            continue
        except OpscopeError as e:
            raise AssertionError(f"{snippet}: {snippet.code}") from e
        if isinstance(made, sinks.EventSink):
            made.close()
        condition = getattr(made, "condition", None)
        if isinstance(condition, Condition) and condition.names():  # a condition whose value is not known never holds
            assert context["run"].evaluate(str(condition)) is not None, f"{snippet}: {snippet.code}"
    assert ran or page.stem not in ("stop-on-a-condition", "numbers-elsewhere")


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
