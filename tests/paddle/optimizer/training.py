"""The same small training in dygraph and as a program, for any optimizer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope import paddle
from opscope.paddle import static

START = {"w": np.array([[1.0, -2.0], [0.5, 3.0]]), "b": np.array([0.25, -1.5])}
FEEDS = np.random.default_rng(4).normal(size=(6, 2, 2))
Make = Callable[..., Any]


def loss_of(w: Any, b: Any, feed: Any) -> Any:
    """A loss whose gradients are the same numbers in both worlds."""
    return ((w * feed) * (w * feed)).mean() + (b * b * b).mean()


def gradients(values: dict[str, Any], feed: Any) -> dict[str, Any]:
    """Its gradients, by hand."""
    w, b = values["w"], values["b"]
    return {"w": 2 * w * feed**2 / w.size, "b": 3 * b**2 / b.size}


def by_hand(step: Callable[..., Any]) -> list[dict[str, Any]]:
    """Values after each step; `step(value, gradient, state of the parameter)` gives the new value."""
    values: dict[str, Any] = {n: v.copy() for n, v in START.items()}
    states: dict[str, Any] = {n: {} for n in START}
    path = []
    for feed in FEEDS:
        grads = gradients(values, feed)
        values = {n: step(values[n], grads[n], states[n]) for n in values}
        path.append(values)
    return path


def by_dygraph(make: Make, dtype: str = "float64", scheduler: Any = None, **attrs: Any) -> list[dict[str, Any]]:
    """Values after each step; `attrs` are set on the parameters."""
    parameters = {n: paddle.to_tensor(v.astype(dtype), stop_gradient=False) for n, v in START.items()}
    for name, parameter in parameters.items():
        parameter.name = name
        for key, value in attrs.items():
            setattr(parameter, key, value.get(name))
    optimizer = make(parameters=list(parameters.values()))
    path = []
    for feed in FEEDS:
        loss_of(*parameters.values(), paddle.to_tensor(feed.astype(dtype))).backward()
        optimizer.step()
        optimizer.clear_grad()
        path.append({n: p.numpy() for n, p in parameters.items()})
        if scheduler is not None:
            scheduler.step()
    return path


def by_program(
    make: Make, dtype: str = "float64", scheduler: Any = None, lowered: int = 1, **attrs: Any
) -> list[dict[str, Any]]:
    """Values after each run."""
    paddle.enable_static()
    feed = static.data("feed", [2, 2], dtype)
    parameters = [
        static.create_parameter(
            list(v.shape), dtype, name=n, default_initializer=paddle.nn.initializer.Assign(v.astype(dtype))
        )
        for n, v in START.items()
    ]
    for parameter in parameters:
        for key, value in attrs.items():
            setattr(parameter, key, value.get(parameter.name))
    loss = loss_of(*parameters, feed)
    make().minimize(loss)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    path = []
    for value in FEEDS:
        exe.run(feed={"feed": value.astype(dtype)}, fetch_list=[loss])
        path.append({n: np.array(static.global_scope().find_var(n).get_tensor()) for n in START})
        if scheduler is not None:
            scheduler.step()
    assert exe.lowered == lowered
    return path


def same(path: list[dict[str, Any]], other: list[dict[str, Any]]) -> None:
    """Bit for bit."""
    for a, b in zip(path, other, strict=True):
        assert a.keys() == b.keys()
        for name in a:
            assert a[name].dtype == b[name].dtype and np.array_equal(a[name], b[name]), name


def close(path: list[dict[str, Any]], other: list[dict[str, Any]], rtol: float = 1e-12) -> None:
    """But for rounding."""
    for a, b in zip(path, other, strict=True):
        for name in a:
            np.testing.assert_allclose(a[name], b[name], rtol=rtol, err_msg=name)
