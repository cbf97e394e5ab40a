"""Workloads: what people do again and again in one process.

Each is a list of functions, to be called in turn with the number of the call; none keeps anything.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import queue
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from opscope import debug, paddle, viz
from opscope.debug.runs import started_runs
from opscope.paddle import static
from tests.soak.census import GOES_ON

Deed = Callable[[int], None]
FEED = {"x": np.ones((8, 16), "float32")}


@contextlib.contextmanager
def fresh() -> Iterator[tuple[Any, Any, Any]]:
    """(main program, executor, loss) in a scope and with names of their own: a small net with an optimizer."""
    main, startup = static.Program(), static.Program()
    with (
        static.program_guard(main, startup),
        static.scope_guard(static.Scope()),
        paddle.utils.unique_name.guard(),
    ):
        x = static.data("x", [None, 16], "float32")
        loss = paddle.mean(paddle.nn.functional.dropout(paddle.tanh(static.nn.fc(x, 16)), 0.5))
        paddle.optimizer.Adam(0.01).minimize(loss)
        exe = static.Executor()
        exe.run(startup)
        yield main, exe, loss


def train(exe: Any, main: Any, loss: Any, steps: int = 4) -> None:
    """Run some steps, enough for the program to be lowered."""
    for _ in range(steps):
        exe.run(main, FEED, [loss])


CELL = """\
%%opscope --live -t '*' -o run
for i in range(20):
    exe.run(main, FEED, [loss])
"""


@contextlib.contextmanager
def cells() -> Iterator[Sequence[Deed]]:
    """A cell that starts a live run with its panel, run again; the page attaches to each panel."""
    from IPython.core.interactiveshell import InteractiveShell

    live = importlib.import_module("opscope.notebook.live")  # `opscope.notebook.live` is the function in it
    InteractiveShell.clear_instance()
    shell: Any = InteractiveShell.instance()
    shell.run_cell("%load_ext opscope", store_history=False)
    shell.get_parent = lambda: {"metadata": {"cellId": "soak"}}

    def again(i: int) -> None:
        shell.execution_count += 1
        with contextlib.redirect_stdout(io.StringIO()):
            shell.run_cell(CELL, store_history=True).raise_error()
        run = live.latest()
        run.panel._handle_custom_msg({"kind": "attach", "view": f"view {i}"}, [])
        run.wait()

    with fresh() as (main, exe, loss):
        shell.push({"exe": exe, "main": main, "loss": loss, "FEED": FEED})
        try:
            yield [again]
        finally:
            live.latest().panel.close()
            started_runs._newest.clear()
            shell.history_manager.end_session()
            InteractiveShell.clear_instance()


@contextlib.contextmanager
def sessions() -> Iterator[Sequence[Deed]]:
    """Debugging sessions on one program, and on eager code: taps, breakpoints, steps back, recordings on disk."""
    with fresh() as (main, exe, loss):

        def watched(i: int) -> None:
            run = debug.start(lambda: train(exe, main, loss), taps=["*"], sinks=[lambda events: None], keep=["x"])
            run.wait()

        def stepped(i: int) -> None:
            run = debug.start(lambda: train(exe, main, loss), breakpoints=[("op:tanh", "step == 3")])
            if run.until_stopped() is not None:
                run.step_back(2)
                run.look("x")
                run.next()
                run.set("x", FEED["x"] * 2)
                run.clear(1)
                run.cont()
            run.wait()

        def saved(i: int) -> None:
            with tempfile.TemporaryDirectory() as folder:
                run = debug.start(lambda: train(exe, main, loss), to=Path(folder) / "recording")
                run.wait()
                run.goto(2)

        def watching(i: int) -> None:
            run = debug.start(lambda: train(exe, main, loss), taps=["fc*"])
            run.watch("nan")
            run.wait()

        def terminated(i: int) -> None:
            run = debug.start(lambda: train(exe, main, loss, 10**6), entry=True)
            run.until_stopped()
            run.stop()

        def eager(i: int) -> None:
            def steps() -> None:
                with dygraph():
                    net = paddle.nn.Linear(16, 4)
                    for _ in range(3):
                        net(paddle.to_tensor(FEED["x"])).mean().backward()

            run = debug.start(steps, taps=["*"])
            run.wait()
            run.step_back()

        def shown(i: int) -> None:
            from opscope.notebook import live

            live(lambda: train(exe, main, loss), taps="*").wait()

        yield watched, stepped, saved, watching, terminated, eager, shown


@contextlib.contextmanager
def steps() -> Iterator[Sequence[Deed]]:
    """One run that goes on: recorded in 1 MB, its values summarized and searched for NaN, some 500 steps a call.

    The number of records rises and falls with the segments of the journal: with an equal number of steps in each call,
    the censuses could all fall on its rise.
    """
    asked: queue.SimpleQueue[int] = queue.SimpleQueue()
    done = threading.Semaphore(0)
    with fresh() as (main, exe, loss):

        def body() -> None:
            while count := asked.get():
                train(exe, main, loss, count)
                done.release()

        run = debug.Run(body, taps=["*"], record="1MB", rules=True, title=GOES_ON, sinks=[lambda events: None])
        run.watch("nan")
        run.start()

        def some(i: int) -> None:
            asked.put(Random(i).randrange(400, 600))
            while not done.acquire(timeout=1.0):
                assert not run.done, run.error

        try:
            yield [some]
        finally:
            asked.put(0)
            run.wait()


@contextlib.contextmanager
def dygraph() -> Iterator[None]:
    paddle.disable_static()
    try:
        yield
    finally:
        paddle.enable_static()


ACTIVATIONS = ("tanh", "relu", "sigmoid", "exp", "square", "softplus", "gelu", "silu")


@contextlib.contextmanager
def programs() -> Iterator[Sequence[Deed]]:
    """Programs that are built, run, tapped and dropped: each another one, with kernels of its own."""

    def again(i: int) -> None:
        random = Random(i)
        main, startup = static.Program(), static.Program()
        large = np.ones(1000, "float32")
        with (
            static.program_guard(main, startup),
            static.scope_guard(static.Scope()),
            paddle.utils.unique_name.guard(),
        ):
            x = static.data("x", [None, 16], "float32")
            h = static.nn.fc(x, 40 + i % 8)  # enough elements for kernels
            for _ in range(6):
                name = random.choice(ACTIVATIONS)
                h = getattr(paddle if hasattr(paddle, name) else paddle.nn.functional, name)(h * random.random())
            made = main.current_block().create_var(shape=list(h.shape), dtype="float32")
            h = static.py_func(lambda v: np.asarray(v) * large[0], h, made, lambda v, out, dout: np.asarray(dout))
            if i % 4 == 0:
                h = static.nn.cond(h.sum() > 0, lambda: paddle.tanh(h), lambda: h)
                h = static.nn.while_loop(lambda v: v.sum() < 0.0, lambda v: [v + 1.0], [h])[0]
            loss = paddle.mean(paddle.nn.functional.dropout(h, 0.1))
            (paddle.optimizer.Adam if i % 4 < 2 else paddle.optimizer.Momentum)(0.01).minimize(loss)
            exe = static.Executor()
            exe.run(startup)
            if i % 2:
                debug.attach(exe).tap("*", level=("health", "statistics")[i // 2 % 2])
            train(exe, main, loss)
            train(exe, main.clone(for_test=True), loss.name, 1)

    yield [again] * 4


@contextlib.contextmanager
def nets() -> Iterator[Sequence[Deed]]:
    """Eager nets that are made, trained and dropped, with hooks, a PyLayer and a traced function."""

    class Twice(paddle.autograd.PyLayer):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, dy: Any) -> Any:
            return dy * 2

    def again(i: int) -> None:
        with dygraph(), paddle.utils.unique_name.guard():  # each layer has other names: the counters grow, as in Paddle
            net = paddle.nn.Sequential(paddle.nn.Linear(16, 8), paddle.nn.BatchNorm1D(8), paddle.nn.Tanh())
            net.register_forward_post_hook(lambda layer, x, y: None)
            optimizer = paddle.optimizer.Adam(0.01, parameters=net.parameters())
            traced = paddle.jit.to_static(lambda x: Twice.apply(x) + 1.0)
            for _ in range(3):
                x = paddle.to_tensor(FEED["x"])
                h = net(x)
                h.register_hook(lambda grad: grad * 2)
                traced(h).mean().backward()
                optimizer.step()
                optimizer.clear_grad()

    yield [again]


@contextlib.contextmanager
def models() -> Iterator[Sequence[Deed]]:
    """Models and recordings that are loaded, used and dropped."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with fresh() as (main, exe, loss):
            run = debug.start(lambda: train(exe, main, loss))
            run.wait()
            run.save(folder / "recording")
            static.save_inference_model(str(folder / "model"), [main.global_block().var("x")], [loss], exe)
        with dygraph():
            spec = [static.InputSpec([None, 16], "float32", "x")]
            paddle.jit.save(paddle.nn.Linear(16, 4), str(folder / "net"), spec)

        def inference(i: int) -> None:
            with static.scope_guard(static.Scope()):
                exe = static.Executor()
                program, feeds, fetches = static.load_inference_model(str(folder / "model"), exe)
                for _ in range(3):
                    exe.run(program, dict.fromkeys(feeds, FEED["x"]), fetches)

        def jit(i: int) -> None:
            with dygraph():
                net = paddle.jit.load(str(folder / "net"))
                for _ in range(3):
                    net(paddle.to_tensor(FEED["x"]))

        def recording(i: int) -> None:
            opened = debug.open(folder / "recording")
            opened.goto(2)
            opened.values(loss.name)

        yield inference, jit, recording


class Numbers(paddle.io.Dataset):
    """Sixteen rows."""

    def __getitem__(self, i: int) -> Any:
        return FEED["x"][0] * i

    def __len__(self) -> int:
        return 16


@contextlib.contextmanager
def tools() -> Iterator[Sequence[Deed]]:
    """What else works on programs: profiles, gradient checks, branches of a run, loaders, drawings, saved files."""
    with fresh() as (main, exe, loss), tempfile.TemporaryDirectory() as folder:
        run = debug.start(lambda: train(exe, main, loss))
        run.wait()

        def profiled(i: int) -> None:
            with debug.profile(exe, steps=2) as profile:
                train(exe, main, loss)
            str(profile)

        def checked(i: int) -> None:
            debug.check(lambda: train(exe, main, loss, 1), times=1)

        def branched(i: int) -> None:
            str(run.branch(2, {"fc_0.b_0": np.full(16, 0.5, "float32")}))

        def loaded(i: int) -> None:
            with dygraph():
                batches = iter(paddle.io.DataLoader(Numbers(), batch_size=2, num_workers=2 * (i // 6 % 2)))
                next(batches)  # the others are not wanted

        def drawn(i: int) -> None:
            viz.draw(viz.program_graph(main))
            str(main.clone())

        def written(i: int) -> None:
            with dygraph():
                paddle.framework.io.async_save({"w": paddle.to_tensor(FEED["x"])}, f"{folder}/w.pdparams")
                paddle.framework.io.async_save({}, f"{folder}/other.pdparams", sync_other_task=True)

        try:
            yield profiled, checked, branched, loaded, drawn, written
        finally:
            paddle.framework.io.clear_async_save_task_queue()


WORKLOADS: dict[str, tuple[Callable[[], contextlib.AbstractContextManager[Sequence[Deed]]], int]] = {
    "cells": (cells, 50), "sessions": (sessions, 500), "steps": (steps, 400), "programs": (programs, 2000),
    "nets": (nets, 2000), "models": (models, 100), "tools": (tools, 600),
}  # fmt: skip
"""Each with the number of calls of a soak."""
