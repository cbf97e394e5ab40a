"""Docstrings begin with a verb or a noun of the field, never with a pronoun or a question word."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples import ROOT

REFUSED = re.compile(
    r"(What|Whether|How|Where|Which|Who|Whose|Why|When|Of|As|It|One|Another|That|Those|These|Told|Said"
    r"|(In|To|With|For|On) (which|what|whom))\b"
)
NODES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def refused(text: str) -> Iterator[str]:
    """The docstrings of a module that begin with a refused word: the name and the first line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, NODES) and REFUSED.match(doc := ast.get_docstring(node) or ""):
            yield f"{getattr(node, 'name', 'module')}: {doc.splitlines()[0]}"


@pytest.mark.parametrize(
    "first", ["What the file says.", "One step.", "Of each row the sum.", "As `find`.", "In which precision."]
)
def test_a_refused_word_is_found(first: str):
    assert list(refused(f'def f():\n    """{first}"""\n')) == [f"f: {first}"]
    assert [*refused(f'"""{first}"""\n'), *refused(f'class C:\n    """{first}"""\n')] == [
        f"module: {first}",
        f"C: {first}",
    ]


def test_other_words_are_allowed():
    assert not list(refused('"""Onesided whatever."""\n\ndef f():\n    """Return what was kept, as one."""\n'))


def test_no_docstring_of_opscope_begins_with_one():
    files = sorted(Path(ROOT, "opscope").rglob("*.py"))
    assert len(files) > 1000
    found = [f"{file.relative_to(ROOT)}: {each}" for file in files for each in refused(file.read_text("utf-8"))]
    assert not found, "\n".join(found)
