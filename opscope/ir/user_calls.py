"""How kernels call the user's Python functions: DenseTensors in, arrays of the run's own out.

This is paid in every step of a training loop. What does not change between calls is found out once, and the
usual answer, one ndarray, is taken without further questions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core import shape as dims
from opscope.core.dense_tensor import DenseTensor, checked
from opscope.core.dtype import NATIVE
from opscope.core.source import Site
from opscope.core.spec import TensorSpec
from opscope.core.strict import caution
from opscope.errors import ArgumentError, OpscopeWarning

Func = Callable[..., Any]
NamedSpec = tuple[str, TensorSpec]


class OutputsAndInputs(list[Any]):
    """Outputs of a kernel that also replaced some of its inputs (`x.set(...)` inside func): by position."""

    def __init__(self, outputs: list[Any], inputs: dict[int, Any]) -> None:
        super().__init__(outputs)
        self.inputs = inputs


def forward_kernel(function: Func, declared: Sequence[NamedSpec], where: Site | None) -> Func:
    """The kernel that calls the function; it warns once of each value that is not as it was declared."""
    count = len(declared)
    call, single, ndarray = _accepting_all_inputs(function), count == 1, np.ndarray
    # what needs no second look: (shape, dtype), from the first call on those that came
    right: list[Any] = [(spec.shape, spec.dtype.dtype) for _, spec in declared]
    first: Any = right[0] if single else None

    def look(outs: list[Any]) -> None:
        nonlocal first
        for j, out in enumerate(outs):
            if out is not None and (out.shape, out.dtype) != right[j]:
                name, spec = declared[j]
                fits = out.dtype == spec.dtype.dtype and dims.refines(out.shape, spec.shape)
                if not fits and j not in told:
                    caution(_spec_mismatch(function, out, name, spec, where), stacklevel=4)
                    told.add(j)  # not where it was raised: it will be again
                right[j] = out.shape, out.dtype
        first = right[0] if single else None

    told: set[int] = set()

    def kernel(xp: Any, *x: Any, **attrs: Any) -> Any:  # `_boxed` and `_taken` written out where it is the usual case
        boxes: list[Any] = []
        for value in x:
            boxes.append(None if value is None else DenseTensor(value))
        returned = call(*boxes)
        if single and type(returned) is ndarray and returned.dtype in NATIVE:
            outs = [xp.array(returned)]
            if (returned.shape, returned.dtype) != first:
                look(outs)
        else:
            outs = _to_arrays(function, returned, count, xp)
            look(outs)
        for box in boxes:
            if box is not None and box.changed:
                return OutputsAndInputs(outs, {i: b.array for i, b in enumerate(boxes) if b is not None and b.changed})
        return outs

    return kernel


def _spec_mismatch(function: Func, out: Any, name: str, spec: TensorSpec, where: Site | None) -> OpscopeWarning:
    called = getattr(function, "__name__", repr(function))
    return OpscopeWarning(
        f"{called} returned {out.dtype}{dims.text(out.shape)} for {name}, which was declared {spec}: "
        "it goes on as returned",
        site=where,
        fix=f"declare {name} so, or return what was declared",
    )


class BackwardFunction:
    """backward_func: called with those of x and of out that are not skipped, then the gradients of out."""

    def __init__(
        self,
        function: Func,
        inputs: Sequence[NamedSpec],
        outputs: Sequence[NamedSpec],
        skipped: set[str],
        where: Site | None,
    ) -> None:
        self.function = function
        self.inputs = inputs
        self.where = where
        self.x_positions = [i for i, (name, _) in enumerate(inputs) if name not in skipped]
        self.out_positions = [j for j, (name, _) in enumerate(outputs) if name not in skipped]
        self._call = _accepting_all_inputs(function)
        self._right = [spec.shape for _, spec in inputs]  # shapes that need no second look: from then on the last

    def __call__(self, values: Sequence[Any], xp: Any) -> list[Any]:
        """One gradient per input, or None; warns of a shape that is not the input's."""
        grads = _to_arrays(self.function, self._call(*_to_dense_tensors(values)), len(self.inputs), xp)
        for i, grad in enumerate(grads):
            if grad is not None and grad.shape != self._right[i]:
                if dims.refines(grad.shape, self.inputs[i][1].shape):
                    self._right[i] = grad.shape
                else:
                    caution(self._misshapen(grad, *self.inputs[i]), stacklevel=3)
        return grads

    def rule(self) -> Func:
        """The joint gradient rule. Its parameters leave out what is skipped entirely, so that is not kept alive."""

        def gradients(x: Sequence[Any], out: Sequence[Any], dout: Sequence[Any]) -> list[Any]:
            values = [*(x[i] for i in self.x_positions), *(out[j] for j in self.out_positions), *dout]
            return self(values, places.array_module(dout[0]))

        if self.x_positions and self.out_positions:
            return gradients
        if self.x_positions:
            return lambda x, dout: gradients(x, (), dout)
        return (
            (lambda out, dout: gradients((), out, dout)) if self.out_positions else lambda dout: gradients((), (), dout)
        )

    def kernel(self, wrt: Sequence[int], n_in: int, n_out: int) -> Func:
        """The kernel of a gradient operator whose inputs are what the rule names, with no gradient of out missing."""
        first_out = n_in if self.x_positions else 0
        first_dout = first_out + (n_out if self.out_positions else 0)
        order = [
            *self.x_positions,
            *(first_out + j for j in self.out_positions),
            *range(first_dout, first_dout + n_out),
        ]
        in_order, for_all = order == [*range(len(order))], [*wrt] == [*range(n_in)]

        def kernel(xp: Any, *values: Any, **attrs: Any) -> Any:
            grads = self(values if in_order else [values[i] for i in order], xp)
            return grads if for_all else [grads[i] for i in wrt]

        return kernel

    def _misshapen(self, grad: Any, name: str, spec: TensorSpec) -> OpscopeWarning:
        called = getattr(self.function, "__name__", repr(self.function))
        return OpscopeWarning(
            f"{called} returned a gradient of shape {dims.text(grad.shape)} for {name}, which is {spec}",
            site=self.where,
            fix="sum or reshape it to the input's shape",
        )


def _accepting_all_inputs(function: Func) -> Func:
    """What takes all inputs, in order; a function without parameters is called without any, as in Paddle."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):  # a builtin or a ufunc: it takes what it is given
        return function
    return function if parameters else lambda *_: function()


def _to_arrays(function: Func, returned: Any, count: int, xp: Any) -> list[Any]:
    """What the function returned, as `count` arrays. A single None stands for no outputs."""
    if count == 1 and type(returned) is np.ndarray and returned.dtype in NATIVE:
        return [xp.array(returned)]  # what `_array` does, without asking all that it asks
    if count == 0 and returned is None:
        return []
    values = returned if isinstance(returned, (list, tuple)) else (returned,)
    if len(values) == count:
        return [_to_array(v, xp) for v in values]
    nothing = len(values) == 1 and values[0] is None
    if count == 0 and nothing:
        return []
    raise _wrong_count(function, len(values), count, nothing)


def _wrong_count(function: Func, given: int, count: int, nothing: bool) -> ArgumentError:
    none = " (it returned None)" if nothing else ""
    what = f"ret_num is {given}, out_num is {count}" if given != 1 else f"out_num is {count}, ret_num is 1"
    if count == 0 and given == 1:
        what = "ret[0] is not None"
    return ArgumentError(
        "Python function has no return values or returns None. In this case, ret_num = 1 && ret[0] == None && "
        f"out_num should be 0. But {what}{none}",
        fix=f"return {count} value{'s' * (count != 1)} from {getattr(function, '__name__', function)}",
    )


def _to_array(value: Any, xp: Any) -> Any:
    """What the function returned, as an array of the run's own: the function may go on writing to its."""
    if type(value) is np.ndarray and value.dtype in NATIVE:
        return xp.array(value)
    if value is None:
        return None
    if isinstance(value, DenseTensor):
        value = value.array
        return value if places.array_module(value) is xp else xp.asarray(value)
    return xp.array(value if places.array_module(value) is not np else checked(np.asarray(value)))


def _to_dense_tensors(values: Sequence[Any]) -> list[Any]:
    boxes: list[Any] = []
    for value in values:  # a comprehension costs a call more
        boxes.append(None if value is None else DenseTensor(value))
    return boxes
