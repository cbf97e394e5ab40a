"""Cases of custom ops: a forward and a backward function of one of the three kinds, with inputs; how to check them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope import debug, paddle
from opscope.paddle import static


class Case(NamedTuple):
    """A custom op. `wrong` are the inputs whose gradients are wrong, `kinds` the kinds that name the fault."""

    name: str
    kind: str  # layer, func or block
    forward: Callable[..., Any]
    backward: Callable[..., Any]
    inputs: Sequence[Any]
    wrong: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    calls: int = 1
    intended: tuple[str, ...] = ()
    outs: Sequence[Any] = ()  # of a func: shape and dtype of each output; those of the first input if not given
    order: int = 1


class Ctx:
    """What a case's forward gets as ctx, to keep what backward needs: an attribute for each."""


def run(case: Case) -> debug.Checks:
    """Check the op on its inputs."""
    return {"layer": _run_layer, "func": _run_func, "block": _run_block}[case.kind](case)


def _run_layer(case: Case) -> debug.Checks:
    paddle.disable_static()
    own = type(
        "Own",
        (paddle.autograd.PyLayer,),
        {"forward": staticmethod(case.forward), "backward": staticmethod(case.backward)},
    )
    tensors = [paddle.to_tensor(a, stop_gradient=False) for a in case.inputs]

    def body() -> None:
        for _ in range(case.calls):
            out = own.apply(*tensors)
            outs = [o for o in (out if isinstance(out, tuple | list) else (out,)) if not o.stop_gradient]
            try:
                paddle.grad(outs, tensors, allow_unused=True)
            except Exception:  # (faulty functions may raise in the program, too)
                if not case.wrong:
                    raise
                return

    return debug.check(body, intended=case.intended, order=case.order)


def _feed(case: Case) -> tuple[list[Any], dict[str, Any]]:
    variables: list[Any] = []
    feed: dict[str, Any] = {}
    for i, a in enumerate(case.inputs):
        a = np.asarray(a)
        variable = static.data(f"x{i}", list(a.shape), a.dtype.name)
        variable.stop_gradient = False
        variables.append(variable)
        feed[f"x{i}"] = a
    return variables, feed


def _run_program(case: Case, outs: Any, variables: list[Any], feed: dict[str, Any]) -> debug.Checks:
    floats = [o for o in (outs if isinstance(outs, tuple | list) else [outs]) if o.dtype.kind in "fc"]
    grads = [g for g in static.gradients(floats, variables) if g is not None]
    exe = static.Executor()

    def body() -> None:
        for _ in range(case.calls):
            try:
                exe.run(feed=feed, fetch_list=[*floats, *grads])
            except Exception:
                if not case.wrong:
                    raise
                return

    return debug.check(body, intended=case.intended)


def _run_func(case: Case) -> debug.Checks:
    paddle.enable_static()
    with static.program_guard(static.Program(), static.Program()):
        variables, feed = _feed(case)
        specs = case.outs or [(np.shape(case.inputs[0]), np.asarray(case.inputs[0]).dtype.name)]
        block = static.default_main_program().current_block()
        outs = [block.create_var(name=f"out{i}", shape=list(s) or [1], dtype=d) for i, (s, d) in enumerate(specs)]
        static.py_func(case.forward, variables, outs if len(outs) > 1 else outs[0], backward_func=case.backward)
        return _run_program(case, outs, variables, feed)


def _run_block(case: Case) -> debug.Checks:
    paddle.enable_static()
    with static.program_guard(static.Program(), static.Program()):
        variables, feed = _feed(case)
        outs = static.nn.static_pylayer(
            lambda *xs: case.forward(*xs), variables, lambda *ds: case.backward(*variables, *ds)
        )
        return _run_program(case, outs, variables, feed)


_rng = np.random.default_rng(7)


def normal(*shape: int, dtype: str = "float32", scale: float = 1.0) -> Any:
    """Normal numbers."""
    values = _rng.standard_normal(shape) * scale
    if dtype.startswith("complex"):
        values = values + 1j * _rng.standard_normal(shape) * scale
    return values.astype(dtype)


def positive(*shape: int, dtype: str = "float32") -> Any:
    """Numbers between 0.5 and 2."""
    return _rng.uniform(0.5, 2.0, shape).astype(dtype)


def image(*shape: int) -> Any:
    """An image with mostly zeros."""
    values = _rng.uniform(0, 1, shape) * (_rng.uniform(0, 1, shape) > 0.8)
    return values.astype("float32")
