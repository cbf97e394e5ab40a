"""Every public function and command of the tool says what it takes, returns and raises, and shows an example."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import griffe
import pytest

from opscope import debug, notebook, viz
from opscope.debug import rules

KINDS = griffe.DocstringSectionKind
CLASSES = (debug.Run, debug.Recording, debug.Taps, notebook.Live)
EXCEPTIONS = {"NotImplementedError", "AssertionError"}


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    for module in (debug, rules, viz, notebook):
        for name in module.__all__:
            found = inspect.unwrap(getattr(module, name))
            if inspect.isfunction(found):
                yield f"{module.__name__}.{name}", found
    for cls in CLASSES:
        known = set(dir(debug.Run(print))) | {n for n in vars(cls) if not n.startswith("_")}
        for name in sorted(known):
            found = inspect.getattr_static(cls, name, None)
            if inspect.isfunction(found) and (cls is not notebook.Live or name in vars(cls)):
                yield f"{cls.__name__}.{name}", found


# Documented by their first line alone: nobody but the panel and the command line calls them.
INTERNAL = debug.Run._internal | {"until_continued", "records", "started_event", "detail"}
PUBLIC = [pytest.param(f, id=name) for name, f in public_functions() if name.rpartition(".")[2] not in INTERNAL]


def sections(function: Callable[..., Any]) -> dict[griffe.DocstringSectionKind, Any]:
    parsed = griffe.Docstring(inspect.getdoc(function) or "", lineno=1).parse("google", warnings=False)
    return {section.kind: section.value for section in parsed}


@pytest.mark.parametrize("function", PUBLIC)
def test_a_docstring_has_every_argument(function: Callable[..., Any]):
    expected = [name for name in inspect.signature(function).parameters if name != "self"]
    assert [argument.name for argument in sections(function).get(KINDS.parameters, [])] == expected


@pytest.mark.parametrize("function", PUBLIC)
def test_a_docstring_says_what_is_returned_and_raised(function: Callable[..., Any]):
    found = sections(function)
    returned = str(inspect.signature(function).return_annotation)
    assert (KINDS.returns in found) == (returned not in ("None", "<class 'inspect._empty'>")), returned
    source = ast.parse(textwrap.dedent(inspect.getsource(function)))
    raised = {
        node.exc.func.id
        for node in ast.walk(source)
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name)
    }
    documented = {str(error.annotation) for error in found.get(KINDS.raises, [])}
    assert raised - EXCEPTIONS <= documented


@pytest.mark.parametrize("function", PUBLIC)
def test_a_docstring_has_a_sentence_and_an_example(function: Callable[..., Any]):
    found = sections(function)
    first = found[KINDS.text].partition("\n\n")[0]
    assert first[0].isupper() or not first[0].isalpha()
    assert first.rstrip().endswith((".", ":")), first
    assert "\nExample:\n    >>> " in (inspect.getdoc(function) or ""), "no example"
