"""recompute: the backward pass computes the kept values of a part again, with the same random numbers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from opscope.core import random
from opscope.core.source import site
from opscope.core.state import mode
from opscope.eager.saved_tensors_hooks import saved_tensors_hooks
from opscope.eager.tape import grad_recording
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, ModeError, RunError
from opscope.paddle.nn.layer.container import Sequential


class _Part:
    """A recomputed call: numbers replace the kept values until backward reads a value."""

    def __init__(self, function: Callable[..., Any], args: Any, kwargs: Any, preserve: bool) -> None:
        self._call = function, args, kwargs
        self._random = random.default.get_state() if preserve else None
        self._cast = mode.cast
        self._kept = 0
        self._values: dict[int, Tensor] = {}

    def forward(self) -> Any:
        function, args, kwargs = self._call
        with saved_tensors_hooks(self._number, self._value):
            return function(*args, **kwargs)

    def _number(self, _: Tensor) -> int:
        self._kept += 1
        return self._kept - 1

    def _value(self, number: int) -> Tensor:
        if number not in self._values:
            self._again()
        if number not in self._values:
            raise RunError(
                "recompute: the repeated call of the function stores fewer values than the call in the forward "
                "pass", site=site(),
                fix="write a function that does the same operations in each call",
            )  # fmt: skip
        return self._values.pop(number)

    def _again(self) -> None:
        function, args, kwargs = self._call
        values: dict[int, Tensor] = {}

        def keep(tensor: Tensor) -> int:
            values[len(values)] = tensor.detach()
            return len(values) - 1

        with self._as_before(), grad_recording(True), saved_tensors_hooks(keep, values.__getitem__):
            function(*args, **kwargs)
        self._values = values

    @contextmanager
    def _as_before(self) -> Any:
        """Restore the random state and the casts of the forward pass in the block."""
        drawn = nullcontext() if self._random is None else random.default.drawing_from(self._random)
        with mode.block(cast=self._cast), drawn:
            yield


def recompute(
    function: Callable[..., Any], *args: Any, preserve_rng_state: bool = True, use_reentrant: bool = True, **kwargs: Any
) -> Any:
    """Return function(*args, **kwargs) without keeping its intermediate values; in dygraph.

    The backward pass calls the function again. preserve_rng_state: the second call draws the same random numbers as the
    first. Gradients also flow to parameters if no argument needs a gradient. use_reentrant changes no result, but as in
    Paddle, True refuses kwargs. Raises ArgumentError (a ValueError) for kwargs with use_reentrant, ModeError in a
    program.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/distributed/fleet/utils/recompute_en.html
    """
    if kwargs and use_reentrant:
        raise ArgumentError(
            "recompute passes keyword arguments to the function only if use_reentrant=False.",
            site=site(),
        )
    if mode.trace is not None or not mode.grad:
        return function(*args, **kwargs)
    if mode.static:
        raise ModeError(
            "recompute works only in dygraph mode",
            site=site(),
            fix="in a program, use paddle.incubate.optimizer.RecomputeOptimizer",
        )
    return _Part(function, args, kwargs, preserve_rng_state).forward()


def recompute_sequential(ctx: dict[str, Any], functions: Any, *args: Any, **kwargs: Any) -> Any:
    """Call the functions of a Sequential or a list in ctx["segments"] parts; recompute all parts but the last."""
    parts = list(functions.children()) if isinstance(functions, Sequential) else list(functions)
    segments = ctx.get("segments", 1)
    size = len(parts) // segments
    cuts = [i * size for i in range(segments)]
    for begin, end in itertools.pairwise(cuts):
        args = (
            recompute(
                _chain(parts[begin:end]), *args, preserve_rng_state=ctx.get("preserve_rng_state", True), **kwargs
            ),
        )
    return _chain(parts[cuts[-1] :])(*args)


def _chain(functions: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    def run(*inputs: Any) -> Any:
        out: Any = inputs if len(inputs) != 1 else inputs[0]
        for function in functions:
            out = function(out)
        return out

    return run


__all__ = ["recompute", "recompute_sequential"]
