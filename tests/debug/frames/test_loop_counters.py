"""The counters of the loops around a stop are those that a reader of the loops finds; steps themselves count from 1."""

import itertools

import pytest

from opscope import debug
from opscope.debug.frames.loop_counters import loop_counters
from opscope.debug.frames.python_frames import running_frames
from tests.debug.frames.programs import Static, train

LONG = 60.0


def nested(look):
    for epoch in range(2):
        look(f"epoch={epoch}")
        for i, _batch in enumerate("ab"):
            look(f"epoch={epoch}, i={i}")
        look(f"epoch={epoch}")
    look("")


def progress(values):
    return values


def wrapped(look):
    for i, (_x, _y) in progress(enumerate([(1, 2), (3, 4)], 5)):
        look(f"i={i}")
    for step in itertools.count(7):
        look(f"step={step}")
        if step == 8:
            break
    for back in reversed(range(2)):
        look(f"back={back}")


def conditions(look):
    step, done = 0, False
    while not done and step < 3:
        look(f"step={step}")
        step += 1
        done = step == 2
    while done:
        look("")
        done = False


def no_counters(look):
    for _ in range(2):
        look("")
    for _letter in "ab":
        look("")
    for _name, _value in {"a": 1}.items():
        look("")
    for _i in range(2):
        pass
    else:
        look("")


def one_line(look):
    for i in range(2): look(f"i={i}")  # fmt: skip  # noqa: E701


def called(look):
    def inner(of):
        look(f"outer={outer}")
        for i in range(2):
            look(f"outer={outer}, i={i}")
        [look(f"outer={outer}") for _ in range(1)]
        return of

    for outer in range(2):
        inner(outer)


def recursive(look, i_of_caller=None):
    for i in range(2):
        before = "" if i_of_caller is None else f"recursive.i={i_of_caller}, recursive."
        look(f"{before}i={i}")
        if i_of_caller is None:
            recursive(look, i)


def exceptions(look):
    for i in range(2):
        try:
            if i:
                raise KeyError
            look(f"i={i}")
        except KeyError:
            with open(__file__):
                look(f"i={i}")


@pytest.mark.parametrize(
    "function", [nested, wrapped, conditions, no_counters, one_line, called, recursive, exceptions]
)
def test_what_a_reader_finds(function):
    def look(expected):
        frames = [f for f in running_frames(test_what_a_reader_finds.__code__) if f.frame.f_code is not look.__code__]
        seen.append((loop_counters(frames), expected))

    seen = []
    function(look)
    assert seen and all(found == expected for found, expected in seen), seen


def test_a_stop_shows_the_step_and_the_counter_of_the_programs_loop(begin):
    run = begin(Static(3))
    here = run.until_stopped(LONG)
    assert (here.step, here.counters, here.step_text) == (3, "index=2", "step 3 (index=2)")
    assert "<step 3 (index=2), in py_func -> out (breakpoint: breakpoint())>" in repr(here)
    assert run.goto(2).counters == "" and "step 2, before" in repr(run.here)  # they are not recorded
    run.stop()
    run = begin(train, breakpoints=["op:mean"])
    assert run.until_stopped(LONG).step_text == "step 1 (step=0)"
    run.stop()


def test_an_error_has_the_counters_of_the_loop_that_it_has_left():
    def body():
        for i in range(3):
            assert i < 2

    run = debug.start(body, on_error=True)
    assert run.until_stopped(LONG).counters == "i=2"
    run.cont()
    with pytest.raises(AssertionError):
        run.wait(LONG)
