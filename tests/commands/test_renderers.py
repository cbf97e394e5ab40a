"""Results of commands are printed by their type: one renderer each, for the prompt, cells and editors."""

from __future__ import annotations

import ast
import inspect
import io
from collections.abc import Iterator
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from opscope.commands.groups import load_commands
from opscope.commands.plain_text import Console, Text
from opscope.commands.printer import Printer
from opscope.commands.renderers import RENDERERS, CutLine, render, renders
from opscope.commands.table import COMMANDS

load_commands()


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_returns_has_a_renderer(name: str):
    for kind in types_in(get_type_hints(COMMANDS[name].function)["return"]):
        assert kind in (Any, type(None)) or any(each in RENDERERS for each in kind.__mro__), kind


def types_in(hint: Any) -> Iterator[type]:
    if isinstance(hint, UnionType) or get_origin(hint) is list:
        for each in get_args(hint):
            yield from types_in(each)
    else:
        yield hint


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_prints_by_itself(name: str):
    """It returns a result, or renders one before it shows the place; the texts are those of the renderers."""
    tree = ast.parse(inspect.getsource(COMMANDS[name].function).lstrip())
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert "printer" not in used


def test_a_result_is_printed_by_the_nearest_type():
    text = io.StringIO()
    printer = Printer(Console(20, text))
    for result in ("a line that is longer than the width", CutLine("a line that is longer than the width"), None, []):
        render(printer, result)
    render(printer, [Text.assemble("styled", (" text", "bold"))])
    assert text.getvalue() == "a line that is longer than the width\na line that is long…\nstyled text\n"


def test_a_type_has_one_renderer_and_a_result_has_one():
    with pytest.raises(AssertionError, match="two renderers of str"):
        renders(str)(lambda printer, line: None)
    with pytest.raises(AssertionError, match="no renderer of int"):
        render(Printer(), 3)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_fits_in_a_terminal(name: str):
    text = io.StringIO()
    render(Printer(Console(80, text)), COMMANDS[name])
    assert max(map(len, text.getvalue().splitlines()[1:])) <= 80
    assert " ".join(COMMANDS[name].details.split()) in " ".join(text.getvalue().split())
