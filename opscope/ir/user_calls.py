"""Kernels that call Python functions of the user (py_func). The functions get DenseTensors.

The results of the functions are copied to arrays in C order. These kernels run in every step of a training loop.
Therefore constant results are computed only once, and there is a fast path for the usual result, which is one ndarray.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.checks.gradient_checks import check_gradient
from opscope.core.checks.masked_arrays import unmasked
from opscope.core.dtype import BY_NUMPY_DTYPE, as_dtype
from opscope.core.source import Site
from opscope.core.spec import TensorSpec
from opscope.core.strict import warn
from opscope.core.tensors.dense_tensor import DenseTensor, require_element_type
from opscope.errors import ArgumentError, OpscopeWarning

Func = Callable[..., Any]
NamedSpec = tuple[str, TensorSpec]


class OutputsAndInputs(list[Any]):
    """Outputs of a kernel whose function has also replaced inputs, by `x.set(...)`.

    `inputs` maps the positions of these inputs to their values.
    """

    def __init__(self, outputs: list[Any], inputs: dict[int, Any]) -> None:
        super().__init__(outputs)
        self.inputs = inputs


def forward_kernel(function: Func, declared: Sequence[NamedSpec], where: Site | None) -> Func:
    """Return the kernel that calls the function. It warns once for each output that does not match its declaration."""
    count = len(declared)
    call, single, ndarray = _accepting_all_inputs(function), count == 1, np.ndarray
    # (shape, dtype) of each output that needs no check: declared, later as returned last
    accepted: list[Any] = [(spec.shape, spec.dtype.dtype) for _, spec in declared]
    first: Any = accepted[0] if single else None

    def check(outs: list[Any]) -> None:
        nonlocal first
        for j, out in enumerate(outs):
            if out is not None and (out.shape, out.dtype) != accepted[j]:
                name, spec = declared[j]
                fits = out.dtype == spec.dtype.dtype and dims.refines(out.shape, spec.shape)
                if not fits and j not in warned:
                    warn(_spec_mismatch(function, out, name, spec, where))
                    warned.add(j)  # after warn(): where it raises, it raises again
                accepted[j] = out.shape, out.dtype
        first = accepted[0] if single else None

    warned: set[int] = set()
    lost: set[str] = set()  # outputs whose LoD was warned of

    # inlines the usual cases of `_to_dense_tensors` and `_to_arrays`
    def kernel(xp: ArrayModule, *x: Array, **attrs: Any) -> Any:
        tensors: list[Any] = []
        for value in x:
            tensors.append(None if value is None else DenseTensor(value))
        returned = call(*tensors)
        if single and type(returned) is ndarray and returned.dtype in BY_NUMPY_DTYPE:
            outs = [xp.array(returned, order="C")]
            if (returned.shape, returned.dtype) != first:
                check(outs)
        else:
            outs = _to_arrays(function, returned, count, xp)
            check(outs)
            _warn_of_lod(function, returned, declared, lost, where)
        for tensor in tensors:
            if tensor is not None and tensor.changed:
                replaced = {
                    i: places.to_device(t.array, places.place_of(x[i]))  # `set` puts them in main memory
                    for i, t in enumerate(tensors)
                    if t is not None and t.changed
                }
                return OutputsAndInputs(outs, replaced)
        return outs

    return kernel


def _spec_mismatch(function: Func, out: Any, name: str, spec: TensorSpec, where: Site | None) -> OpscopeWarning:
    function_name = getattr(function, "__name__", repr(function))
    return OpscopeWarning(
        f"{function_name} returned {out.dtype}{dims.text(out.shape)} for {name}, which was declared {spec}: "
        "the run continues with the returned value",
        site=where,
        fix=f"change the declaration of {name}, or return a value that matches it",
    )


def _warn_of_lod(
    function: Func, returned: Any, declared: Sequence[NamedSpec], lost: set[str], where: Site | None
) -> None:
    """Warn once about each output that was returned with a LoD. The LoD must be known before the program runs."""
    values = returned if isinstance(returned, list | tuple) else (returned,)
    for (name, _), value in zip(declared, values, strict=False):
        if isinstance(value, DenseTensor) and value.lod() and name not in lost:
            function_name = getattr(function, "__name__", repr(function))
            warn(
                OpscopeWarning(
                    f"{function_name} returned {name} with a LoD, but py_func passes on only the rows",
                    site=where,
                    fix=f"call lod_reset({name}, x) to give {name} the LoD of x",
                )
            )
            lost.add(name)


def direct_call(function: Func, count: int) -> Callable[[Sequence[Any]], list[Any]]:
    """Return a function that calls the user's function on arrays, as the kernels do.

    The function only checks the number of results.
    """
    call = _accepting_all_inputs(function)

    def direct(values: Sequence[Any]) -> list[Any]:
        return _to_arrays(function, call(*_to_dense_tensors(values)), count, places.array_module(values[0]))

    return direct


class BackwardFunction:
    """Call of backward_func with x and out, except skipped variables, followed by the gradients of out."""

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
        # shapes and dtypes that need no check: declared, later as returned last
        self._accepted: list[Any] = [(spec.shape, spec.dtype.dtype) for _, spec in inputs]

    def __call__(self, values: Sequence[Any], xp: ArrayModule, wrt: Sequence[int]) -> list[Any]:
        """Return a gradient or None for each input.

        Raises ShapeError or DTypeError for a wrong gradient of an input in `wrt`.
        """
        grads = _to_arrays(self.function, self._call(*_to_dense_tensors(values)), len(self.inputs), xp)
        for i in wrt:
            grad = grads[i]
            if grad is not None and (grad.shape, grad.dtype) != self._accepted[i]:
                self._check(i, grad)
        return grads

    def _check(self, i: int, grad: Array) -> None:
        name, spec = self.inputs[i]
        if spec.dtype.kind not in "fc":
            return
        function = getattr(self.function, "__name__", repr(self.function))
        check_gradient(function, name, grad.shape, as_dtype(grad.dtype), spec, self.where)
        if dims.refines(grad.shape, spec.shape):
            self._accepted[i] = grad.shape, grad.dtype

    def arguments(self, x: Sequence[Any], out: Sequence[Any], dout: Sequence[Any]) -> list[Any]:
        """Return x and out without the skipped variables, followed by the gradients of out."""
        return [*(x[i] for i in self.x_positions), *(out[j] for j in self.out_positions), *dout]

    def rule(self) -> Func:
        """Joint gradient rule.

        If all of x (or out) is skipped, the rule has no such parameter, so that its memory can be freed.
        """

        def gradients(x: Sequence[Any], out: Sequence[Any], dout: Sequence[Any]) -> list[Any]:
            return self(self.arguments(x, out, dout), places.array_module(dout[0]), range(len(self.inputs)))

        if self.x_positions and self.out_positions:
            return gradients
        if self.x_positions:
            return lambda x, dout: gradients(x, (), dout)
        return (
            (lambda out, dout: gradients((), out, dout)) if self.out_positions else lambda dout: gradients((), (), dout)
        )

    def kernel(self, wrt: Sequence[int], n_in: int, n_out: int) -> Func:
        """Return the kernel of a gradient operator. Its inputs are the parameters of `rule` and the douts."""
        first_out = n_in if self.x_positions else 0
        first_dout = first_out + (n_out if self.out_positions else 0)
        order = [
            *self.x_positions,
            *(first_out + j for j in self.out_positions),
            *range(first_dout, first_dout + n_out),
        ]
        in_order, for_all = order == [*range(len(order))], [*wrt] == [*range(n_in)]

        def kernel(xp: ArrayModule, *values: Array, **attrs: Any) -> Any:
            grads = self(values if in_order else [values[i] for i in order], xp, wrt)
            return grads if for_all else [grads[i] for i in wrt]

        return kernel


def _accepting_all_inputs(function: Func) -> Func:
    """Return the function. If it has no parameters, wrap it so that it accepts all inputs, as in Paddle."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):  # a builtin or a ufunc
        return function
    return function if parameters else lambda *_: function()


def _to_arrays(function: Func, returned: Any, count: int, xp: ArrayModule) -> list[Any]:
    """Return the returned values as `count` arrays. A single None means no outputs."""
    if count == 1 and type(returned) is np.ndarray and returned.dtype in BY_NUMPY_DTYPE:
        return [xp.array(returned, order="C")]  # the fast path of `_to_array`
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


def _to_array(value: Any, xp: ArrayModule) -> Any:
    """Convert a returned value to an array of the run. The function may still write to its own array."""
    if type(value) is np.ndarray and value.dtype in BY_NUMPY_DTYPE:
        return xp.array(value, order="C")
    if value is None:
        return None
    if isinstance(value, DenseTensor):
        value = value.array
        return xp.asarray(value, order="C")
    if places.array_module(value) is np:
        value = require_element_type(np.asarray(unmasked(value)))
    return xp.array(value, order="C")


def _to_dense_tensors(values: Sequence[Any]) -> list[Any]:
    tensors: list[Any] = []
    for value in values:  # faster than a comprehension, which costs one more call
        tensors.append(None if value is None else DenseTensor(value))
    return tensors
