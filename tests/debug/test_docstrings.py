"""Every public function and command of the tool says what it takes, returns and raises, and shows an example."""

import ast
import dataclasses
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import griffe
import pytest

from notebooks.reference_pages import PARTS, RESULTS
from opscope import debug, notebook, onnx, sinks, viz
from opscope.debug import rules

KINDS = griffe.DocstringSectionKind
RESULT_CLASSES = tuple(getattr(debug, name) for name in RESULTS if name != "Session")
RULE_CLASSES = tuple(found for name in rules.__all__ if inspect.isclass(found := getattr(rules, name)))
CLASSES = (debug.Run, notebook.Live, *RESULT_CLASSES, *PARTS, *RULE_CLASSES, sinks.EventSink, onnx.Model)
EXCEPTIONS = {"NotImplementedError", "AssertionError"}


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    for module in (debug, rules, viz, notebook, sinks, onnx):
        for name in getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]:
            found = inspect.unwrap(getattr(module, name))
            if inspect.isfunction(found):
                yield f"{module.__name__}.{name}", found
    for cls in CLASSES:
        known = {n for c in cls.__mro__ if c.__module__.startswith("opscope") for n in vars(c)}
        for name in sorted(known if cls is not notebook.Live else vars(cls)):
            found = inspect.getattr_static(cls, name)
            found = found.__func__ if isinstance(found, classmethod | staticmethod) else found
            if inspect.isfunction(found) and not name.startswith("_"):
                yield f"{cls.__name__}.{name}", found


# Documented by their first line alone: nobody but the panel and the command line calls them.
INTERNAL = {*debug.Run._internal, "until_continued", "started_event", "threshold_text"}
NAMED = {name: f for name, f in public_functions() if name.partition(".")[2] not in INTERNAL}
PUBLIC = [pytest.param(f, id=name) for name, f in NAMED.items()]
# What the check calls, what it asks of a rule (the class has an example), and what one sees by calling `rows`.
CALLED_BY_THE_TOOL = {"Checks.add", "Checks.applied", "Checks.skip", "Mute.covers", "ProfileRows.records"}
CALLED_BY_THE_TOOL |= {"CheckedGradient.of_outcome", "Rule.review", "Rule.look", "Rule.follow_loss", "Rule.conclude"}
CALLED_BY_USERS = [pytest.param(f, id=name) for name, f in NAMED.items() if name not in CALLED_BY_THE_TOOL]


def sections(function: Callable[..., Any]) -> dict[griffe.DocstringSectionKind, Any]:
    parsed = griffe.Docstring(inspect.getdoc(function) or "", lineno=1).parse("google", warnings=False)
    return {section.kind: section.value for section in parsed}


def test_what_users_call_is_found():
    assert {"Run.goto", "Taps.to_frame", "History.plot", "EventSink.write", "Model.run", "Selector.parse"} <= set(NAMED)
    assert len(NAMED) > 150 and set(NAMED) >= CALLED_BY_THE_TOOL


@pytest.mark.parametrize("function", PUBLIC)
def test_a_docstring_has_every_argument(function: Callable[..., Any]):
    expected = [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]
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
def test_a_docstring_begins_with_a_sentence(function: Callable[..., Any]):
    first = sections(function)[KINDS.text].partition("\n\n")[0]
    assert first[0].isupper() or not first[0].isalpha()
    assert first.rstrip().endswith((".", ":")), first


@pytest.mark.parametrize("function", CALLED_BY_USERS)
def test_a_docstring_has_an_example(function: Callable[..., Any]):
    assert "\nExample:\n    >>> " in (inspect.getdoc(function) or "")


@pytest.mark.parametrize("cls", [cls for cls in CLASSES if dataclasses.is_dataclass(cls)])
def test_a_class_says_what_its_fields_are(cls: type):
    words = set(re.findall(r"\w+", inspect.getdoc(cls) or ""))
    assert not [field.name for field in dataclasses.fields(cls) if field.name not in words]
