"""Blocks belong to their context: threads, asyncio tasks, generators do not meet. Statements hold for the process."""

import asyncio
import threading

import numpy as np
import pytest

from opscope import paddle
from opscope.core import place, random, state, strict
from opscope.eager.tape import grad_recording
from opscope.paddle import amp, base, fluid, static
from opscope.paddle.amp.auto_cast import amp_state
from opscope.paddle.autograd import saved_tensors_hooks
from opscope.paddle.utils import unique_name
from opscope.runtime.scope import global_scope

PROGRAM, STARTUP, SCOPE = static.Program(), static.Program(), static.Scope()


def _made(what):
    """That attribute of an operator that is appended now."""
    return getattr(static.data("x", [1]).exp().op, what)


# each block, and what it changes; `static` blocks need static mode
BLOCKS = {
    "no_grad": (lambda: paddle.no_grad(), paddle.is_grad_enabled),
    "set_grad_enabled": (lambda: paddle.set_grad_enabled(False), paddle.is_grad_enabled),
    "grad_recording": (lambda: grad_recording(False), paddle.is_grad_enabled),
    "auto_cast": (lambda: amp.auto_cast(), amp_state),
    "auto_cast, its casts": (lambda: amp.auto_cast(), lambda: state.mode.cast is None),
    "saved_tensors_hooks": (lambda: saved_tensors_hooks(len, len), lambda: state.mode.pack is None),
    "dygraph.guard, training": (fluid.dygraph.guard, base.dygraph.base.guarded),
    "unique_name.guard": (lambda: unique_name.guard("a_"), lambda: unique_name.generate("k")[:2]),
    "unique_name.guard, counters": (unique_name.guard, lambda: id(state.names.counters)),
    "naming": (lambda: state.names.naming("h"), lambda: state.names.result_name),
    "place_guard": (lambda: place.default.block(place=place.CUDAPlace(3)), place.current),
    "strict": (strict.strict, lambda: strict._warnings.raised),
    "random": (lambda: random.default.drawing_from({**random.default.get_state(), "has_uint32": 1}),
               lambda: random.default.get_state()["has_uint32"]),
    "scope_guard": (lambda: static.scope_guard(SCOPE), global_scope),
    "program_guard": (lambda: static.program_guard(PROGRAM), static.default_main_program),
    "program_guard, startup": (lambda: static.program_guard(PROGRAM, STARTUP), static.default_startup_program),
    "static: guard": (fluid.dygraph.guard, paddle.in_dynamic_mode),
    "static: device_guard": (lambda: static.device_guard("cpu"), lambda: _made("device")),
    "static: name_scope": (lambda: static.name_scope("a"), lambda: _made("namescope")[:2]),
    "static: roles": (lambda: static.default_main_program()._backward_role_guard(), lambda: _made("role")),
    "static: optimizer": (lambda: static.default_main_program()._optimized_guard(["w"]), lambda: _made("role_var")),
}  # fmt: skip


@pytest.fixture(params=BLOCKS)
def block(request):
    if request.param.startswith("static"):
        paddle.enable_static()
    return BLOCKS[request.param]


@pytest.fixture
def outside(block):
    return block[1]()


def in_thread(function):
    """The result of a function in another thread."""
    found = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


def test_another_thread_does_not_see_a_block(block, outside):
    make, read = block
    with make():
        inside = read()
        assert inside != outside and in_thread(read) == outside
    assert read() == outside


def test_blocks_of_two_threads_overlap(block, outside):
    make, read = block
    opened, go_on, seen = threading.Event(), threading.Event(), []

    def other():
        with make():
            opened.set()
            go_on.wait(60)
            seen.append(read())

    thread = threading.Thread(target=other)
    with make():
        thread.start()
        opened.wait(60)
    after_the_first = read()
    go_on.set()
    thread.join()
    assert after_the_first == read() == in_thread(read) == outside and seen != [outside]


def test_tasks_of_asyncio_do_not_meet(block, outside):
    make, read = block

    async def within(begun, end):
        with make():
            begun.set()
            await end.wait()
            return read()

    async def interleaved():
        events = [asyncio.Event() for _ in range(4)]
        tasks = [asyncio.create_task(within(events[i], events[i + 2])) for i in range(2)]
        await events[0].wait()
        await events[1].wait()
        seen = [read()]
        for i in range(2):  # the first that began ends first
            events[i + 2].set()
            inside = await tasks[i]
            seen.append(read())
            assert inside != outside
        return seen

    assert asyncio.run(interleaved()) == [outside] * 3
    assert read() == outside


def test_a_task_inherits_the_blocks_around_it(block, outside):
    make, read = block

    async def child():
        return read()

    async def parent():
        with make():
            return await asyncio.create_task(child()), read()

    seen, inside = asyncio.run(parent())
    assert seen != outside and seen == inside


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_generators_end_their_blocks_in_any_order(block, outside, order):
    make, read = block

    def generator():
        with make():
            yield

    running = [generator(), generator()]
    for each in running:
        next(each)
    for i in order:
        running[i].close()
    assert read() == outside


def _function(read):
    return [read()]


def _generator(read):
    sent = yield read()
    yield read(), sent
    try:
        yield
    except KeyError:
        yield read()


async def _coroutine(read):
    await asyncio.sleep(0)
    return [read()]


async def _async_generator(read):
    sent = yield read()
    await asyncio.sleep(0)
    yield read(), sent
    try:
        yield
    except KeyError:
        yield read()


async def _drive(generator):
    first = await anext(generator)
    second, sent = await generator.asend("sent")
    await anext(generator)
    third = await generator.athrow(KeyError)
    await generator.aclose()
    assert sent == "sent"
    return [first, second, third]


def _drive_plainly(generator):
    first = next(generator)
    second, sent = generator.send("sent")
    next(generator)
    third = generator.throw(KeyError)
    generator.close()
    assert sent == "sent"
    return [first, second, third]


FUNCTIONS = {
    "function": (_function, lambda results: results),
    "generator": (_generator, _drive_plainly),
    "coroutine": (_coroutine, asyncio.run),
    "async generator": (_async_generator, lambda made: asyncio.run(_drive(made))),
}


@pytest.mark.parametrize("kind", FUNCTIONS)
def test_a_block_decorates_functions_of_every_kind(block, outside, kind):
    """Coroutine and generator functions were run outside the block, silently; what was sent to these was lost."""
    make, read = block
    manager = make()
    if not callable(manager):
        pytest.skip("a block, not a decorator")
    function, run = FUNCTIONS[kind]
    assert all(each != outside for each in run(manager(function)(read)))
    assert read() == outside


def test_an_exception_ends_a_block(block, outside):
    make, read = block
    with pytest.raises(KeyError), make():
        raise KeyError
    assert read() == outside


STATEMENTS = {
    "enable_static": (paddle.enable_static, paddle.in_dynamic_mode),
    "set_grad_enabled": (lambda: paddle.set_grad_enabled(False), paddle.is_grad_enabled),
    "strict": (lambda: strict.strict(), lambda: strict._warnings.raised),
    "set_default_dtype": (lambda: paddle.set_default_dtype("float64"), paddle.get_default_dtype),
    "switch_main_program": (lambda: base.framework.switch_main_program(PROGRAM), static.default_main_program),
    "unique_name.switch": (lambda: unique_name.switch(), lambda: id(state.names.counters)),
    "eval_mode": (lambda: base.dygraph.base.tracer.eval_mode(), lambda: base.dygraph.base.tracer.training),
}


@pytest.mark.parametrize("call, read", STATEMENTS.values(), ids=STATEMENTS)
class TestStatements:
    def test_holds_for_all_threads(self, call, read):
        state.names("a")
        before = read()
        in_thread(call)
        assert read() == in_thread(read) != before

    def test_holds_after_the_task_that_called_it(self, call, read):
        async def cell():
            call()

        state.names("a")
        before = read()
        asyncio.run(cell())
        assert read() == in_thread(read) != before

    def test_holds_inside_blocks_of_other_settings(self, call, read):
        state.names("a")
        before = read()
        with saved_tensors_hooks(len, len):
            call()
            assert read() == in_thread(read) != before
        assert read() == in_thread(read) != before


def test_a_statement_in_a_block_of_the_same_setting_ends_with_it():
    with paddle.no_grad():
        paddle.set_grad_enabled(True)
        assert paddle.is_grad_enabled()
        with paddle.no_grad():
            assert not paddle.is_grad_enabled()
        assert paddle.is_grad_enabled()
    with fluid.dygraph.guard():
        paddle.enable_static()
        assert not paddle.in_dynamic_mode() and in_thread(paddle.in_dynamic_mode)
    assert paddle.in_dynamic_mode()


class TestStatementOrBlock:
    def test_a_with_is_no_statement_for_anybody(self):
        """Threads that open such blocks all the time change nothing for this one."""
        stop = threading.Event()

        def switch():
            while not stop.is_set():
                with paddle.set_grad_enabled(False), strict.strict():
                    pass

        threads = [threading.Thread(target=switch) for _ in range(2)]
        for thread in threads:
            thread.start()
        seen = {(paddle.is_grad_enabled(), strict._warnings.raised) for _ in range(20_000)}
        stop.set()
        for thread in threads:
            thread.join()
        assert seen == {(True, False)} and paddle.is_grad_enabled() and not strict._warnings.raised

    def test_a_prompt_keeps_the_object_that_it_shows(self):
        kept = paddle.set_grad_enabled(False)
        assert not paddle.is_grad_enabled() and in_thread(paddle.is_grad_enabled)
        assert repr(kept) == "<set_grad_enabled grad=False>" and not in_thread(paddle.is_grad_enabled)

    def test_a_decorator_is_no_statement(self):
        @paddle.set_grad_enabled(False)
        def function():
            return paddle.is_grad_enabled()

        assert paddle.is_grad_enabled() and not function() and paddle.is_grad_enabled()

    def test_one_object_serves_two_blocks(self):
        both = paddle.set_grad_enabled(False)
        for _ in range(2):
            with both:
                assert not paddle.is_grad_enabled()
            assert paddle.is_grad_enabled()


def test_no_grad_leaves_the_gradient_of_another_thread():
    stop = threading.Event()

    def without():
        while not stop.is_set():
            with paddle.no_grad():
                paddle.ones([2]).exp()

    thread = threading.Thread(target=without)
    thread.start()
    for _ in range(300):
        x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
        (x * x).sum().backward()
        assert x.grad.tolist() == [2.0, 4.0]
    stop.set()
    thread.join()


def test_threads_build_and_run_programs_of_their_own():
    paddle.enable_static()
    failed, barrier = [], threading.Barrier(4)

    def train(number):
        try:
            main, startup, scope = static.Program(), static.Program(), static.Scope()
            barrier.wait(60)
            for _ in range(3):
                with static.program_guard(main, startup), static.scope_guard(scope), unique_name.guard():
                    with static.name_scope(f"s{number}"), static.device_guard("cpu"):
                        x = static.data("x", [2, 3])
                        loss = static.nn.fc(x, number + 1).sum()
                    exe = static.Executor()
                    exe.run(startup)
                    (value,) = exe.run(main, feed={"x": np.ones((2, 3), "float32")}, fetch_list=[loss])
                    w = np.array(scope.find_var("fc_0.w_0").get_tensor())
                    assert w.shape == (3, number + 1) and np.allclose(value, 2 * w.sum(), atol=1e-5)
                    assert loss.op.namescope.startswith(f"/s{number}") and loss.op.device == "cpu"
        except BaseException as e:  # noqa: BLE001 (asserted below)
            failed.append(e)

    threads = [threading.Thread(target=train, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed and not static.default_main_program().global_block().ops


def test_blocks_of_one_program_that_two_tasks_build():
    """Each task appends where its own While stands."""
    paddle.enable_static()

    async def build(turns):
        i, n = paddle.full([1], 0, "int64"), paddle.full([1], 3, "int64")
        cond = paddle.less_than(i, n)
        with static.nn.control_flow.While(cond).block():
            made = []
            for _ in range(3):
                paddle.increment(i)
                made.append(static.default_main_program().current_block().idx)
                await turns.wait()
            paddle.assign(paddle.less_than(i, n), output=cond)
        return i, made

    async def both():
        turns = asyncio.Event()
        turns.set()
        return await asyncio.gather(build(turns), build(turns))

    (a, first), (b, second) = asyncio.run(both())
    assert len(set(first)) == len(set(second)) == 1 and first != second
    exe = static.Executor()
    assert [int(v[0]) for v in exe.run(fetch_list=[a, b])] == [3, 3]


def test_workers_of_loaders_work_in_the_callers_context():
    class Samples(paddle.io.Dataset):
        def __len__(self):
            return 4

        def __getitem__(self, i):
            return np.float32([paddle.is_grad_enabled(), i])

    with paddle.no_grad():
        loaded = [np.asarray(b[0] if isinstance(b, list) else b) for b in
                  paddle.io.DataLoader(Samples(), batch_size=2, num_workers=2)]  # fmt: skip
    assert np.concatenate([b.reshape(-1, 2) for b in loaded])[:, 0].tolist() == [0.0] * 4
