"""What a program calls and keeps belongs to it: when the program is dropped, all of it goes, whatever ran it."""

import gc
import weakref

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound, RunError
from opscope.paddle import static


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


class Owned:
    """A large thing that a function closes over."""


def keeping(owned, function):
    """The function, which keeps `owned`."""

    def call(*args):
        assert owned is not None
        return function(*args)

    return call


def out_of(x):
    return x.program.current_block().create_var(shape=list(x.shape), dtype="float32")


def forward_only(x, owned):
    return static.py_func(keeping(owned, lambda v: np.asarray(v) * 2), x, out_of(x))


def with_backward(x, owned):
    backward = keeping(owned, lambda v, out, dout: np.asarray(dout) * 2)
    return static.py_func(keeping(owned, lambda v: np.asarray(v) * 2), x, out_of(x), backward)


def observer(x, owned):
    static.py_func(keeping(owned, lambda v: None), x, None)
    return x * 2


def hook(x, owned):
    y = x * 2
    y.register_hook(keeping(owned, lambda grad: grad))
    return y


def in_a_branch(x, owned):
    return static.nn.cond(x.sum() > 0, lambda: with_backward(x, owned), lambda: x * 2)


def in_a_loop(x, owned):
    i = paddle.full([1], 0, "int64")
    return static.nn.while_loop(lambda i, v: i < 2, lambda i, v: [i + 1, with_backward(v, owned)], [i, x])[1]


def static_pylayer(x, owned):
    return static.nn.static_pylayer(
        keeping(owned, lambda v: with_backward(v, owned)), [x], keeping(owned, lambda dy: dy * 2)
    )


def an_attribute(x, owned):
    x.owned = owned
    return x * 2


KINDS = (
    forward_only, with_backward, observer, hook, in_a_branch, in_a_loop, static_pylayer, an_attribute,
)  # fmt: skip


def build(kind):
    """(program, fetches, a weak reference to what its function closes over)."""
    owned, main = Owned(), static.Program()
    with static.program_guard(main, static.Program()):
        x = static.data("x", [2], "float32")
        x.stop_gradient = False
        loss = kind(x, owned).sum()
        grads = [g for g in static.gradients([loss], [x]) if g is not None] if kind is not forward_only else []
    return main, [loss, *grads], weakref.ref(owned)


FEED = {"x": np.ones(2, "float32")}


def ran(exe, main, fetches, **more):
    for _ in range(3):
        exe.run(main, feed=FEED, fetch_list=fetches, **more)


RUNS = {
    "built": lambda exe, main, fetches: None,
    "run": ran,
    "pruned": lambda exe, main, fetches: ran(exe, main, fetches, use_prune=True),
    "cloned": lambda exe, main, fetches: ran(exe, main.clone(), [v.name for v in fetches]),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
@pytest.mark.filterwarnings("ignore::opscope.errors.OpscopeWarning")
def test_nothing_of_a_dropped_program_stays(kind, run):
    exe = static.Executor()
    programs, functions = weakref.WeakSet(), []
    for _ in range(3):
        main, fetches, owned = build(kind)
        run(exe, main, fetches)
        programs.add(main)
        functions.append(owned)
    del main, fetches, owned
    gc.collect()
    assert not programs and [f() for f in functions] == [None] * 3 and not list(exe._plans)


def test_functions_live_as_long_as_a_program_that_calls_them():
    exe = static.Executor()
    main, fetches, owned = build(with_backward)
    clone, names = main.clone(), [v.name for v in fetches]
    ran(exe, main, fetches)
    forward = main.global_block().ops[0].attr("forward_callable_id")
    del main, fetches
    gc.collect()
    assert owned() is not None and callable(static.py_func.registered_func(forward))
    ran(exe, clone, names)
    del clone
    gc.collect()
    assert owned() is None
    with pytest.raises(NotFound, match=f"no function has the callable id {forward}"):
        static.py_func.registered_func(forward)
    assert static.py_func.registered_func_num() > forward


def test_plans_go_with_the_executor():
    main, fetches, _ = build(with_backward)
    exe = static.Executor()
    ran(exe, main, fetches)
    plans = [weakref.ref(plan) for plan in exe._plans.values()]
    del exe
    gc.collect()
    assert plans and [plan() for plan in plans] == [None] * len(plans)


def test_a_tapped_program_goes_though_its_executor_stays():
    exe, programs = static.Executor(), weakref.WeakSet()
    taps = debug.attach(exe).tap("*", level="health")
    for _ in range(3):
        main, fetches, owned = build(with_backward)
        ran(exe, main, fetches)
        programs.add(main)
    del main, fetches
    taps.detach()  # the taps have the newest values
    del taps
    gc.collect()
    assert not programs and owned() is None


def test_a_tapped_executor_goes_though_its_program_stays():
    main, fetches, _ = build(with_backward)
    executors = weakref.WeakSet()
    for _ in range(3):
        exe = static.Executor()
        taps = debug.attach(exe).tap("*")
        ran(exe, main, fetches)
        executors.add(exe)
    del exe
    gc.collect()
    assert not executors and taps.names()
    with pytest.raises(RunError, match="the executor of these taps no longer exists"):
        _ = taps.executor


@pytest.mark.parametrize("options", [{"taps": ["*"]}, {"keep": ["x"]}, {}], ids=["taps", "keep", "watchpoint"])
def test_plans_of_a_session_go_when_it_ends(options):
    main, fetches, _ = build(with_backward)
    exe, seen = static.Executor(), []

    def train():
        ran(exe, main, fetches)
        seen.extend(key for key in exe._plans if key[-1])

    run = debug.start(train, entry=True, **options)
    run.until_stopped(60)
    run.watch("nan")
    run.cont()
    run.wait(60)
    assert seen and not [key for key in exe._plans if key[-1]]


def test_plans_of_former_taps_go():
    main, fetches, _ = build(with_backward)
    exe = static.Executor()
    taps = debug.attach(exe)
    for pattern in ("x", "*", "op:py_func"):
        taps.tap(pattern)
        ran(exe, main, fetches)
        assert len([key for key in exe._plans if key[-1]]) == 1
    taps.detach()
    assert not [key for key in exe._plans if key[-1]]


def test_an_executor_that_is_closed_has_no_plans():
    main, fetches, _ = build(with_backward)
    exe = static.Executor()
    ran(exe, main, fetches)
    exe.close()
    assert not list(exe._plans) and not main.plans[exe]
