"""Docstrings begin with a verb or a noun, and name what they mean; in them things do not say, tell, know or ask."""

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
# "those" and "that" in place of a noun, and "one" for a person: the noun, or "you", is as short and read once
NAMELESS = re.compile(
    r"\bthose(?= (of|in|at|for|with|without|from|that|which|who|whose|to|on|by|under|beside|around|inside|outside"
    r"|before|after|behind|it|here|there|is|are|were|has|have|and|or)\b| ?[,.;:)]|$)"
    r"|\bthat(?= (of|from|at|in|for|with)\b)"
    r"|\b(where|what|how) one (?!is\b|was\b|has\b)(\w+s|may|can|must|will)\b"
)
QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|^ *(>>>|\.\.\.) .*$", re.MULTILINE)


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


def first_sentence(doc: str) -> str:
    """The first sentence of a docstring."""
    paragraph = " ".join(doc.split("\n\n")[0].split())
    found = re.match(r".*?\.(?=\s|$)", paragraph)
    return found[0] if found else paragraph


def test_things_neither_say_nor_know():
    found = [
        f"{file.relative_to(ROOT)}: {name}: {match[0]}"
        for file in sorted(Path(ROOT, "opscope").rglob("*.py"))
        for name, doc in docstrings(file.read_text("utf-8"))
        if (match := SPEECH.search(QUOTED.sub("", doc)))
    ]
    assert not found, "\n".join(found)


def test_a_thing_that_says_is_found():
    assert SPEECH.search("Rows as the index says.") and not SPEECH.search("An essay about the unknown.")
    assert not SPEECH.search(QUOTED.sub("", 'Print what `x says`, or "it says".\n\n>>> says()\n'))


def test_first_sentences_name_their_nouns():
    found = [
        f"{file.relative_to(ROOT)}: {name}: {match[0]}: {first_sentence(doc)}"
        for file in sorted(Path(ROOT, "opscope").rglob("*.py"))
        for name, doc in docstrings(file.read_text("utf-8"))
        if (match := NAMELESS.search(first_sentence(doc)))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "sentence",
    [
        "Return the ids, those of parents first.",
        "Values, and those that a run stores.",
        "Return those.",
        "A clock like that of the run.",
        "Return what one types.",
        "The place where one goes.",
    ],
)
def test_a_missing_noun_is_found(sentence: str):
    assert NAMELESS.search(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Return those operators.",
        "The names that those operators have.",
        "Values that are equal to those values in all steps.",
        "Return the values one by one, if one is given.",
        "Return where one is.",
        "The file that is read.",
    ],
)
def test_a_sentence_with_nouns_is_allowed(sentence: str):
    assert not NAMELESS.search(sentence)


def test_the_first_sentence_ends_at_a_period():
    assert first_sentence("Return 1.5 of a\nthing. More.\n\nBody.") == "Return 1.5 of a thing."
    assert first_sentence("Title\n\nBody.") == "Title"
