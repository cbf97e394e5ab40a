"""A tap changes no bit: random programs of the registry, a tap on each single operator, at every level, lowered."""

from __future__ import annotations

import functools
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.core import state
from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.debug.taps.levels import LEVEL_NAMES
from opscope.ops.registry import REGISTRY, Op
from opscope.paddle import static
from opscope.runtime.lower import fusion
from tests.laws.own import samples_of

ROWS, COLUMNS = 64, 65
FLOAT = as_dtype("float32")
Call = tuple[Op, tuple[Any, ...], dict[str, Any]]  # an op, with a shape for each input that is a tensor


@functools.cache
def calls() -> dict[str, list[Call]]:
    """The calls of each op of the registry that take matrices of one shape, or one row or column, and floats."""
    found: dict[str, list[Call]] = {}
    paddle.disable_static()
    for op in sorted(REGISTRY, key=lambda op: op.name):
        if op.random or op.opaque:
            continue
        for sample in samples_of(op):
            arrays = [a for a in sample.args if isinstance(a, np.ndarray) and a.dtype.kind == "f"]
            if arrays and len(arrays) == sum(isinstance(a, np.ndarray) for a in sample.args):
                args = tuple((ROWS, COLUMNS) if isinstance(a, np.ndarray) else a for a in sample.args)
                if is_possible(op, args, sample.attrs):
                    found.setdefault(op.name, []).append((op, args, sample.attrs))
    return found


def is_possible(op: Op, args: tuple[Any, ...], attrs: dict[str, Any]) -> bool:
    """True if the op and its gradient run on matrices, with results of the shapes that its rule says."""
    given = [paddle.full(a, 0.5) if type(a) is tuple else a for a in args]
    for value in given:
        if isinstance(value, paddle.Tensor):
            value.stop_gradient = False
    try:
        specs = op.infer(*(TensorSpec(a, FLOAT) if type(a) is tuple else a for a in args), **attrs)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = op(*given, **attrs)
            outs = made if isinstance(made, list) else [made]
            for out in outs:
                if out is not None and not out.stop_gradient:
                    out.sum().backward(retain_graph=True)
    except Exception:  # noqa: BLE001 (whatever a call does not like)
        return False
    return [None if o is None else tuple(o.shape) for o in outs] == [
        None if s is None else s.shape for s in ([specs] if isinstance(specs, TensorSpec) else specs)
    ]


def build(seed: int, length: int) -> tuple[dict[str, Any], list[Any]]:
    """(feed, fetches) of a random program: ops of the registry on matrices, their loss and its gradients."""
    rng = random.Random(seed)
    x = static.data("x", [ROWS, COLUMNS], "float32")
    row, column = static.data("row", [COLUMNS], "float32"), static.data("column", [ROWS, 1], "float32")
    for given in (x, row, column):
        given.stop_gradient = False
    pool, narrow = [x], [row, column]
    for _ in range(length):
        op, args, attrs = rng.choice(calls()[rng.choice(list(calls()))])
        inputs = [rng.choice(pool) if type(a) is tuple else a for a in args]
        made = op(*inputs, **attrs)
        for out in made if isinstance(made, list) else [made]:
            if out is None or out.dtype is not FLOAT:
                continue
            if out.shape == (ROWS, COLUMNS):
                pool.append(out)
            elif out.shape in ((COLUMNS,), (ROWS, 1), (1, COLUMNS), ()):
                narrow.append(out)
            elif out.shape == (ROWS,):
                narrow.append(paddle.unsqueeze(out, -1))
        if rng.random() < 0.5:  # also broadcast: a row or a column beside a matrix
            pool.append(REGISTRY[rng.choice(["add", "subtract", "multiply"])](pool[-1], rng.choice(narrow)))
        if rng.random() < 0.3:
            pool.append(paddle.tanh(pool[-1]))
    loss = paddle.mean(paddle.square(paddle.tanh(pool[-1])))
    grads = [g for g in static.gradients([loss], [x, row, column]) if g is not None]
    numbers = np.random.default_rng(seed)
    feed = {"x": numbers.uniform(0.1, 0.9, (ROWS, COLUMNS)), "row": numbers.uniform(0.1, 0.9, COLUMNS)}
    feed["column"] = numbers.uniform(0.1, 0.9, (ROWS, 1))
    return {k: v.astype("float32") for k, v in feed.items()}, [loss, pool[-1], *grads]


def last_run(feed: dict[str, Any], fetches: list[Any], tap: Callable[[Any], Any] = lambda exe: None) -> list[bytes]:
    """The bytes of the fetches of a lowered run."""
    exe = static.Executor()
    tap(exe)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runs = [exe.run(feed=feed, fetch_list=fetches) for _ in range(3)]
    assert exe.lowered, [cached.lowering_error for cached in exe._plans.values()]
    return [np.where(np.isnan(value), np.nan, value).tobytes() for value in runs[-1]]  # a NaN has no sign


def differences(seed: int, length: int) -> list[str]:
    """The operators of a random program whose tap changes a bit."""
    calls()
    state.reset()
    paddle.enable_static()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # not every op has a gradient
        feed, fetches = build(seed, length)
    wanted = last_run(feed, fetches)
    found = []
    for number, operator in enumerate(static.default_main_program().global_block().ops):
        level = LEVEL_NAMES[(number + seed) % len(LEVEL_NAMES)]
        pattern = f"id:{operator.id}"
        tap = lambda exe, p=pattern, v=level: debug.attach(exe).tap(p, level=v)
        if last_run(feed, fetches, tap) != wanted:
            found.append(f"{operator!r} at {level}")
    return found


@pytest.mark.parametrize("small", [False, True], ids=["sizes as they are", "kernels for small arrays"])
@pytest.mark.parametrize("seed", range(5))
def test_a_tap_on_any_operator_changes_no_bit(seed: int, small: bool, monkeypatch: pytest.MonkeyPatch):
    if small:
        for name, value in (("MIN_KERNEL_SIZE", 64), ("MIN_BLOCKED_SIZE", 64)):
            monkeypatch.setattr(fusion, name, value)
    assert differences(seed + 5 * small, 4) == []


def test_the_gradient_of_a_normalization():
    """The case that was found: a tap on the mean changed the gradient of what is fused with logsumexp."""
    paddle.enable_static()
    x = static.data("x", [64, 65], "float32")
    x.stop_gradient = False
    v = paddle.sin(x - paddle.logsumexp(x, -1, keepdim=True))
    loss = paddle.mean(paddle.square(v))
    fetches = [loss, *static.gradients([loss], [x])]
    feed = {"x": np.random.default_rng(0).standard_normal((64, 65)).astype("float32")}
    wanted = last_run(feed, fetches)
    for level in LEVEL_NAMES:
        assert last_run(feed, fetches, lambda exe, v=level: debug.attach(exe).tap("op:reduce_mean", level=v)) == wanted
