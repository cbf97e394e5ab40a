"""Every kind of breakpoint stops at exactly the right places, and going back finds the same ones in reverse order."""

import contextlib
import io

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.debug.navigation.breakpoint_table import BreakpointTable
from opscope.errors import ArgumentError, NotFound
from opscope.events import Warned
from opscope.paddle import static
from tests.debug.nets import Cond, PyFuncInLoop, Sick, While
from tests.debug.stops import Film

LONG = 60.0


def before(test):
    """Places before operators that pass a test."""
    return lambda p: p.op is not None and test(p.op)


def behind(test, holds=lambda p, name: True):
    """Places behind what wrote a name that passes a test; what is fed is written where a run begins."""

    def found(p):
        if p.came is None and p.tick == 0:
            return any(test(n) and holds(p, n) for n in ("x",) if n in p.values and p.run)
        return p.came is not None and any(test(n) and n in p.values and holds(p, n) for n in p.came.outputs if n)

    return found


def forwards(run):
    """Where a run stops when it only goes on."""
    found = []
    while (here := run.until_stopped(LONG)) is not None:
        found.append((here.run, here.tick))
        run.cont()
    return found


def backwards(run):
    found = []
    while (here := run.reverse_continue()).reason != "entry":
        found.append((here.run, here.tick))
    return found


def check(body, spec, condition, expected, **options):
    film = Film(body)
    places = [p[:2] for p in film.places if expected(p)]
    assert places, "this test must stop somewhere"
    run = debug.Run(body)
    run.breakpoint(spec, condition, **options)
    run.start()
    assert forwards(run) == places
    run.wait(LONG)
    assert backwards(run) == places[::-1]
    run.goto(1)
    assert [run.here.run, run.here.tick] == [1, 0]
    again = []
    while (here := run._move("continue", timeout=LONG)).reason != "end":
        again.append((here.run, here.tick))
    assert again == [p for p in places if p > (1, 0)]
    return places


def line(body):
    return next(o for o in body.main.global_block().ops if o.type == "while").site.line


OPERATORS = {
    "op:dropout": lambda b: lambda o: o.type == "dropout",
    "op:*_grad": lambda b: lambda o: o.type.endswith("_grad"),
    "op:multiply": lambda b: lambda o: o.type == "elementwise_mul",  # by opscope's own name
    "op:momentum": lambda b: lambda o: o.type == "momentum",
    "role:forward": lambda b: lambda o: o.phase == "forward",
    "role:backward": lambda b: lambda o: o.phase == "backward",
    "role:optimize": lambda b: lambda o: o.phase == "optimize",
    "scope:/start/*": lambda b: lambda o: o.namescope.startswith("/start"),
    "at:nets.py": lambda b: lambda o: o.site.filename.endswith("nets.py"),
    "at:nets.py:LINE": lambda b: lambda o: o.site.line == line(b),
    "id:NUMBER": lambda b: lambda o: o.id == next(o.id for o in b.main.operators if o.block.idx == 2),
}


@pytest.mark.parametrize("spec", OPERATORS)
def test_before_operators_also_in_blocks(spec):
    body = While()
    test = OPERATORS[spec](body)
    number = next(o.id for o in body.main.operators if o.block.idx == 2)
    check(body, spec.replace("LINE", str(line(body))).replace("NUMBER", str(number)), "", before(test))


VALUES = {
    "H": lambda b: lambda n: n == b.h.name,
    "*": lambda b: lambda n: "@" not in n,
    "*@GRAD": lambda b: lambda n: n.endswith("@GRAD"),
    "grad:H": lambda b: lambda n: n == f"{b.h.name}@GRAD",
    "fc_0.w_0": lambda b: lambda n: n == "fc_0.w_0",
    "x": lambda b: lambda n: n == "x",
    "*velocity*": lambda b: lambda n: "velocity" in n,
}


@pytest.mark.parametrize("net, spec", [(n, s) for n in (While, Cond) for s in VALUES if (n, s) != (Cond, "*velocity*")])
def test_behind_what_writes_a_value(net, spec):
    body = net()
    check(body, spec.replace("H", body.h.name), "", behind(VALUES[spec](body)))


def finite(a):
    return a[np.isfinite(a)]


def measure(function, sign, bound):
    compare = np.greater if sign == "gt" else np.less
    return lambda a: finite(a).size > 0 and bool(compare(function(finite(a)), bound))


MEASURES = {"max": (np.max, 5.0), "min": (np.min, -4.5), "range": (np.ptp, 8.0), "mean": (np.mean, 0.5)}
MEASURES |= {"std": (np.std, 2.1)}
PREDICATES = {
    "has_nan": lambda a: bool(np.isnan(a).any()),
    "has_inf": lambda a: bool(np.isinf(a).any()),
    "has_inf_or_nan": lambda a: not np.isfinite(a).all(),
    **{f"{m}_{s}({b})": measure(f, s, b) for m, (f, b) in MEASURES.items() for s in ("gt", "lt")},
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("condition", PREDICATES)
def test_each_predicate(condition):
    body, holds = Sick(), PREDICATES[condition]
    check(body, body.h.name, condition, behind(lambda n: n == body.h.name, lambda p, n: holds(p.values[n])))


EXPRESSIONS = {
    "H.max() > 0.9 and step >= 2": lambda b, p: p.values[b.h.name].max() > 0.9 and p.run >= 2,
    "H.shape == (4, 3) and H[0, 0] > 0": lambda b, p: p.values[b.h.name][0, 0] > 0,
    "H.mean() < 0 or run == 3": lambda b, p: p.values[b.h.name].mean() < 0 or p.run == 3,
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_condition_alone_stops_behind_what_it_reads(expression):
    body = While()
    holds = EXPRESSIONS[expression]
    expected = behind(lambda n: n == body.h.name, lambda p, n: holds(body, p))
    check(body, "", expression.replace("H", body.h.name), expected)


def test_a_condition_without_names_stops_behind_every_value():
    dropped = behind(lambda name: True, lambda p, n: p.run == 2 and p.came is not None and p.came.type == "dropout")
    check(While(), "", "step == 2 and op == 'dropout'", dropped)


def test_a_condition_on_an_operator():
    body = While()
    check(body, "op:dropout", "step > 1", lambda p: p.op is not None and p.op.type == "dropout" and p.run > 1)


@pytest.mark.parametrize("spec, type", [("op:py_func", "py_func"), ("op:cond", "none")])
def test_functions_in_loops(spec, type):
    body = PyFuncInLoop()
    if type == "none":
        run = debug.start(body, breakpoints=[spec])
        assert run.until_stopped(LONG) is None
    else:
        check(body, spec, "", before(lambda o: o.type == type))


def test_previous_is_the_step_before_also_in_the_past():
    body = While()
    film = Film(body)
    ends = {run: film.runs[run][-1].values for run in range(len(film.runs))}
    h = body.h.name
    expected = behind(
        lambda n: n == h, lambda p, n: p.run > 1 and p.values[h].max() < ends[p.run - 1][h].max()
    )  # fmt: skip
    check(body, "", f"{h}.max() < previous({h}).max()", expected)


def test_hits_are_counted_where_the_program_passes():
    body = While()
    film = Film(body)
    places = [p[:2] for p in film.places if before(lambda o: o.type == "dropout")(p)]
    run = debug.Run(body)
    found = run.breakpoint("op:dropout", hits=3)
    run.start()
    assert forwards(run) == places[2:] and found.hit_count == len(places)
    assert backwards(run) == places[:1:-1] and found.hit_count == len(places)


def test_what_the_program_passes_again_after_an_edit_is_no_further_hit():
    body = While()
    run = debug.Run(body)
    found = run.breakpoint("op:tanh", hits=2)
    run.start()
    here = run.until_stopped(LONG)
    assert (here.run, found.hit_count) == (2, 2)
    run.next(timeout=LONG)
    run.goto(2)
    run.set("x", 0.5)
    run.cont()
    assert (run.until_stopped(LONG).tick, found.hit_count) == (here.tick, 2)
    run.clear()
    run.cont()
    run.wait(LONG)


def test_once():
    body = While()
    film = Film(body)
    places = [p[:2] for p in film.places if before(lambda o: o.type == "dropout")(p)]
    run = debug.Run(body)
    run.breakpoint("op:dropout", once=True)
    run.start()
    assert forwards(run) == places[:1] and run.breakpoints == []


def test_a_log_does_not_stop():
    body, said = While(), []
    film = Film(body)
    places = [p for p in film.places if p.came is not None and body.h.name in p.came.outputs]
    run = debug.Run(body, sinks=[said.extend])
    run.watch(body.h.name, "max_gt(-10)", log=True)
    run.start()
    assert forwards(run) == []
    run.wait(LONG)
    run.flush()
    texts = [e.text for e in said if isinstance(e, Warned)]
    assert texts and all("max = " in t for t in texts)
    assert len(texts) <= len(places)
    assert backwards(run) == []


@pytest.mark.parametrize(
    "spec, condition, expected",
    [
        ("op:tanh", "", "h is {h}, about no value here yet, {nothing}"),
        ("h", "", "h is {h}, about {h}, {nothing}"),
        ("h", "h.max() > 4", "h is {h}, about {h}, {nothing}"),
    ],
)
@pytest.mark.parametrize("eager", [False, True], ids=["static", "eager"])
def test_a_message_has_the_values_of_its_place(eager, spec, condition, expected):
    """Only lines of Python had messages of their own."""
    seen = []

    def apply(x):
        h = paddle.exp(x)
        return h, paddle.tanh(h)

    def body():
        if not eager:
            exe, main = static.Executor(), static.Program()
            with static.program_guard(main):
                h, out = apply(static.data("x", [1], "float32"))
                h.block.rename(h.name, "h")
        for step in (1, 2, 3):
            x = np.full(1, step / 2, "float32")
            found = apply(paddle.to_tensor(x)) if eager else exe.run(main, feed={"x": x}, fetch_list=["h", out])
            seen.append((1 if eager else step, float(np.asarray(found[0])[0])))

    message, printed = "h is {h.max()}, about {value}, {nothing}, {h[0]:.2f} {h[:1]:9.1e}", io.StringIO()
    (paddle.disable_static if eager else paddle.enable_static)()
    run = debug.Run(body)
    run.breakpoint(spec, condition, log=message)
    with contextlib.redirect_stderr(printed):
        run.start()
        run.wait(LONG)
    said = [e.text for e in run.history.events() if isinstance(e, Warned)]
    assert [said.remove(text) for text in list(said) if "the message of breakpoint 1: no variable 'nothing'" in text]
    wanted = [(step, h) for step, h in seen if not condition or h > 4]
    expected = expected.replace("{nothing}", "no value here yet" if eager else "<no variable 'nothing'>")
    told = [f"step {step}: {expected.replace('{h}', f'{h:.6g}')}, {h:.2f} {h:9.1e}" for step, h in wanted]
    assert len(seen) == 3 and said == told
    lines = printed.getvalue().splitlines()
    assert lines == [line for line in lines if "the message" in line or line.startswith("run: breakpoint 1, step ")]
    assert {f"run: breakpoint 1, {text}" for text in said} <= {*lines}, "no panel shows it"
    for wrong in ("{h.max(}", "{h.max():.3q}", "{h.max():99999999999.3f}"):
        with pytest.raises(ArgumentError):
            run.breakpoint(spec, log=wrong)
    assert message in repr(run.breakpoints[0]) and len(run.breakpoints) == 1


def test_disabled_and_enabled_again():
    body = While()
    run = debug.Run(body, entry=True)
    found = run.breakpoint("op:dropout")
    found.enabled = False
    run.start()
    run.until_stopped(LONG)
    run.next_run(LONG)
    run.next_run(LONG)
    found.enabled = True
    run.session.driver.breakpoints.operators.invalidate()
    run.cont()
    assert run.until_stopped(LONG).op_type == "dropout" and run.here.run == 2


def test_a_condition_that_cannot_be_told_stops_and_says_so():
    body = While()
    run = debug.Run(body)
    run.breakpoint(body.h.name, f"{body.h.name}[99, 0] > 0")
    run.start()
    here = run.until_stopped(LONG)
    assert here.reason == "data breakpoint" and "99" in here.text
    run.clear()
    run.cont()
    run.wait(LONG)


def test_what_is_refused():
    breakpoints = BreakpointTable()
    with pytest.raises(ArgumentError, match="a line or a condition"):
        breakpoints.add("")
    for hits in (0, "200", 1.5, True):
        with pytest.raises(ArgumentError, match="hits must be a whole number greater than 0, but received"):
            breakpoints.add("h", hits=hits)
    with pytest.raises(NotFound, match="no breakpoint 7"):
        breakpoints.remove(7)


def test_a_dot_belongs_to_the_name_where_the_program_has_such_a_variable():
    body = While()
    check(body, "", "fc_0.w_0.max() > -10", behind(lambda n: n == "fc_0.w_0"))
