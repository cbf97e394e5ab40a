"""`[tool.opscope]` and OPSCOPE_*: which one wins, what is refused, and that runs, pages and the terminal obey."""

import os
import tracemalloc

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.cli import main
from opscope.core.user_defaults import BUDGET, user_defaults
from opscope.errors import ArgumentError
from opscope.ui.page import page, themed


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder inside of the one whose pyproject.toml `write` writes."""
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text('[project]\nname = "other"\n')  # has no table of ours: not the one
    monkeypatch.chdir(inner)
    return tmp_path


def write(folder, text):
    table = "" if text.startswith("[") else "[tool.opscope]\n"
    (folder / "pyproject.toml").write_text(f"{table}{text}\n", encoding="utf-8")


def test_without_a_table_they_are_ours(folder):
    assert user_defaults() == (BUDGET, 20.0, "auto", "auto")


def test_the_nearest_table_counts_and_variables_win(folder, monkeypatch):
    write(folder, 'budget = "64MB"\nrate = 5\ntheme = "dark"\ncolor = "never"')
    assert user_defaults() == (64_000_000, 5.0, "dark", "never")
    monkeypatch.setenv("OPSCOPE_RATE", "all")
    monkeypatch.setenv("OPSCOPE_THEME", "light")
    assert user_defaults() == (64_000_000, None, "light", "never")


@pytest.mark.parametrize(
    "text, message, fix",
    [
        ('buget = "64MB"', r"\[tool.opscope\] has no key 'buget'", "did you mean 'budget'?"),
        ("zzz = 1", "has no key 'zzz'", "use one of the keys budget, rate, theme, color"),
        ('budget = "many"', "budget is 'many'", "a size, such as 64MB"),
        ("rate = 0", "rate is 0", 'a positive number, or "all"'),
        ("rate = true", "rate is True", "a positive number"),
        ('theme = "blue"', "theme is 'blue'", "auto, light, dark"),
        ("color = 1", "color is 1", "auto, always, never"),
        ("rate = ", "is not TOML", "correct the file"),
        (f"x = {'[' * 9000}", "is not TOML", "correct the file"),
        (f"rate = {'9' * 5000}", "is not TOML", "correct the file"),
        (f"rate = {'9' * 400}", "rate is 9999", "a positive number"),
        (f'budget = "{"9" * 400}GB"', "budget is '9999", "a size, such as 64MB"),
        ("[tool]\nopscope = 5", "opscope is not a table", "below the line"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(folder, text, message, fix):
    write(folder, text)
    with pytest.raises(ArgumentError, match=message) as failed:
        user_defaults()
    assert "pyproject.toml" in str(failed.value) and fix in str(failed.value) and len(str(failed.value)) < 1000


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/zero", path)])
def test_what_is_no_regular_file_is_passed_over(folder, make):
    make(folder / "pyproject.toml")
    assert user_defaults() == (BUDGET, 20.0, "auto", "auto")


def test_a_file_of_holes_is_not_read(folder):
    path = folder / "pyproject.toml"
    path.touch()
    os.truncate(path, 1 << 30)
    tracemalloc.start()
    with pytest.raises(ArgumentError, match="the file has 1073741824 bytes, but at most 1048576 are allowed"):
        user_defaults()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_misspelt_variables_are_refused_and_those_of_others_are_not(folder, monkeypatch):
    monkeypatch.setenv("OPSCOPE_CI", "1")
    monkeypatch.setenv("OPSCOPE_FULL_TRACEBACK", "1")
    assert user_defaults().color == "auto"
    monkeypatch.setenv("OPSCOPE_COLOUR", "never")
    with pytest.raises(ArgumentError, match=r"(?s)no variable OPSCOPE_COLOUR\n.*fix: did you mean OPSCOPE_COLOR\?"):
        user_defaults()


def test_a_run_takes_them_where_an_argument_is_missing(folder, monkeypatch):
    write(folder, 'budget = "3MB"\nrate = 7')
    by_default, given = debug.Run(print), debug.Run(print, record=5_000_000, hz=None)
    assert [run.session.driver.journal.budget for run in (by_default, given)] == [3_000_000, 5_000_000]
    write(folder, "rate = 'all'")
    paddle.enable_static()
    y = paddle.mean(paddle.static.data("x", [2]), name="y")
    exe = paddle.static.Executor()
    run = debug.start(lambda: [exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[y]) for _ in range(50)], ["*"])
    run.wait()
    assert len(run.history.of(y.name)) == 50


def test_a_command_refuses_wrong_ones_before_it_does_anything(folder, capsys):
    write(folder, "themes = 1")
    assert main(["api", "--count"]) == 2
    assert "did you mean 'theme'?" in capsys.readouterr().err


@pytest.mark.parametrize("color, variable", [("never", "NO_COLOR"), ("always", "FORCE_COLOR")])
def test_color_is_what_terminal_programs_read(folder, monkeypatch, capsys, color, variable):
    import os

    monkeypatch.setattr(os, "environ", dict(os.environ) | {"OPSCOPE_COLOR": color})
    assert main(["completion", "fish"]) == 0
    assert os.environ[variable] == "1" and "opscope" in capsys.readouterr().out


def test_pages_are_light_or_dark_for_all():
    css = "a{color-scheme:light dark} @media screen and (prefers-color-scheme:dark){b{}}"
    assert themed(css, "auto") == css
    assert themed(css, "dark") == "a{color-scheme: dark} @media screen and (min-width: 0){b{}}"
    assert themed(css, "light") == "a{color-scheme: light} @media screen and (max-width: 0){b{}}"
    assert "prefers-color-scheme" not in page([], theme="dark").partition("<body")[0]
