"""The checker: compares the gradients of one application of a function, and limits how often each is checked."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.finite import all_finite
from opscope.core.place import to_host
from opscope.core.source import Site
from opscope.debug.gradients.finite_differences import Forward, compare_gradient, random_cotangents
from opscope.debug.gradients.report import CheckedGradient, Checks

Backward = Callable[[list[Any], list[Any]], list[Any]]


class Subject(NamedTuple):
    """A function with a user-defined gradient: its name, the names of its inputs, where it is applied and defined."""

    name: str
    inputs: list[str]
    site: str
    backward: str


class Checker:
    """Checks each function the first `times` times that it is applied on a line."""

    def __init__(self, times: int) -> None:
        self.found = Checks()
        self.busy = False  # True while a check runs functions itself, which are not checked
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
        for i, of in zip(wrt, subject.inputs, strict=True):
            if not all(np.array_equal(a, b, equal_nan=a.dtype.kind in "fc") for a, b in zip(outs, again, strict=True)):
                self._add_unclear(subject, of, "its forward function gives something else each time")
            elif not all(map(all_finite, (*outs, inputs[i]))):
                self._add_unclear(subject, of, "there is a NaN or Inf in its values")
        if self._is_unclear(subject):
            return
        douts = random_cotangents(outs, self._rng)
        full = [np.zeros(o.shape, o.dtype) if d is None else d for o, d in zip(outs, douts, strict=True)]
        grads = backward(outs, full)
        for i, of, grad in zip(wrt, subject.inputs, grads, strict=True):
            found = compare_gradient(run, inputs, i, douts, None if grad is None else to_host(grad), self._rng)
            self.found.add(CheckedGradient(subject.name, of, *found, subject.site, subject.backward))

    def _add_unclear(self, subject: Subject, of: str, reason: str) -> None:
        self.found.add(CheckedGradient(subject.name, of, None, 0.0, reason, subject.site, subject.backward))

    def _is_unclear(self, subject: Subject) -> bool:
        return any(c.right is None and c.name == subject.name and c.site == subject.site for c in self.found)

    @staticmethod
    def line_of(function: Any) -> str:
        """`train.py:20 in backward`, the first line of a function's body; "" if unknown."""
        code = getattr(inspect.unwrap(function), "__code__", None)
        if code is None:
            return ""
        head = code.co_firstlineno  # of its decorator, if it has one
        line = min((line for _, _, line in code.co_lines() if line is not None and line > head), default=head)
        return Site(code.co_filename, line, code.co_name).where
