"""Inside the rule of a gradient operator: its ops one by one, on the values that it is about to read."""

import numpy as np
import pytest

from opscope import debug
from opscope.errors import NotFound, RunError
from tests.debug.nets import DropoutAdam, PyFunc, While
from tests.debug.stops import Film, alike, check_values, same, seen

LONG = 60.0


def at(body, op):
    run = debug.start(body, entry=True)
    run.until_stopped(LONG)
    run.next_run(LONG)
    run.run_to(op, LONG)
    return run


def through(run):
    """The op types of the rule, and its values at the end."""
    run.step_in()
    types = []
    while run.here.op_type:
        types.append(run.here.op_type)
        run.step_in()
    return types, seen(run)


RULES = [
    (DropoutAdam, "tanh_grad"),
    (DropoutAdam, "dropout_grad"),
    (While, "mul_grad"),
    (While, "elementwise_add_grad"),
]


@pytest.mark.parametrize("net, op", RULES)
def test_the_rule_ends_with_what_the_operator_gives(net, op):
    body = net()
    film = Film(body)
    run = at(body, f"op:{op}")
    place = film.runs[1][run.here.tick]
    types, values = through(run)
    assert types and run.here.text == f"inside {place.op.type}"
    run.step_out()
    following = film.runs[1][run.here.tick]
    check_values(following, seen(run))
    outs = [following.values[n] for n in place.op.outputs if n is not None]
    assert all(any(np.array_equal(out, v) for v in values.values()) for out in outs)
    run.cont()
    assert alike(run.wait(LONG), film.result)


def test_a_goto_that_finds_nothing_stays_in_the_rule():
    run = at(DropoutAdam(), "op:tanh_grad")
    inside = run.step_in()
    with pytest.raises(NotFound, match="this program has no operator op:fold"):
        run.goto(1, "op:fold")
    assert run.next().text == inside.text == "inside tanh_grad"
    run.stop()


def test_to_and_fro_in_a_rule():
    body = DropoutAdam()
    film = Film(body)
    run = at(body, "op:tanh_grad")
    outside = run.here
    types, _ = through(run)
    back = []
    for _ in types:
        back.append(run.step_back().op_type)
    assert back == types[::-1]
    assert run.step_back() is not None and (run.here.tick, run.here.depth) == (outside.tick, outside.depth)
    check_values(film.runs[1][outside.tick], seen(run))
    assert [run.next().op_type if i else run.step_in().op_type for i in range(len(types))] == types
    run.next()
    assert run.next().op == film.runs[1][outside.tick + 1].op.id  # past the end of the rule, on in the run


def test_a_rule_in_the_past_and_in_a_block():
    body = While()
    film = Film(body)
    run = debug.start(body)
    run.wait(LONG)
    run.goto(2, "op:sin_grad")
    assert run.here.depth == 1
    place = film.runs[2][run.here.tick]
    before = seen(run)
    types, _ = through(run)
    assert "cos" in types and run.here.depth == 2
    run.step_out()
    following = film.runs[2][place.tick + 1]
    assert (run.here.tick, run.here.depth) == (following.tick, following.depth)
    check_values(following, seen(run))
    run.step_back()
    assert alike(seen(run), before)


def test_a_function_of_the_user_has_no_inside():
    body = PyFunc()
    run = at(body, "op:py_func_grad")
    calls, tick = len(body.calls), run.here.tick
    run.step_in(LONG)
    assert run.here.tick == tick + 1 and len(body.calls) == calls + 1
    run.cont()
    run.wait(LONG)


def test_a_rule_is_only_looked_at():
    run = at(DropoutAdam(), "op:tanh_grad")
    run.step_in()
    with pytest.raises(RunError, match="inside a gradient rule cannot be edited"):
        run.set("x", 0.0)
    assert same(run.value("x"), run.session.driver.navigator.live.lookup("x"))
    run.cont()
    run.wait(LONG)
