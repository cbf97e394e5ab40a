"""Runs that tests of the debugger start, and what they must leave as it was."""

import pytest

from opscope import debug, paddle
from opscope.paddle.optimizer import Optimizer
from tests.debug.eager_runs import LONG
from tests.eager.watching import OFF, seams

PLAIN_STEP = Optimizer._step


@pytest.fixture
def nothing_stays():
    """Eager code is told to nobody any more when a test is over."""
    yield
    assert all(now is then for now, then in zip(seams(), OFF, strict=True))
    assert Optimizer._step is PLAIN_STEP


@pytest.fixture
def static():
    """Static mode, with programs and a scope of the test's own."""
    paddle.enable_static()
    programs = paddle.static.Program(), paddle.static.Program()
    with paddle.static.program_guard(*programs), paddle.static.scope_guard(paddle.static.Scope()):
        yield
    paddle.disable_static()


@pytest.fixture
def begin():
    """Start a run; whatever a test leaves of it is ended."""
    started = []

    def start(body, **options):
        run = debug.start(body, **options)
        started.append(run)
        return run

    yield start
    for run in started:
        if not run.done:
            run.stop(LONG)


@pytest.fixture
def standing(begin):
    """A run that stands before its first op."""

    def start(body, **options):
        run = begin(body, entry=True, **options)
        assert run.until_stopped(LONG).reason == "entry"
        return run

    return start
