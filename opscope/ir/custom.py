"""py_func: an operator made of the user's Python functions."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core import shape as dims
from opscope.core.dense import DenseTensor, checked
from opscope.core.source import Site, site
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, OpscopeWarning, UsageError
from opscope.ir.context import require_static
from opscope.ir.program import Variable
from opscope.ops.registry import Op

Func = Callable[..., Any]
_registered: list[Func] = []  # Paddle keeps every function for the life of the process; ids index it


class Rebound(list[Any]):
    """Outputs of a kernel that also replaced some of its inputs (`x.set(...)` inside func): by position."""

    def __init__(self, outputs: list[Any], inputs: dict[int, Any]) -> None:
        super().__init__(outputs)
        self.inputs = inputs


def py_func(
    func: Func,
    x: Any,
    out: Any,
    backward_func: Func | None = None,
    skip_vars_in_backward_input: Any = None,
) -> Any:
    """Append an operator that calls `func(*x)` on DenseTensors and takes what it returns as `out`.

    backward_func receives all of x, all of out (without the skipped ones), then the gradients of out, and
    returns one gradient per x, None where there is none. Without it the operator is a gradient barrier.
    `out=None` makes a debug tap: it runs on every `exe.run`, in program order. Returns `out` as given.

    Raises UsageError for a wrong type, ArgumentError for out without a shape or an unknown skipped variable.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/py_func_en.html
    """
    require_static("py_func")
    inputs, outputs = _variables(x, "X"), _variables(out, "Out")
    if not inputs and not outputs:
        raise ArgumentError("Input(X) or Output(Out) must exist, but has_in is 0, has_out is 0.", site=site())
    for variable in outputs:
        if not variable.spec.shape:
            raise ArgumentError(
                "Output shapes of py_func should be provided by users manually",
                facts={variable.name: variable.spec},
                site=site(),
                fix="create the output with create_var(name=..., dtype=..., shape=[...])",
            )
    for function in (func, *([backward_func] if backward_func is not None else [])):
        if not callable(function):
            raise UsageError("func must be a Python function", facts={"given": repr(function)}, site=site())
    skipped = _skipped(skip_vars_in_backward_input, inputs, outputs) if backward_func else set()
    op = derive(func, backward_func, [(v.name, v.spec) for v in inputs], [(v.name, v.spec) for v in outputs], skipped)
    attrs = {
        "forward_callable_id": _register(func),
        "backward_callable_id": -1 if backward_func is None else _register(backward_func),
        "backward_skip_vars": tuple(sorted(skipped)),
    }
    block = (inputs or outputs)[0].program.current_block()
    block.append(op, inputs, attrs, outputs=outputs, specs=[v.spec for v in outputs])
    for variable in outputs:
        variable.stop_gradient = all(v.stop_gradient for v in inputs)
    return out


def _register(function: Func) -> int:
    _registered.append(function)
    return len(_registered) - 1


py_func.registered_func = lambda index: _registered[index]  # type: ignore[attr-defined]
py_func.registered_func_num = lambda: len(_registered)  # type: ignore[attr-defined]


def _variables(value: Any, what: str) -> list[Variable]:
    if value is None:
        return []
    if isinstance(value, Variable):
        return [value]
    if not isinstance(value, list | tuple):
        raise UsageError(
            f"The type of '{what}' in py_func must be (<class 'list'>, <class 'tuple'>, {Variable}, {type(None)}), "
            f"but received {type(value)}.",
            site=site(),
        )
    for item in value:
        if not isinstance(item, Variable):
            raise UsageError(
                f"The type of '%{what}' in operator py_func should be one of [str, bytes, Variable]. but received : "
                f"{type(item)}",
                site=site(),
                fix="pass Variables; create outputs with create_var(name=..., dtype=..., shape=[...])",
            )
    return list(value)


def _skipped(given: Any, inputs: Sequence[Variable], outputs: Sequence[Variable]) -> set[str]:
    known = {v.name for v in (*inputs, *outputs)}
    names = {v.name for v in _variables(given, "skip_vars_in_backward_input")}
    if unknown := sorted(names - known):
        raise ArgumentError(
            f"Tensor {unknown[0]} is not found in forward inputs and outputs",
            site=site(),
            fix=f"skip only variables of x or out: {', '.join(sorted(known))}",
        )
    return names


def derive(
    func: Func,
    backward: Func | None,
    inputs: Sequence[tuple[str, TensorSpec]],
    outputs: Sequence[tuple[str, TensorSpec]],
    skipped: set[str],
) -> Op:
    """An Op whose kernel calls the user's function. Its gradient rule is joint: backward runs once for all."""
    in_names, out_names = [name for name, _ in inputs], [name for name, _ in outputs]
    where = site()

    def kernel(xp: Any, *x: Any, **attrs: Any) -> Any:
        boxes = [None if v is None else DenseTensor(v) for v in x]
        results = _call(func, boxes, len(outputs))
        outs = [_array(r, xp) for r in results]
        changed = {i: b.array for i, b in enumerate(boxes) if b is not None and b.changed}
        return Rebound(outs, changed) if changed else outs

    def infer(*specs: TensorSpec, **attrs: Any) -> list[TensorSpec]:
        return [spec for _, spec in outputs]

    def call_backward(x: Sequence[Any], out: Sequence[Any], dout: Sequence[Any]) -> list[Any]:
        assert backward is not None
        kept = [v for v, name in zip(x, in_names, strict=True) if name not in skipped]
        kept += [v for v, name in zip(out, out_names, strict=True) if name not in skipped]
        boxes = [None if v is None else DenseTensor(v) for v in (*kept, *dout)]
        module = places.array_module(dout[0])
        results = _call(backward, boxes, len(in_names))
        grads = [None if r is None else _array(r, module) for r in results]
        for grad, (name, spec) in zip(grads, inputs, strict=True):
            if grad is not None and not dims.refines(grad.shape, spec.shape):
                warnings.warn(_misshapen(backward, grad, name, spec, where), stacklevel=2)
        return grads

    nothing_in, nothing_out = [None] * len(in_names), [None] * len(out_names)
    joint: Any = None
    if backward is not None:  # what is skipped is not kept alive
        if skipped >= set(in_names) and skipped >= set(out_names):
            joint = lambda dout: call_backward(nothing_in, nothing_out, dout)
        elif skipped >= set(in_names):
            joint = lambda out, dout: call_backward(nothing_in, out, dout)
        elif skipped >= set(out_names):
            joint = lambda x, dout: call_backward(x, nothing_out, dout)
        else:
            joint = call_backward
    kernel.__name__ = "py_func"
    kernel.__doc__ = func.__doc__ or f"The Python function {getattr(func, '__name__', func)!r}."
    op = Op(kernel, infer=infer, vjp=joint, outputs=("*out",))
    op.opaque = True
    op.function = func
    return op


def _misshapen(backward: Func, grad: Any, name: str, spec: TensorSpec, where: Site | None) -> OpscopeWarning:
    called = getattr(backward, "__name__", repr(backward))
    return OpscopeWarning(
        f"{called} returned a gradient of shape {dims.text(grad.shape)} for {name}, which is {spec}",
        site=where,
        fix="sum or reshape it to the input's shape",
    )


def _call(function: Func, boxes: list[Any], expected: int) -> list[Any]:
    """What the function returned, as `expected` values. A single None stands for no outputs."""
    returned = function(*_arguments(function, boxes))
    values = list(returned) if isinstance(returned, list | tuple) else [returned]
    nothing = len(values) == 1 and values[0] is None
    if expected == 0 and (nothing or not values):
        return []
    if len(values) != expected:
        none = " (it returned None)" if nothing else ""
        what = (
            "ret[0] is not None"
            if expected == 0 and len(values) == 1
            else f"ret_num is {len(values)}, out_num is {expected}"
        )
        raise ArgumentError(
            "Python function has no return values or returns None. In this case, ret_num = 1 && ret[0] == None && "
            f"out_num should be 0. But {what}{none}",
            fix=f"return {expected} value{'s' * (expected != 1)} from {getattr(function, '__name__', function)}",
        )
    return values


def _arguments(function: Func, boxes: list[Any]) -> list[Any]:
    """All inputs, in order; a function without parameters is called without any, as in Paddle."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):  # a builtin or a ufunc: it takes what it is given
        return boxes
    return boxes if parameters else []


def _array(value: Any, xp: Any) -> Any:
    """What the function returned, as an array of the run's own: the function may go on writing to its."""
    if value is None:
        return None
    if isinstance(value, DenseTensor):
        value = value.array
        return value if places.array_module(value) is xp else xp.asarray(value)
    return xp.array(value if places.array_module(value) is not np else checked(np.asarray(value)))
