"""Gradient checks of the PyLayers that eager code applies, on copies of their arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core import random
from opscope.core.annotations import Array
from opscope.core.source import site
from opscope.core.state import mode
from opscope.debug.gradients.check import Checker, Subject
from opscope.debug.replay.replay_frame import RestoredRng
from opscope.eager import pylayer
from opscope.eager.autograd import enable_grad, grad
from opscope.eager.op_calls import muted
from opscope.eager.tape import grad_recording
from opscope.eager.tensor import Tensor

Applied = Callable[[type[pylayer.PyLayer], tuple[Any, ...], dict[str, Any]], Any]


@contextmanager
def check_pylayers(checker: Checker) -> Iterator[None]:
    """Inside the block, check each PyLayer that is applied."""
    applied: Applied = pylayer.apply_pylayer

    def apply_and_check(cls: type[pylayer.PyLayer], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if mode.trace is not None or not mode.grad or checker.busy:
            return applied(cls, args, kwargs)
        where = site()
        layer = _AppliedLayer(applied, cls, args, kwargs)
        result = applied(cls, args, kwargs)
        if layer.wrt:
            backward = checker.line_of(cls.backward)
            names = [layer.names[i] for i in layer.wrt]
            subject = Subject(f"{cls.__name__}.backward", names, "" if where is None else where.where, backward)
            checker.check(subject, layer.inputs, layer.wrt, layer.forward, layer.backward)
        return result

    pylayer.apply_pylayer = apply_and_check
    try:
        yield
    finally:
        pylayer.apply_pylayer = applied


class _AppliedLayer:
    """A PyLayer with the arguments that it was applied to, as a function of arrays."""

    def __init__(self, applied: Applied, cls: type[pylayer.PyLayer], args: Any, kwargs: dict[str, Any]) -> None:
        self.applied, self.cls, self.args, self.kwargs = applied, cls, args, kwargs
        self.state = random.default.get_state()
        self.tensors = [t for a in (*args, *kwargs.values()) for t in _members(a)]
        self.inputs = [t._value.copy() for t in self.tensors]
        self.names = _names(cls.forward, args, kwargs)
        self.wrt = [i for i, t in enumerate(self.tensors) if not t.stop_gradient and _has_elements(t._value)]

    def forward(self, inputs: list[Any]) -> list[Any]:
        """The outputs for some inputs."""
        with grad_recording(False):
            return [t._value for t in self._call([Tensor(a) for a in inputs])]

    def backward(self, outs: list[Any], douts: list[Any]) -> list[Any]:
        """The gradients that its backward function returns: one for each of `wrt`, or None."""
        with enable_grad():
            leaves = [Tensor(a) for a in self.inputs]
            for leaf, tensor in zip(leaves, self.tensors, strict=True):
                leaf.stop_gradient = tensor.stop_gradient
            made = self._call(
                [leaf.clone() for leaf in leaves]
            )  # clones: an input that forward returns unchanged must not be a leaf
            pairs = [(t, d) for t, d in zip(made, douts, strict=True) if d is not None and not t.stop_gradient]
            if not pairs:
                return [None] * len(self.wrt)
            found = grad(
                [t for t, _ in pairs],
                [leaves[i] for i in self.wrt],
                grad_outputs=[Tensor(d) for _, d in pairs],
                allow_unused=True,
            )
        return [None if g is None else g._value for g in found]

    def _call(self, tensors: list[Tensor]) -> list[Tensor]:
        given = iter(tensors)
        args = [_with(a, given) for a in self.args]
        kwargs = {name: _with(a, given) for name, a in self.kwargs.items()}
        with muted(), RestoredRng(random.default, self.state):
            returned = self.applied(self.cls, tuple(args), kwargs)
        items = returned if isinstance(returned, tuple) else (returned,)
        return [t for item in items for t in _members(item)]


def _has_elements(array: Array) -> bool:
    return array.dtype.kind in "fc" and array.size > 0


def _names(forward: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[str]:
    """The name of each Tensor argument in `forward`: `x`, `xs[1]`."""
    parameters = [*inspect.signature(forward).parameters.values()][1:]
    called = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    called += [f"argument {i}" for i in range(len(called), len(args))]
    found: list[str] = []
    for name, value in zip([*called[: len(args)], *kwargs], (*args, *kwargs.values()), strict=True):
        if isinstance(value, Tensor):
            found.append(name)
        elif isinstance(value, list | tuple):
            found += [f"{name}[{i}]" for i, v in enumerate(value) if isinstance(v, Tensor)]
    return found


def _members(value: Any) -> list[Tensor]:
    if isinstance(value, Tensor):
        return [value]
    return [v for v in value if isinstance(v, Tensor)] if isinstance(value, list | tuple) else []


def _with(value: Any, given: Iterator[Tensor]) -> Any:
    """An argument with its Tensors replaced by the next ones of `given`."""
    if isinstance(value, Tensor):
        return next(given)
    if isinstance(value, list | tuple):
        return type(value)(next(given) if isinstance(v, Tensor) else v for v in value)
    return value
