"""A work as Paddle spells it: the same text for opscope and for Paddle."""

from __future__ import annotations

from typing import Any

from tests.bench.work import BETA1, BETA2, EPSILON, RATE, Loop, Step, Work


class Given:
    """The parameters' first values, as attributes of layers or as parameters."""

    def __init__(self, paddle: Any, values: dict[str, Any]) -> None:
        self.paddle, self.values = paddle, values

    def attr(self, name: str) -> Any:
        """For a layer's `weight_attr`."""
        return self.paddle.ParamAttr(initializer=self.paddle.nn.initializer.Assign(self.values[name]))

    def parameter(self, name: str) -> Any:
        """For functions that take the parameter itself."""
        return self.paddle.static.create_parameter(self.values[name].shape, "float32", attr=self.attr(name))


def make(paddle: Any, work: Work) -> tuple[Any, Step]:
    """(the executor, None for a Loop; one step)."""
    if isinstance(work, Loop):
        return None, work.paddle(paddle)
    exe, main, out = started(paddle, work)
    feed = work.feed()
    return exe, lambda: exe.run(main, feed=feed, fetch_list=[out])[0]


def started(paddle: Any, work: Any) -> tuple[Any, Any, Any]:
    """(the executor, the program of a Model whose parameters are set, what it computes)."""
    paddle.enable_static()
    static, feed = paddle.static, work.feed()
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        fed = {name: static.data(name, list(v.shape), v.dtype.name) for name, v in feed.items()}
        out = work.static(paddle, Given(paddle, work.params()), fed)
        if work.trains:
            paddle.optimizer.Adam(RATE, BETA1, BETA2, EPSILON).minimize(out)
    exe = static.Executor(paddle.CUDAPlace(0) if work.device == "cuda" else paddle.CPUPlace())
    exe.run(startup)
    return exe, main, out
