"""Code in the file `<string>` has no source lines: in Python 3.13, linecache has the text of `python -c` there."""

import linecache
from collections import namedtuple

import pytest

from opscope import debug, paddle
from opscope.core.source import Site
from opscope.core.source_text.file_lines import definition_lines
from opscope.debug.frames.loop_counters import loop_counters
from opscope.debug.frames.python_frames import PythonFrame
from opscope.errors import NotFound

# The same statements at the same places, with other names and numbers.
OF_THE_PROCESS = """\
def spread(x):
    for step in range(2):
        doubled = x * 2
    return doubled
"""
EXECUTED = """\
def scaled(x):
    for _ in range(2):
        tripled = x * 3
    return tripled
"""


@pytest.fixture
def space(monkeypatch):
    lines = OF_THE_PROCESS.splitlines(keepends=True)
    monkeypatch.setitem(linecache.cache, "<string>", (len(OF_THE_PROCESS), None, lines, "<string>"))
    found = {}
    exec(EXECUTED, found)
    return found


def test_a_name_of_the_other_text_has_no_value(space):
    paddle.disable_static()
    run = debug.start(lambda: space["scaled"](paddle.ones([2])))
    run.wait()
    with pytest.raises(NotFound, match="'doubled'"):
        run.value("doubled")


def test_a_line_has_no_text_of_the_other_text(space):
    site = Site("<string>", 3, space["scaled"].__name__)
    assert (site.where, site.code) == ("<string>:3 in scaled", "")


def test_a_loop_of_the_other_text_has_no_counter(space):
    class Frame:
        f_code, f_locals = space["scaled"].__code__, {"step": 1}

    assert loop_counters([PythonFrame(Frame, 3, 0, "python")]) == ""


def test_a_function_has_no_definition_in_the_other_text(space):
    with pytest.raises(OSError, match="could not get source code"):
        definition_lines(space["scaled"])
    assert definition_lines(namedtuple)[0][0].startswith("def namedtuple(")
