"""What the prompt prints with rich and without it, and what goes to a pager."""

import os
import pydoc
import re

import pytest

from opscope.cli.styled_text import terminal
from opscope.commands.plain_text import Console
from opscope.commands.printer import Printer

ROWS = [["h", "float32[3]"], ["a_long_name", "int64[2, 2]"]]


def without_colors(text):
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def printed(capsys, output):
    at = Printer(output)
    at.line(("step 3", "bold"), "  ", ("op 1", "dim"))
    at.line("x" * 300, cut=True)
    at.rows(("name", "value"), ROWS, right=("value",))
    at.text("two\nlines")
    return [line.rstrip() for line in without_colors(capsys.readouterr().out).splitlines()]


def test_without_rich_the_text_is_the_same(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert printed(capsys, Console()) == printed(capsys, terminal())
    for output in (Console(), terminal()):
        assert [str(line) for line in output.highlighted("a = 1\nb")][:2] == ["a = 1", "b"]


@pytest.mark.parametrize("output", [terminal, Console], ids=["rich", "plain"])
def test_a_narrow_table_keeps_its_short_columns(capsys, monkeypatch, output):
    monkeypatch.setenv("COLUMNS", "40")
    names = ("name", "here", "where")
    Printer(output()).rows(names, [("paddle.static.default_startup_program", "yes", "opscope.ir.program.context")])
    lines = without_colors(capsys.readouterr().out).splitlines()
    assert all(len(line.rstrip()) <= 40 for line in lines)
    assert lines[0].split() == list(names) and lines[1].split()[1] == "yes"


@pytest.mark.parametrize("output", [terminal, Console], ids=["rich", "plain"])
def test_text_that_is_not_wrapped_is_not_cut(capsys, monkeypatch, output):
    monkeypatch.setenv("COLUMNS", "40")
    Printer(output()).text("  step 51  " + "h " * 40 + "train.py:9  <- cause")
    assert without_colors(capsys.readouterr().out).rstrip().endswith("train.py:9  <- cause")


@pytest.mark.parametrize("output", [terminal, Console], ids=["rich", "plain"])
def test_the_lines_of_an_entry_begin_below_each_other(capsys, monkeypatch, output):
    monkeypatch.setenv("COLUMNS", "40")
    Printer(output()).entry("evidence: ", "word " * 20, "bold")
    first, *lines = [line.rstrip() for line in without_colors(capsys.readouterr().out).splitlines()]
    assert first == "evidence: " + "word " * 5 + "word" and set(lines[:-1]) == {" " * 10 + "word " * 5 + "word"}
    assert "".join([first, *lines]).count("word") == 20


@pytest.mark.parametrize("output", [terminal, Console], ids=["rich", "plain"])
def test_long_lists_are_paged_for_a_reader(capsys, monkeypatch, output):
    monkeypatch.setenv("LINES", "10")
    monkeypatch.setattr(os, "environ", dict(os.environ))
    paged = []
    monkeypatch.setattr(pydoc, "pager", lambda text, *title: paged.append(without_colors(text)))
    at = Printer(output(), pages=True)
    at.rows(("", ""), ROWS)
    assert not paged and "a_long_name" in capsys.readouterr().out
    at.rows(("", ""), ROWS * 10)
    assert paged[0].count("a_long_name") == 10 and capsys.readouterr().out == ""
    assert os.environ["LESS"] == "FRX"
    Printer(output()).rows(("", ""), ROWS * 10)  # nobody types: a pipe, --batch
    assert capsys.readouterr().out.count("a_long_name") == 10


@pytest.mark.parametrize("value, has_colors", [("1", False), ("", True)])
def test_no_color_takes_colors_and_leaves_bold(capsys, monkeypatch, value, has_colors):
    """As no-color.org says: it is about colors only, and an empty one says nothing."""
    pytest.importorskip("rich")
    monkeypatch.setenv("NO_COLOR", value)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    Printer(terminal()).line(("red", "red"), ("bold", "bold"))
    out = capsys.readouterr().out
    assert ("\x1b[31m" in out) is has_colors and "\x1b[1mbold" in out
