"""Progress bars: on a terminal, after a while, and gone when the work is over."""

import io
import threading
import types

import pytest

import opscope
from opscope.core import progress_bar
from opscope.core.progress_bar import progress, progressed


class Screen(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def bars(monkeypatch):
    """The bars that are shown, at once, on a stderr that is a terminal; `shown` is set by the first."""
    # not sys.stderr itself: pytest sets that anew between a fixture and its test
    monkeypatch.setattr(progress_bar, "sys", types.SimpleNamespace(stderr=Screen(), stdout=Screen()))
    monkeypatch.setattr(progress_bar, "PATIENCE", 0.0)
    found, real, shown = [], progress_bar.shown_bar, threading.Event()

    def keep(*args):
        found.append(real(*args))
        shown.set()
        return found[-1]

    monkeypatch.setattr(progress_bar, "shown_bar", keep)
    return found, shown


def test_it_counts_what_is_done(bars):
    found, shown = bars
    items = progressed(range(3), "reading nodes")
    assert next(items) == 0
    assert shown.wait(5) and list(items) == [1, 2]
    (task,) = found[0].tasks
    assert (task.completed, task.total) == (3, 3) and not found[0].live.is_started
    assert task.description == "reading nodes"


def test_without_a_total_it_ends_with_the_work_even_if_that_fails(bars):
    found, shown = bars

    def fail():
        with progress("laying out"):
            assert shown.wait(5)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert found[0].tasks[0].total is None and not found[0].live.is_started


def test_a_pipe_gets_none(capsys, monkeypatch):
    monkeypatch.setattr(progress_bar, "shown_bar", lambda *args: pytest.fail("stderr is not a terminal"))
    monkeypatch.setattr(progress_bar, "PATIENCE", 0.0)
    assert list(progressed(iter([1, 2]), "items")) == [1, 2]
    assert capsys.readouterr().err == ""


def test_its_threads_are_none_of_the_program_that_is_debugged(bars):
    """A stop would say which thread stands, of a program that has only one."""
    found, shown = bars

    def program():
        with progress("reading nodes"):
            assert shown.wait(5)
        progress_bar.shown_bar("searching", 3).stop()

    run = opscope.debug(program)
    run.wait()
    assert len(found) == 2 and list(run.session.threads.names) == [1]
