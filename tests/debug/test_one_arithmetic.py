"""One arithmetic: a program has the same bits plain, tapped, recorded, stepped, replayed and opened from disk."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opscope import debug, paddle
from opscope.debug.replay.replayer import Replayer
from opscope.paddle import static
from opscope.runtime.frame import StepwiseRun
from opscope.runtime.instrument import instrumented
from opscope.runtime.lower.lowered_frame import LoweredFrame

F = paddle.nn.functional
ROWS, STEPS = 17, 4


def _cond(h: Any) -> Any:
    return static.nn.cond(h.mean() > 0, lambda: paddle.exp(h * 0.1), lambda: F.dropout(h, 0.2))


def _loop(h: Any) -> Any:
    def body(i: Any, y: Any) -> Any:
        return i + 1, paddle.sin(F.dropout(y, 0.3) * 1.5)

    return static.nn.while_loop(lambda i, y: i < 2, body, [paddle.full([1], 0, "int64"), h])[1]


def _py_func(h: Any) -> Any:
    out = (
        static.default_main_program()
        .current_block()
        .create_var(name=f"{h.name}.py", shape=[-1, h.shape[-1]], dtype="float32")
    )

    def gradient(x: Any, y: Any, dy: Any) -> Any:
        return np.array(dy) * (1 - np.square(y) / 3)

    return static.py_func(lambda x: np.tanh(x) * 1.5, h, out, backward_func=gradient)


def _pylayer(h: Any) -> Any:
    (made,) = static.nn.static_pylayer(lambda x: [paddle.tanh(x)], [h], lambda dy: [dy * 0.5])
    return made


def _rows(h: Any) -> Any:
    """Rows of a table by what h is, and again of the same table: its gradient is the rows of both lookups."""
    ids, table = paddle.cast(paddle.clip(paddle.abs(h) * 3, 0, 6), "int64"), paddle.ParamAttr(name=f"{h.name}.table")
    one, two = (static.nn.embedding(ids[:, i], [7, h.shape[-1]], is_sparse=True, param_attr=table) for i in (0, 1))
    return h + one * two


LAYERS = {
    "rows": _rows,
    "fc": lambda h: static.nn.fc(h, 19),
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu tanh": lambda h: F.gelu(h, approximate=True),
    "sigmoid": F.sigmoid,
    "silu": F.silu,
    "mish": F.mish,
    "softplus": F.softplus,
    "dropout": lambda h: F.dropout(h, 0.3),
    "layer_norm": lambda h: F.layer_norm(h, [h.shape[-1]]),
    "batch_norm": static.nn.batch_norm,
    "softmax": F.softmax,
    "log_softmax": F.log_softmax,
    "logsumexp": lambda h: paddle.sin(h - paddle.logsumexp(h, -1, keepdim=True)),
    "norm": lambda h: h / (paddle.sqrt(paddle.sum(h * h, -1, keepdim=True)) + 0.1),
    "std": lambda h: (h - h.mean(-1, keepdim=True)) / (h.std(-1, keepdim=True) + 1e-3),
    "columns": lambda h: h - paddle.mean(h, 0, keepdim=True) + paddle.max(h, -1, keepdim=True),
    "transpose": lambda h: paddle.matmul(h, h, transpose_x=True).mean() + h,
    "constant": lambda h: h * paddle.exp(paddle.full([1], 0.3)) + paddle.log(paddle.full([1], 1.7)),
    "double": lambda h: paddle.exp(h.astype("float64") * 0.1).astype("float32"),
    "in place": lambda h: paddle.increment(h.mean()) + h,
    "cond": _cond,
    "loop": _loop,
    "py_func": _py_func,
    "static_pylayer": _pylayer,
}
OPTIMIZERS = {
    "sgd": lambda: paddle.optimizer.SGD(0.05),
    "momentum": lambda: paddle.optimizer.Momentum(0.05, 0.9, use_nesterov=True),
    "adam": lambda: paddle.optimizer.Adam(0.01, grad_clip=paddle.nn.ClipGradByGlobalNorm(1.0)),
    "adamw": lambda: paddle.optimizer.AdamW(paddle.optimizer.lr.StepDecay(0.01, 2), weight_decay=0.1),
    "adagrad": lambda: paddle.optimizer.Adagrad(0.05),
    "lazy adam": lambda: paddle.optimizer.Adam(0.01, lazy_mode=True, grad_clip=paddle.nn.ClipGradByGlobalNorm(1.0)),
    "rmsprop": lambda: paddle.optimizer.RMSProp(0.01),
    "lamb": lambda: paddle.optimizer.Lamb(0.01),
}


class RandomProgram:
    """A body: some training steps of a program made of layers. It does the same whenever it is called."""

    def __init__(self, layers: list[str], optimizer: str) -> None:
        paddle.enable_static()
        self.main, self.startup = static.Program(), static.Program()
        with static.program_guard(self.main, self.startup):
            x = static.data("x", [None, 16], "float32")
            h = static.nn.fc(x, 16)
            for layer in layers:
                h = LAYERS[layer](h)
            self.loss = paddle.mean(paddle.square(paddle.sin(h)))
            self.optimizer = OPTIMIZERS[optimizer]()
            self.optimizer.minimize(self.loss)
        self.schedule = getattr(self.optimizer, "_learning_rate", None)

    def __call__(self) -> tuple[list[bytes], dict[str, bytes]]:
        """The bits of the loss of every step, and of all that persists at the end."""
        paddle.seed(11)
        executor, scope = static.Executor(), static.Scope()
        executor.run(self.startup, scope=scope)
        rng, fetched = np.random.default_rng(5), []
        for _ in range(STEPS):
            feed = {"x": rng.standard_normal((ROWS, 16)).astype("float32")}
            fetched.append(executor.run(self.main, feed=feed, fetch_list=[self.loss], scope=scope)[0].tobytes())
        assert executor.lowered, "the law is about lowered runs"
        return fetched, {n: np.array(scope.find_var(n).get_tensor()).tobytes() for n in scope.local_var_names()}


def stepwise(body: RandomProgram) -> Any:
    """What the body returns where no run is lowered after all: each goes operator by operator."""
    active: list[Any] = []

    def drive(frame: Any) -> None:
        if isinstance(frame, LoweredFrame) and not active:
            raise StepwiseRun
        active.append(frame)
        try:
            while not frame.done:
                frame.step()
        finally:
            active.pop()

    with instrumented(drive=drive):
        return body()


def replayed(recording: Any) -> tuple[list[bytes], dict[str, bytes]]:
    """The bits of the losses, and of what persists at the end, computed from a recording."""
    navigator = recording.session.driver.navigator
    losses, stores = [], {}
    for step in range(1, STEPS + 1):
        cursor = Replayer(navigator.journal).open_run(navigator.journal.record_of_step(step).run)
        cursor.run_to_end()
        frame = cursor.stack[0].frame
        losses += [frame.env[slot].tobytes() for _, slot in frame.plan.fetches]
        stores = {name: frame.env[slot].tobytes() for name, slot in frame.plan.stores}
    return losses, stores


def check(body: RandomProgram, folder: Any = None) -> None:
    plain = body()
    assert stepwise(body) == plain
    executor_taps = debug.start(body, taps=["*", "*@*"], record=False, hz=None)
    assert executor_taps.wait(60) == plain
    run = debug.start(body, taps=["*", "*@*"], to=folder)
    assert run.wait(60) == plain
    assert [r.lowered > 0 for r in run.session.driver.journal.records()][-2:] == [True, True]
    losses, stores = replayed(run)
    assert losses == plain[0]
    assert stores.items() <= plain[1].items()
    if folder is not None:
        assert replayed(debug.open(folder)) == (losses, stores)


@pytest.mark.thorough
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    layers=st.lists(st.sampled_from(sorted(LAYERS)), min_size=1, max_size=5), name=st.sampled_from(sorted(OPTIMIZERS))
)
def test_random_programs(layers: list[str], name: str) -> None:
    check(RandomProgram(layers, name))


@pytest.mark.parametrize("layer", sorted(LAYERS))
def test_each_layer(layer: str, tmp_path: Any) -> None:
    check(RandomProgram([layer], "adam"), tmp_path / "recording")


@pytest.mark.parametrize("name", sorted(OPTIMIZERS))
def test_each_optimizer(name: str) -> None:
    check(RandomProgram(["fc", "gelu", "dropout"], name))


@pytest.mark.parametrize("name", ["sgd", "adagrad", "lazy adam"])
def test_steps_by_rows(name: str, tmp_path: Any) -> None:
    check(RandomProgram(["rows", "rows"], name), tmp_path / "recording")


def test_paused_at_any_place_and_continued() -> None:
    body = RandomProgram(["fc", "dropout", "loop", "py_func"], "adam")
    plain = body()
    for step in (2, 3):
        for stops in (1, 9, 30):
            run = debug.start(body, entry=True)
            run.until_stopped(60)
            run.goto(step, timeout=60)
            for _ in range(stops):
                run.next(timeout=60)
            run.step_back(min(stops, 3))
            run.cont()
            assert run.wait(60) == plain
