"""A name that matches nothing: the same answer from Python, the panel and the prompt, with the nearest right name.

The run stays where it is: no jump to the beginning, no run to the end.
"""

import importlib
import re

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import ArgumentError, NotFound, OpscopeError, OpscopeWarning, UsageError, one_line
from opscope.events import Goto, RunTo, SetBreakpoint, SetTapLevel, Warned
from opscope.paddle import static

LONG = 60.0
STEPS = 4
X = np.arange(8, dtype="float32").reshape(2, 4)


def program():
    """Four steps; `exp` runs in the third one only, and `w` is only read."""
    paddle.enable_static()
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        x = static.data("x", [2, 4], "float32")
        w = static.create_global_var([4], 2.0, "float32", persistable=True, name="w")
        first = static.data("first", [1], "bool")
        h = paddle.tanh(x * w)
        h.block.rename(h.name, "hidden")
        y = static.nn.cond(first, lambda: paddle.exp(h), lambda: paddle.sin(h))
        loss = paddle.mean(y)
        loss.block.rename(loss.name, "loss")
    exe, scope = static.Executor(), static.Scope()

    def body():
        exe.run(startup, scope=scope)
        for step in range(1, STEPS + 1):
            exe.run(main, feed={"x": X * step, "first": np.array([step == 3])}, fetch_list=["loss"], scope=scope)

    return body


@pytest.fixture
def standing():
    """A run that stands in its second step."""
    run = debug.start(program(), entry=True)
    run.until_stopped(LONG)
    run.goto(2, timeout=LONG)
    yield run
    if not run.done:
        run.stop()


@pytest.fixture
def over():
    run = debug.start(program())
    run.wait(LONG)
    return run


MOVES = {
    "back_to_write": (lambda run: run.back_to_write("hiden"), r"no variable 'hiden'.*did you mean 'hidden'"),
    "back_to_write of a feed": (
        lambda run: run.back_to_write("x"),
        r"no operator before this place writes x.*the value is fed",
    ),
    "back_to_when": (lambda run: run.back_to_when("los > 3"), r"no variable 'los'.*did you mean 'loss'"),
    "back_to_when never true": (
        lambda run: run.back_to_when("loss > 300"),
        r"loss > 300 was not true at any recorded place",
    ),
    "back_to_when of an array": (lambda run: run.back_to_when("hidden > 3"), r"any\(|all\("),
    "back_to_when of no value": (
        lambda run: run.back_to_when("has_nan"),
        r"has_nan tests the value at which a breakpoint stops",
    ),
    "back_to_when of a constant": (lambda run: run.back_to_when("nan"), r"nan reads no value.*has_inf_or_nan"),
    "back_to_when always": (lambda run: run.back_to_when("1 < 2"), r"1 < 2 reads no value"),
    "first of inf": (
        lambda run: run.first("inf"),
        r"only the condition 'nan', which finds NaN and Inf, not 'inf'.*first\(\)",
    ),
    "next no step": (lambda run: run.next(0), r"count must be a whole number greater than 0"),
    "step back no step": (lambda run: run.step_back(-3), r"count must be a whole number greater than 0"),
    "step by another word": (lambda run: run.next(by="lines"), r"not 'lines'.*did you mean 'line'"),
    "goto True": (lambda run: run.goto(True), r"a step must be a whole number, not True"),
    "set a masked array": (
        lambda run: run.branch(1, {"w": np.ma.array(np.ones(4, "f4"), mask=[0, 0, 0, 1])}),
        r"a tensor cannot have a mask",
    ),
    "types of exceptions": (lambda run: run.catch("raised", types="ValueError"), r"names of exception classes"),
    "goto an operator": (lambda run: run.goto(2, "op:tahn"), r"no operator op:tahn.*did you mean 'op:tanh'"),
    "goto a number": (lambda run: run.goto(1, 999), r"no operator 999.*numbered 0 to \d+"),
    "goto a branch not taken": (lambda run: run.goto(1, "op:exp"), r"operator op:exp did not run in step 1"),
    "goto a step": (lambda run: run.goto(-1), r"there is no step -1.*steps count from 1"),
    "values": (lambda run: run.values("los"), r"no variable 'los'.*did you mean 'loss'"),
    "branch names": (lambda run: run.branch(1, {"w": 1.0}, names=["los"]), r"no variable 'los'.*did you mean 'loss'"),
    "branch at": (lambda run: run.branch(1, {"w": 1.0}, op="op:tahn"), r"no operator op:tahn.*did you mean 'op:tanh'"),
    "branch until": (lambda run: run.branch(2, {"w": 1.0}, until=1), r"until=1 comes before step 2"),
    "branch of": (lambda run: run.branch(1, {"ww": 1.0}), r"no variable 'ww'.*did you mean 'w'"),
    "value": (lambda run: run.value("los"), r"no variable 'los'.*did you mean 'loss'"),
    "evaluate": (lambda run: run.evaluate("los + 1"), r"no variable 'los'.*did you mean 'loss'"),
}


def flat(error):
    return re.sub(r"\s+", " ", str(error))


@pytest.mark.parametrize("name", MOVES)
def test_a_run_that_stands_says_so_and_stays(standing, name):
    move, told = MOVES[name]
    before = standing.session.driver.navigator.position
    with pytest.raises(OpscopeError) as refused:
        move(standing)
    said = f"{refused.value.summary} {refused.value.fix}"  # without the user's line, which has the pattern here
    assert isinstance(refused.value, NotFound | ArgumentError) and re.search(told, flat(said)), said
    assert standing.session.driver.navigator.position == before and standing.state == "paused"


@pytest.mark.parametrize("name", [n for n in MOVES if n not in ("value",)])
def test_so_does_a_run_that_is_over_and_a_recording(over, name, tmp_path):
    over.save(tmp_path / "kept")
    for run in (over, debug.open(tmp_path / "kept")):
        run.goto(2)
        before = run.session.driver.navigator.position
        with pytest.raises(OpscopeError) as refused:
            MOVES[name][0](run)
        assert re.search(MOVES[name][1], flat(refused.value))
        assert run.session.driver.navigator.position == before


def test_run_to_is_refused_and_stays(standing):
    with pytest.raises(NotFound, match="op:tahn"):
        standing.run_to("op:tahn")
    assert standing.here.step == 2


def test_a_step_that_does_not_execute_the_operator_ends_in_a_stop(standing):
    with pytest.warns(OpscopeWarning, match="op:sin did not run in step 3, which ends here"):
        here = standing.goto(3, "op:sin", timeout=LONG)
    assert (here.step, here.reason, here.op) == (3, "end", -1)
    assert standing.next(timeout=LONG).step == 4


@pytest.mark.parametrize(
    "go", [lambda r: r.goto(99, timeout=LONG), lambda r: r.run_to("op:exp", timeout=LONG)], ids="ab"
)
def test_what_never_comes_ends_in_a_stop_where_the_program_ends(standing, go):
    standing.goto(4, timeout=LONG)
    with pytest.warns(OpscopeWarning, match=r"was not reached: the program ends after step 4"):
        here = go(standing)
    assert here.reason == "end" and here.step == 4 and standing.state == "paused"
    assert standing.value("loss").shape == () and standing.step_back().step == 4
    assert standing.goto(1).step == 1
    standing.cont()
    standing.wait(LONG)
    assert standing.state == "finished" and standing.steps == STEPS


def test_from_there_a_step_ends_the_program(standing):
    with pytest.warns(OpscopeWarning):
        standing.goto(99, timeout=LONG)
    assert standing.next(timeout=LONG) is None and standing.state == "finished"


BREAKPOINTS = [
    (("op:tahn",), r"op:tahn, matches nothing so far.*did you mean 'op:tanh'"),
    (("hiden",), r"hiden, matches nothing so far.*did you mean 'hidden'"),
    (("tanh",), r"tanh, matches nothing so far.*did you mean 'op:tanh'"),
    (("nan",), r"nan, matches nothing so far.*call watch\('nan'\)"),
    (("id:999",), r"id:999, matches nothing so far.*numbered 0 to"),
    (("at:test_names_that_match_nothing.py:1",), r"the nearest line with an operator is at:test_names_.*py:\d\d"),
    (("at:test_names_that_mach_nothing.py:31",), r"did you mean 'at:test_names_that_match_nothing.py'"),
    (("role:optimize",), r"the program has no optimize operators"),
    (("w",), r"cannot stop so far: no operator writes this value"),
    (("", "los > 3"), r"cannot stop so far: no variable 'los'.*did you mean 'loss'"),
    (("op:tanh", "los > 3"), r"cannot stop so far: no variable 'los'.*did you mean 'loss'"),
    (("hidden", "hidden > 3"), r"can never stop: .*(any|all)\("),
    (("hidden", "value > 3"), r"can never stop: .*(any|all)\("),
    (("", "hidden[7].max() > 3"), r"can never stop: .*cannot be computed"),
]
RIGHT = [("op:tanh",), ("hidden",), ("x",), ("*",), ("op:exp",), ("", "loss > 3"), ("hidden", "value.max() > 3")]
RIGHT += [("hidden", "max_gt(3)"), ("op:tanh", "step > 100"), ("", "all(hidden > 3)"), ("", "x[1, 3] > 3")]


def panel_answer(run, command, **fields):
    return run.ask(command, **fields).text


@pytest.mark.parametrize("given, told", BREAKPOINTS)
def test_a_breakpoint_that_can_never_stop_is_pending_and_says_why(standing, given, told):
    with pytest.warns(OpscopeWarning) as caught:
        made = standing.breakpoint(*given)
    assert re.search(told, flat(caught[0].message)) and caught[0].filename == __file__
    assert made.pending and "pending" in str(made) and made in standing.breakpoints
    answer = panel_answer(standing, SetBreakpoint, spec=given[0], condition="".join(given[1:]))
    assert re.search(told, answer) and answer == one_line(caught[0].message).replace("breakpoint 1", "breakpoint 2")


@pytest.mark.parametrize("given", RIGHT)
def test_a_breakpoint_that_can_stop_says_nothing(standing, given):
    made = standing.breakpoint(*given)
    assert not made.pending and "pending" not in str(made)
    assert panel_answer(standing, SetBreakpoint, spec=given[0], condition="".join(given[1:])) == ""


@pytest.mark.parametrize("given, told", BREAKPOINTS)
def test_set_before_the_program_has_run_it_waits_for_the_first_step(given, told, capsys):
    """Said on stderr, and among the events, which the panel and the prompt show."""
    run = debug.start(program(), breakpoints=[given if len(given) > 1 else given[0]], entry=True)
    run.until_stopped(LONG)
    (made,) = run.breakpoints
    assert made.pending and not [e for e in run.history.events() if isinstance(e, Warned)]
    run.enable(1, False)
    run.goto(2, timeout=LONG)
    (said,) = [e for e in run.history.events() if isinstance(e, Warned)]
    assert re.search(told, said.text) and said.subject == "breakpoint 1" and said.text in capsys.readouterr().err
    run.cont()
    run.wait(LONG)
    assert len([e for e in run.history.events() if isinstance(e, Warned)]) == 1


@pytest.mark.parametrize("given", RIGHT)
def test_one_that_can_stop_is_no_longer_pending_then(given, capsys):
    run = debug.start(program(), breakpoints=[given if len(given) > 1 else given[0]], entry=True)
    run.until_stopped(LONG)
    (made,) = run.breakpoints
    assert made.pending == (made.spec != "*")
    run.enable(1, False)
    run.goto(2, timeout=LONG)
    assert not made.pending and not capsys.readouterr().err
    run.stop()


def test_one_that_has_stopped_the_first_step_is_not_pending():
    run = debug.start(program(), breakpoints=["op:tanh"])
    run.until_stopped(LONG)
    assert [repr(b) for b in run.breakpoints] == ["<breakpoint 1: op:tanh; 1 hit>"]
    run.stop()


def test_a_breakpoint_for_a_program_that_comes_later():
    paddle.enable_static()
    main, later = static.Program(), static.Program()
    with static.program_guard(main):
        y = paddle.tanh(static.data("x", [2], "float32"))
    with static.program_guard(later):
        z = paddle.exp(static.data("x", [2], "float32"))
    exe, feed = static.Executor(), {"x": np.ones(2, "float32")}

    def body():
        exe.run(main, feed=feed, fetch_list=[y])
        exe.run(main, feed=feed, fetch_list=[y])
        exe.run(later, feed=feed, fetch_list=[z])

    run = debug.start(body, entry=True)
    run.until_stopped(LONG)
    with pytest.warns(OpscopeWarning, match="matches nothing so far"):
        made = run.breakpoint("op:exp")
    run.cont()
    assert run.until_stopped(LONG).op_type == "exp"
    run.next(timeout=LONG)
    run.cont()
    run.wait(LONG)
    assert not made.pending


def test_a_message_of_names_that_do_not_exist(standing):
    with pytest.warns(OpscopeWarning, match=r"(?s)the message of breakpoint 1: no variable 'hiden'.*'hidden'"):
        standing.breakpoint("op:tanh", log="up to {hiden.max()}")
    with pytest.raises(ArgumentError, match="log must be True or a message, not 5"):
        standing.watch("nan", log=5)


def test_what_cannot_be_called_is_no_sink(standing):
    with pytest.raises(UsageError, match="int cannot be called"):
        standing.subscribe(5)


def test_a_tap_that_matches_nothing(standing):
    with pytest.warns(OpscopeWarning, match=r"the tap hiden matches nothing in this program\n.*did you mean 'hidden'"):
        standing.dial("hiden", "statistics")
    assert "did you mean 'hidden'" in panel_answer(standing, SetTapLevel, pattern="hiden", level="statistics")
    standing.dial("hidden", "statistics")
    standing.dial("x", "statistics")
    assert panel_answer(standing, SetTapLevel, pattern="hidden", level="off") == ""


@pytest.mark.parametrize(
    "command, fields, python",
    [
        (RunTo, {"op": 999}, lambda run: run.run_to(999)),
        (Goto, {"step": 1, "op": 999}, lambda run: run.goto(1, 999)),
        (Goto, {"step": -1, "op": -1}, lambda run: run.goto(-1)),
    ],
)
def test_the_panel_gets_the_answer_that_python_gets(standing, command, fields, python):
    answer = standing.ask(command, **fields)
    with pytest.raises(NotFound) as refused:
        python(standing)
    assert not answer.ok and answer.text == f"{refused.value.summary} ({refused.value.fix})"


def test_the_panel_is_told_of_what_never_comes(standing):
    standing.ask(Goto, step=99, op=-1)
    here = standing.until_stopped(LONG)
    while here is not None and here.reason != "end":
        here = standing.until_stopped(LONG)
    assert here.text == "step 99 was not reached: the program ends after step 4"


WRONG_TYPES = {
    "breakpoint": lambda run: run.breakpoint(3),
    "condition": lambda run: run.breakpoint("op:tanh", 3),
    "watch": lambda run: run.watch(3),
    "text as a step": lambda run: run.goto("2"),
    "a fraction of a step": lambda run: run.goto(2.5),
    "a list of operators": lambda run: run.goto(2, ["op:tanh"]),
}


@pytest.mark.parametrize("case", WRONG_TYPES)
def test_an_argument_of_another_type_is_refused_and_the_run_stays(case):
    """goto(2.5) ran to the end of the program; the others raised AttributeError and TypeError from inside."""
    run = debug.start(program(), entry=True)
    run.until_stopped(LONG)
    before = run.here
    with pytest.raises(ArgumentError, match=r"not (3|'2'|2\.5|\['op:tanh'\])"):
        WRONG_TYPES[case](run)
    assert run.here == before and not run.breakpoints
    run.stop()


def test_a_comparison_alone_is_what_a_watchpoint_waits_for():
    run = debug.start(program(), entry=True)
    run.until_stopped(LONG)
    made = run.watch("loss > 0.5")
    assert str(made.condition) == "loss > 0.5" and made.selectors == ()
    run.cont()
    run.until_stopped(LONG)
    assert not run.done and run.value("loss") > 0.5
    run.stop()


def eager_program():
    paddle.disable_static()

    def body():
        for step in range(STEPS):
            loss = paddle.ones([2]).sum() * step
            loss.item()

    return body


EAGER_SEARCHES = {
    "back_to_when": (lambda run: run.back_to_when("los > 3"), r"no variable 'los'.*did you mean 'loss'"),
    "back_to_when of the past": (lambda run: run.back_to_when("previous(los) > 3"), r"no variable 'los'"),
    "back_to_write": (lambda run: run.back_to_write("los"), r"no variable 'los'.*did you mean 'loss'"),
    "back_to_when never true": (
        lambda run: run.back_to_when("loss > 300"),
        r"loss > 300 was not true at any recorded place",
    ),
}


@pytest.mark.parametrize("name", EAGER_SEARCHES)
def test_a_search_in_eager_code_tells_a_wrong_name_from_what_never_held(name):
    run = debug.start(eager_program())
    run.wait(LONG)
    for go in (lambda: None, lambda: run.goto(1)):
        go()
        with pytest.raises(OpscopeError) as refused:
            EAGER_SEARCHES[name][0](run)
        assert re.search(EAGER_SEARCHES[name][1], flat(refused.value))


def forward_pass(x):
    return paddle.tanh(x)


FUNCTIONS = {
    "function:forward_pas": r"no function forward_pas is known.*did you mean 'forward_pass'",
    "function:Qxz9.w7k": r"no function Qxz9.w7k is known.*the breakpoint waits until the function is defined",
    "nosuch.py:3": r"no file nosuch.py is known",
}


@pytest.mark.thorough
@pytest.mark.parametrize("spec", FUNCTIONS)
def test_a_breakpoint_of_python_that_fits_nothing(spec, capsys):
    """Said at once, at the user's line, and once more when the code has ended; the panel gets the same."""
    paddle.disable_static()
    run = debug.Run(lambda: forward_pass(paddle.ones([2])), breakpoints=["function:forward_pass"])
    with pytest.warns(OpscopeWarning) as caught:
        made = run.breakpoint(spec)
    assert re.search(FUNCTIONS[spec], flat(caught[0].message)) and caught[0].filename == __file__
    right, wrong = run.breakpoints
    assert wrong is made and made.pending and "pending" in str(made) and not right.pending
    run.start()
    assert run.until_stopped(LONG).text == "function:forward_pass"
    run.cont()
    run.wait(LONG)
    assert one_line(caught[0].message).partition(":")[0] in capsys.readouterr().err
    assert [e.subject for e in run.history.events() if isinstance(e, Warned)] == ["breakpoint 2"]


@pytest.mark.thorough
def test_a_function_that_is_imported_later_is_no_longer_pending(capsys, tmp_path, monkeypatch):
    paddle.disable_static()
    (tmp_path / "imported_later.py").write_text("def made_later(x):\n    return x + 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.warns(OpscopeWarning, match="no function made_later is known"):
        run = debug.start(
            lambda: importlib.import_module("imported_later").made_later(paddle.ones([1])),
            breakpoints=["function:made_later"],
        )
    assert run.until_stopped(LONG).text == "function:made_later" and not run.breakpoints[0].pending
    run.cont()
    run.wait(LONG)
    assert "made_later" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "name, told",
    [
        ("loss", "'loss' has no value here\n.*the value is not computed yet"),
        ("hiden", "no variable 'hiden'\n.*did you mean 'hidden'"),
        ("qq", "no variable 'qq'\n.*there are first, h, hidden"),
    ],
)
def test_set_says_whether_a_value_is_to_come_or_does_not_exist(standing, name, told):
    standing.next(2, timeout=LONG)  # behind hidden, before loss
    with pytest.raises(NotFound, match=rf"(?s){told}"):
        standing.set(name, 1.0)


@pytest.mark.parametrize("ask", ["why", "look"])
def test_why_and_look_say_the_same_of_a_value_that_is_not_here(standing, ask):
    standing.next(2, timeout=LONG)  # behind hidden, before loss
    for name, told in (("loss", "the value is not computed yet"), ("hiden", "did you mean 'hidden'")):
        with pytest.raises(NotFound, match=told):
            getattr(standing, ask)(name)


def test_an_expectation_of_what_does_not_exist_warns(standing):
    with pytest.warns(OpscopeWarning, match=r"(?s)the expectation hiden matches nothing.*did you mean 'hidden'"):
        standing.expect("hiden", "inf")
    standing.expect("hid*", "inf")


def test_whatif_of_what_does_not_exist_names_the_nearest(standing):
    standing.cont()
    standing.wait(LONG)
    with pytest.raises(NotFound, match=r"(?s)no variable 'hiden'\n.*did you mean 'hidden'"):
        standing.branch(1, {"hiden": 1.0})


def programs_of(*dtypes):
    """A body that runs a program for each dtype, whose value is called `v_` and the dtype."""
    paddle.enable_static()
    made = []
    for dtype in dtypes:
        main = paddle.static.Program()
        with paddle.static.program_guard(main):
            x = paddle.static.data("x", [2], dtype)
            made.append((main, paddle.static.Executor(), paddle.add(x, x, name=f"v_{dtype}"), dtype))

    def body():
        for main, exe, value, dtype in made:
            exe.run(main, feed={"x": np.ones(2, dtype)}, fetch_list=[value])

    return body


def told_by(run):
    run.until_stopped(LONG)
    return [text for _, text in run._messages.given]


def test_a_name_of_a_later_program_is_missed_in_the_first_one_by_its_place():
    run = debug.start(programs_of("float32", "int32", "int64"), breakpoints=["v_int64*"])
    (note,) = told_by(run)
    assert "matches nothing so far" in note and "(the program made at" in note and "in programs_of" in note
    assert run.here is not None and run.here.step == 3
    run.cont()
    run.wait(LONG)
    assert len(run._messages.given) == 1 and not run.breakpoints[0].pending


def test_a_name_of_no_program_is_said_when_the_run_ends():
    run = debug.start(programs_of("float32", "int32"), breakpoints=["v_int46*"], taps=["w_int32*"])
    run.wait(LONG)
    said = told_by(run)
    assert len(said) == 4 and all("(the program made at" in text for text in said[:2])
    assert all("matched nothing in the 2 programs that have run: did you mean 'v_int32" in text for text in said[2:])


def test_a_breakpoint_on_a_name_that_is_known_late_says_that_it_has_not_stopped():
    paddle.disable_static()

    def body():
        x = paddle.to_tensor(X)
        low, high = map(paddle.exp, paddle.split(x, 2))  # which calls make these is known when they are read
        return low + high

    run = debug.start(body, breakpoints=["low", "x"])
    run.wait(LONG)
    said = [text for _, text in run._messages.given]
    assert any(
        re.search(r"breakpoint 1, low, has not stopped: op:exp writes low, but had no.*op:exp stops there", t)
        for t in said
    )
    again = debug.start(body, breakpoints=["op:exp"])
    assert again.until_stopped(LONG).op_type == "exp"
    again.stop()


def test_a_breakpoint_on_the_result_of_layers_in_a_row_stops_at_the_last():
    paddle.disable_static()
    net = paddle.nn.Sequential(paddle.nn.Linear(4, 3), paddle.nn.Tanh(), paddle.nn.Linear(3, 2))

    def body():
        for _ in range(2):
            out = net(paddle.to_tensor(X))
            loss = out.mean()
        return loss

    run = debug.start(body, breakpoints=["out"])
    shapes = []
    while run.until_stopped(LONG) is not None:
        shapes.append(run.value("out").shape)
        run.cont()
    run.wait(LONG)
    assert shapes == [(2, 2)] * 2
