"""Trial: one function call in the precision of the gradient check, with a random weight for each output element.

The outputs are multiplied by the weights, and the products are summed to one number. The derivative of this number is
computed in two ways: from slopes, and by the backward function. The backward function receives the weights as the
gradients of the outputs. The check uses double precision if the function supports it.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.checks.finite import all_finite
from opscope.debug.gradients.application import Application, Arrays, Pulled, real_product, widened

REPEATABLE = 64  # multiples of the rounding by which the outputs of two equal calls may differ
SMALLER = 64.0
SAME_FUNCTION = 0.05  # relative norm by which outputs in double precision may differ from the program's


class Unclear(Exception):
    """Error for a function call that cannot be checked, with the reason and a fix."""

    def __init__(self, why: str, fix: str = "") -> None:
        super().__init__(why)
        self.why, self.fix = why, fix


class Trial:
    """An application (one call of a function), with the values for all comparisons of this call."""

    def __init__(self, application: Application, rng: Any) -> None:
        self.application = application
        self.rng = rng
        self.own_inputs = application.inputs
        own = self._repeated()
        self.carried = [c and o.dtype.kind in "fc" for c, o in zip(application.carries, own, strict=True)]
        if not any(o.size and c for o, c in zip(own, self.carried, strict=True)):
            raise Unclear("no output has a gradient", "return a float Tensor that does not stop gradients")
        if not any(all_finite(o) for o, c in zip(own, self.carried, strict=True) if c):
            raise Unclear("the outputs contain a NaN or Inf", "find its origin first: debug.start(body).watch('nan')")
        self.own_weights = [_weights(o, rng) if c else None for o, c in zip(own, self.carried, strict=True)]
        self.is_double, self.inputs, self.outs = self._in_double(own)
        self.weights = [None if w is None else widened(w) for w in self.own_weights]
        self.eps = self._precision()
        self.own_eps = max(_eps(self.own_inputs[p]) for target in application.targets for p in target)

    def _repeated(self) -> Arrays:
        """Call forward again with the same values.

        Returns the outputs of forward. Raises Unclear if these outputs differ from the outputs of the first call.
        """
        app = self.application
        outs = app.forward(app.inputs)
        if outs is None:
            raise Unclear(f"the forward function raises an error when it is called again: {text_of(app.error)}")
        if len(outs) != len(app.outs) or any(a.shape != b.shape for a, b in zip(outs, app.outs, strict=True)):
            raise Unclear("the forward function returns different shapes in each call")
        for a, b in zip(outs, app.outs, strict=True):
            if not _are_near(a, b):
                raise Unclear(
                    "the forward function returns different values in each call",
                    "draw random numbers from paddle, numpy.random or random, and keep state in variables that the "
                    "function refers to by name",
                )  # fmt: skip
        return outs

    def _in_double(self, own: Arrays) -> tuple[bool, Arrays, Arrays]:
        """Return True with inputs and outputs in double precision, or False with the program's inputs and outputs."""
        inputs = [widened(a) for a in self.own_inputs]
        if all(a.dtype == b.dtype for a, b in zip(inputs, self.own_inputs, strict=True)):
            return True, self.own_inputs, own
        outs = self.application.forward(inputs)
        if outs is not None and all(
            a.shape == b.shape and (not c or (a.dtype.itemsize >= b.dtype.itemsize and _is_same_function(a, b)))
            for a, b, c in zip(outs, own, self.carried, strict=True)
        ):
            return True, inputs, outs
        return False, self.own_inputs, own

    def _precision(self) -> float:
        """Return the rounding unit of the output dtype, or of a lower precision that the function uses inside."""
        moved = list(self.inputs)
        for target in self.application.targets:
            for position in target:
                x = self.inputs[position]
                noise = self.rng.uniform(1e-4, 1e-3, x.shape)
                moved[position] = (x * (1 + noise)).astype(x.dtype)
        outs = self.application.forward(moved)
        own = max(_eps(o) for o, c in zip(self.outs, self.carried, strict=True) if c)
        if outs is None:
            return own
        return max(own, *(_rounding_of(o) for o, c in zip(outs, self.carried, strict=True) if c))

    @property
    def rtol(self) -> float:
        """The largest relative error that a right gradient may have."""
        return 1e-3 if self.eps < 1e-10 else 4e-3 if self.eps < 1e-5 else 0.02

    @property
    def step(self) -> float:
        """The best relative step length for slopes from central differences."""
        return float(self.eps ** (1 / 3))

    def forward(self, changed: dict[int, Array]) -> Arrays | None:
        """Call forward, with other values in place of some inputs.

        Returns None if the function raises an error, or returns other shapes than in the original call.
        """
        outs = self.application.forward([changed.get(i, a) for i, a in enumerate(self.inputs)])
        if outs is None or len(outs) != len(self.outs):
            return None
        return outs if all(a.shape == b.shape for a, b in zip(outs, self.outs, strict=True)) else None

    def changes(self, outs: Arrays) -> list[Any]:
        """Return the weighted change of each output element. For outputs that have no gradient, return None."""
        return [
            None if w is None else real_product(w, widened(a) - widened(b)).reshape(-1)
            for w, a, b in zip(self.weights, outs, self.outs, strict=True)
        ]

    def roundings(self) -> list[Any]:
        """Return the squared magnitudes of the rounding errors in the results of the method `changes`."""
        return [
            None if w is None else (2 * self.eps * np.abs(w) * np.abs(widened(o))).reshape(-1) ** 2
            for w, o in zip(self.weights, self.outs, strict=True)
        ]

    def with_unit_weights(self) -> Trial:
        """Return a copy of the trial in which all weights are 1."""
        other = copy.copy(self)
        other.own_weights = [None if w is None else np.ones_like(w) for w in self.own_weights]
        other.weights = [None if w is None else np.ones_like(w) for w in self.weights]
        return other

    def with_smaller_weights(self) -> Trial:
        """Return a copy of the trial in which all weights are divided by 64.

        With smaller weights, gradients that overflow with the original weights become finite.
        """
        other = copy.copy(self)
        other.own_weights = [None if w is None else (w / SMALLER).astype(w.dtype) for w in self.own_weights]
        other.weights = [None if w is None else widened(w) for w in other.own_weights]
        return other

    def follows_state(self) -> bool:
        """Return True if the outputs depend on state that forward has computed from the inputs of the previous call."""
        app = self.application
        other = list(app.inputs)
        for target in app.targets:
            for position in target:
                x = app.inputs[position]
                other[position] = (x + np.asarray(self.rng.uniform(0.5, 1.5, x.shape), x.dtype)).astype(x.dtype)
        behind_same = app.forward_behind(app.inputs, app.inputs)
        behind_other = app.forward_behind(other, app.inputs)
        if behind_same is None or behind_other is None:
            return False
        pairs = zip(behind_same, behind_other, self.carried, strict=True)
        return any(c and (a.shape != b.shape or not _are_near(a, b)) for a, b, c in pairs)

    def moved_to(self, inputs: Arrays) -> Trial | None:
        """Return a copy of the trial with other inputs. Return None if the function raises an error at these inputs."""
        other = copy.copy(self)
        other.inputs = inputs
        outs = self.application.forward(inputs)
        if outs is None or any(a.shape != b.shape for a, b in zip(outs, self.outs, strict=True)):
            return None
        other.outs = outs
        return other

    def own_pull(self, twice: bool = False, between: Arrays | None = None) -> Pulled | None:
        """Run forward and backward in the precision that the program uses. Returns the outputs and the gradients."""
        return self.application.pull(self.own_inputs, self.own_weights, between, twice)

    def pull(self, scale: float = 1.0) -> Pulled | None:
        """Run forward and backward in the precision of the trial, with weights multiplied by `scale`."""
        weights = self.weights if self.is_double else self.own_weights
        return self.application.pull(self.inputs, [w if w is None else (w * scale).astype(w.dtype) for w in weights])


def text_of(error: BaseException | None) -> str:
    """Return the first line of an error's text."""
    return "" if error is None else f"{type(error).__name__}: {error}".strip().splitlines()[0][:200]


def _weights(out: Array, rng: Any) -> Any:
    """Return random weights with both signs and similar size, so that every output element contributes."""

    def draw() -> Any:
        return rng.uniform(0.5, 1.5, out.shape) * rng.choice([-1.0, 1.0], out.shape)

    return np.asarray(draw() + 1j * draw() if out.dtype.kind == "c" else draw(), out.dtype)


def _eps(array: Array) -> float:
    return float(np.finfo(array.dtype).eps) if array.dtype.kind in "fc" else 0.0


def _rounding_of(out: Array) -> float:
    """Return the rounding unit of the lowest precision that represents all elements of an array exactly."""
    own = _eps(out)
    parts = np.unique(np.concatenate([out.real.reshape(-1), out.imag.reshape(-1)]) if out.dtype.kind == "c" else out)
    parts = parts[np.isfinite(parts) & (parts != 0)]
    if len(parts) < 2 or out.dtype.itemsize <= 2:
        return own
    with np.errstate(all="ignore"):
        for dtype in ("float16", "float32"):
            if np.finfo(dtype).eps > own and np.array_equal(parts.astype(dtype).astype(parts.dtype), parts):
                return float(np.finfo(dtype).eps) if not _are_simple(parts) else own
    return own


def _are_simple(parts: Array) -> bool:
    """Return True if all numbers need few bits, like counts and signs. Such numbers do not show the precision."""
    return bool(np.array_equal(np.round(parts * 16), parts * 16))


def _are_near(a: Array, b: Array) -> bool:
    if a.dtype.kind not in "fc":
        return bool(np.array_equal(a, b))
    a, b = widened(a), widened(b)
    finite = np.isfinite(a)
    if not np.array_equal(finite, np.isfinite(b)):
        return False
    tolerance = REPEATABLE * 1.2e-7 * float(np.abs(b[finite]).max(initial=0.0))
    return bool((np.abs(a[finite] - b[finite]) <= tolerance).all())


def _is_same_function(double: Array, own: Array) -> bool:
    """Return True if outputs in double precision are equal to the program's outputs, except for rounding."""
    double, own = widened(double), widened(own)
    finite = np.isfinite(own)
    if not np.isfinite(double[finite]).all():
        return False
    size = np.linalg.norm(own[finite])
    return bool(np.linalg.norm(double[finite] - own[finite]) <= SAME_FUNCTION * size + 1e-30)
