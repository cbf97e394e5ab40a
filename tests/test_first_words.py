"""Docstrings begin with a verb or a noun of the field; in them things do not say, tell, know or ask."""

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


SPEECH = re.compile(r"\b(says?|tells?|told|said|knows|asks)\b")
SILENT = ("core", "eager", "ir", "onnx", "ops", "paddle", "runtime")


def docstrings(text: str) -> Iterator[tuple[str, str]]:
    """The names in a module with their docstrings."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, NODES) and (doc := ast.get_docstring(node)):
            yield getattr(node, "name", "module"), doc


def refused(text: str) -> Iterator[str]:
    """The docstrings of a module that begin with a refused word: the name and the first line."""
    for name, doc in docstrings(text):
        if REFUSED.match(doc):
            yield f"{name}: {doc.splitlines()[0]}"


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


def test_things_neither_say_nor_know():
    found = [
        f"{file.relative_to(ROOT)}: {name}: {match[0]}"
        for package in SILENT
        for file in sorted(Path(ROOT, "opscope", package).rglob("*.py"))
        for name, doc in docstrings(file.read_text("utf-8"))
        if (match := SPEECH.search(doc))
    ]
    assert not found, "\n".join(found)


def test_a_thing_that_says_is_found():
    assert SPEECH.search("Rows as the index says.") and not SPEECH.search("An essay about the unknown.")
