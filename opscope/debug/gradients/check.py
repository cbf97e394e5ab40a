"""Check: what all checks share: how often a function is checked, on what, and what is written down of it."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.finite import all_finite
from opscope.core.place import to_host
from opscope.core.source import Site
from opscope.debug.gradients.finite_differences import Forward, compared, weights
from opscope.debug.gradients.report import Checked, Checks

Backward = Callable[[list[Any], list[Any]], list[Any]]


class Subject(NamedTuple):
    """A function with a gradient of its own: its name, what its inputs are called, where it is applied and defined."""

    name: str
    of: list[str]
    site: str
    backward: str


class Checker:
    """Checks each function the first `times` times that it is applied on a line."""

    def __init__(self, times: int) -> None:
        self.found = Checks()
        self.busy = False  # what a check runs itself is not checked
        self._times = times
        self._seen: Counter[tuple[str, str]] = Counter()
        self._rng = np.random.Generator(np.random.Philox(0))

    def check(self, subject: Subject, inputs: list[Any], wrt: list[int], forward: Forward, backward: Backward) -> None:
        """Compare the gradients of inputs `wrt` that `backward(outs, douts)` gives with differences of `forward`."""
        key = subject.name, subject.site
        self._seen[key] += 1
        if self.busy or self._seen[key] > self._times:
            return
        self.busy = True
        try:
            self._check(subject, [to_host(a) for a in inputs], wrt, forward, backward)
        finally:
            self.busy = False

    def _check(self, subject: Subject, inputs: list[Any], wrt: list[int], forward: Forward, backward: Backward) -> None:
        def run(given: list[Any]) -> list[Any]:
            return [to_host(a) for a in forward(given)]

        outs, again = run(inputs), run(inputs)
        for i, of in zip(wrt, subject.of, strict=True):
            if not all(np.array_equal(a, b, equal_nan=a.dtype.kind in "fc") for a, b in zip(outs, again, strict=True)):
                self._say(subject, of, None, "its forward function gives something else each time")
            elif not all(map(all_finite, (*outs, inputs[i]))):
                self._say(subject, of, None, "there is a NaN or Inf in its values")
        if self._said(subject):
            return
        douts = weights(outs, self._rng)
        full = [np.zeros(o.shape, o.dtype) if d is None else d for o, d in zip(outs, douts, strict=True)]
        grads = backward(outs, full)
        for i, of, grad in zip(wrt, subject.of, grads, strict=True):
            found = compared(run, inputs, i, douts, None if grad is None else to_host(grad), self._rng)
            self.found.add(Checked(subject.name, of, *found, subject.site, subject.backward))

    def _say(self, subject: Subject, of: str, right: bool | None, told: str) -> None:
        self.found.add(Checked(subject.name, of, right, 0.0, told, subject.site, subject.backward))

    def _said(self, subject: Subject) -> bool:
        return any(c.right is None and c.name == subject.name and c.site == subject.site for c in self.found)

    @staticmethod
    def line_of(function: Any) -> str:
        """`train.py:20 in backward`, the first line of a function's body; "" where nobody knows."""
        code = getattr(inspect.unwrap(function), "__code__", None)
        if code is None:
            return ""
        head = code.co_firstlineno  # a decorator's, where there is one
        line = min((line for _, _, line in code.co_lines() if line is not None and line > head), default=head)
        return Site(code.co_filename, line, code.co_name).where
