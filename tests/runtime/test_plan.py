"""Plans and frames: data that can be looked at, stepped through and left standing."""

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static
from opscope.runtime.frame import Context, Frame, run_frame
from opscope.runtime.instrument import current, instrumented
from opscope.runtime.plan import Plan

X = np.ones((2, 3), "float32")


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


@pytest.fixture
def chain():
    x = static.data("x", [None, 3], "float32")
    return [x * 2, paddle.tanh(x * 2), x + 1]


def plan_of(*fetches) -> Plan:
    return static.Executor().plan(static.default_main_program(), ("x",), tuple(v.name for v in fetches))


def test_a_plan_lists_its_operators_in_program_order(chain):
    plan = plan_of(chain[1])
    assert [i.operator.type for i in plan.instructions] == ["scale", "scale", "tanh", "scale"]
    assert {i.kind for i in plan.instructions} == {"op"}
    assert [n for n, _ in plan.feeds] == ["x"] and [n for n, _ in plan.fetches] == [chain[1].name]
    assert len(plan.steps) == 4 and plan.size == len(plan.slots) + 1


def test_a_plan_says_what_it_loads_and_stores():
    x = static.data("x", [None, 3], "float32")
    w = static.create_parameter([3], "float32", name="w")
    loss = (x * w).mean()
    paddle.optimizer.Momentum(0.1, 0.9).minimize(loss)
    plan = plan_of(loss)
    loads, stores = ({n for n, _ in pairs} for pairs in (plan.loads, plan.stores))
    assert loads == {"w", "w_velocity_0", "learning_rate_0"} and stores == {"w", "w_velocity_0"}


def test_a_plan_cannot_be_changed_only_remade(chain):
    plan = plan_of(chain[0])
    with pytest.raises(AttributeError):
        plan.instructions = ()
    less = plan.with_instructions(plan.instructions[:1])
    assert len(less.steps) == 1 and len(plan.steps) == 4
    assert plan.map_plans(lambda p: p) is plan


def test_stepping_gives_what_running_gives(chain):
    plan = plan_of(*chain)
    ran, stepped = (Frame(plan, Context(run_frame), [X]) for _ in "ab")
    ran.run()
    while not stepped.done:
        stepped.step()
    for v in chain:
        assert np.array_equal(ran.value(v.name), stepped.value(v.name))


def test_a_frame_can_be_left_and_gone_on_with(chain):
    frame = Frame(plan_of(*chain), Context(run_frame), [X])
    frame.step()
    assert frame.pc == 1 and frame.next.operator.type == "scale"
    assert (frame.value(chain[0].name) == 2).all() and frame.value(chain[2].name) is None
    assert frame.value("never heard of") is None
    frame.run()
    assert frame.done and (frame.value(chain[2].name) == 2).all()


def test_a_frame_whose_operator_fails_stands_before_it():
    x = static.data("x", [None, 3], "float32")
    fail = [True]

    def func(x):
        if fail[0]:
            raise LookupError

    x * 2
    static.py_func(func, x, None)
    y = x * 3
    for drive in (Frame.run, lambda f: [f.step() for _ in range(2)]):
        fail[0] = True
        frame = Frame(plan_of(y), Context(run_frame), [X])
        with pytest.raises(LookupError):
            drive(frame)
        assert frame.pc == 1 and frame.next.operator.type == "py_func"
        fail[0] = False
        frame.run()
        assert (frame.value(y.name) == 3).all()


def test_sub_blocks_are_plans_of_their_own():
    x = static.data("x", [None, 3], "float32")
    y = static.nn.cond(x.sum() > 0, lambda: paddle.tanh(x), lambda: paddle.exp(x))
    control = next(i for i in plan_of(y).instructions if i.plans)
    assert [[i.operator.type for i in p.instructions] for p in control.plans] == [["tanh"], ["exp"]]


def test_passes_in_this_thread_apply_inside_the_block_only(chain):
    seen, exe = [], static.Executor()

    def watch(plan):
        seen.append(plan)
        return plan

    run = lambda: exe.run(feed={"x": X}, fetch_list=[chain[0]])
    with instrumented((watch,)):
        run()
        run()
        with instrumented((watch,)):
            assert len(current().passes) == 2
    run()
    assert len(seen) == 1 and current().passes == ()


def test_passes_reach_sub_blocks_through_map_plans():
    x = static.data("x", [None, 3], "float32")
    y = static.nn.cond(x.sum() > 0, lambda: x * 2, lambda: x)
    blocks = []

    def visit(plan):
        blocks.append(plan.block.idx)
        return plan.map_plans(visit)

    exe = static.Executor()
    exe.passes = (visit,)
    assert (exe.run(feed={"x": X}, fetch_list=[y])[0] == 2).all()
    assert blocks == [0, 1, 2]


def test_kernel_errors_name_operator_values_and_line():
    x, i = static.data("x", [None, 3], "float32"), static.data("i", [None], "int64")
    y = paddle.gather(x, i)
    with pytest.raises((ValueError, IndexError, TypeError)) as e:
        static.Executor().run(feed={"x": X, "i": np.array([7])}, fetch_list=[y])
    for part in ("gather(x, i)", "x  float32[2, 3]", "i  int64[1]", "test_plan.py", "y = paddle.gather(x, i)", "fix: "):
        assert part in str(e.value), part
