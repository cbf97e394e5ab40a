"""py_func: an operator that calls Python functions of the user."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import ArgumentError, NotFound, UsageError
from opscope.ir.compat.variable_methods import LATE_BOUND
from opscope.ir.program.context import defaults, require_static
from opscope.ir.program.lod import lod_of
from opscope.ir.program.program import Variable
from opscope.ir.program.py_func_lod import backward_with_lod, forward_with_lod
from opscope.ir.user_calls import BackwardFunction, Func, NamedSpec, OutputsAndInputs, forward_kernel
from opscope.ops.registry import Op

_registered: weakref.WeakValueDictionary[int, PyFunc] = weakref.WeakValueDictionary()  # the op of each callable's id


def py_func(
    func: Func,
    x: Array,
    out: Any,
    backward_func: Func | None = None,
    skip_vars_in_backward_input: Any = None,
) -> Any:
    """Append an operator that calls `func(*x)` on DenseTensors. The results are the values of `out`.

    backward_func receives x and out (without the skipped variables), followed by the gradients of out. It returns one
    gradient for each x, or None. Without backward_func, gradients stop at this operator. With `out=None`, the function
    has no results, and runs in every `exe.run`, in program order. The operator returns `out`.

    Raises UsageError for a wrong type, and ArgumentError for an unknown skipped variable, or if out has no shape.
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
    skipped = _skipped_names(skip_vars_in_backward_input, inputs, outputs) if backward_func else set()
    forward, backward, operands = _with_lod(func, backward_func, inputs, skipped)
    op = PyFunc(forward, backward, [(v.name, v.spec) for v in operands], [(v.name, v.spec) for v in outputs], skipped)
    attrs = {**op.register(func, backward_func), "backward_skip_vars": tuple(sorted(skipped))}
    block = (inputs or outputs)[0].program.current_block()
    block.append(op, operands, attrs, outputs=outputs, specs=[v.spec for v in outputs])
    for variable in outputs:
        variable.stop_gradient = all(v.stop_gradient for v in inputs)
    return out


def _with_lod(
    func: Func, backward: Func | None, inputs: list[Variable], skipped: set[str]
) -> tuple[Func, Func | None, list[Variable]]:
    """Return the functions and the operands.

    The operands are the inputs, followed by the LoD offsets of the inputs with a LoD.
    """
    levels = [lod_of(v) for v in inputs]
    if not any(levels):
        return func, backward, inputs
    counts = [len(level) for level in levels]
    kept = [i for i, v in enumerate(inputs) if v.name not in skipped]
    backward = None if backward is None else backward_with_lod(backward, counts, kept)
    return forward_with_lod(func, counts), backward, [*inputs, *(v for level in levels for v in level)]


def _registered_func(index: int) -> Func:
    """Return the function with the given callable id.

    Raises NotFound if the function does not exist, or if its program was deleted.
    """
    op = _registered.get(index)
    if op is None:
        raise NotFound(
            f"no function has the callable id {index}",
            site=site(),
            fix="keep a reference to the program that calls the function",
        )
    return op.callables[index]


def _registered_func_num() -> int:
    """Return the number of callable ids that were given until now, including functions of deleted programs."""
    return _Ids.issued


py_func.registered_func = _registered_func  # type: ignore[attr-defined]
py_func.registered_func_num = _registered_func_num  # type: ignore[attr-defined]


class _Ids:
    issued = 0  # ids of callables


class NotAVariable(UsageError, AttributeError):
    """Error for an output that is not a Variable.

    The error is also an AttributeError: Paddle fails on the missing `name`.
    """


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
    return [_variable(item, what) for item in value]


def _variable(item: Any, what: str) -> Variable:
    if isinstance(item, Variable):
        return item
    if what == "X" and isinstance(item, str | bytes):
        return defaults.main.current_block().var_of(item if isinstance(item, str) else item.decode())
    message = (
        f"The type of '%{what}' in operator py_func should be one of [str, bytes, Variable]. but received : "
        f"{type(item)}"
        if what == "X"
        else f"{_type_name(item)!r} object has no attribute 'name': {what} of py_func are Variables"
    )
    raise (UsageError if what == "X" else NotAVariable)(
        message,
        facts={"given": repr(item)[:80]},
        site=site(),
        fix="pass Variables; create outputs with create_var(name=..., dtype=..., shape=[...])",
    )


def _type_name(item: object) -> str:
    kind = type(item)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _skipped_names(variables: Any, inputs: Sequence[Variable], outputs: Sequence[Variable]) -> set[str]:
    known = {v.name for v in (*inputs, *outputs)}
    items = variables if isinstance(variables, list | tuple) else [] if variables is None else [variables]
    names = {_variable(v, "skip_vars_in_backward_input").name for v in items}
    if unknown := sorted(names - known):
        raise ArgumentError(
            f"Tensor {unknown[0]} is not found in forward inputs and outputs",
            site=site(),
            fix=f"skip only variables of x or out: {', '.join(sorted(known))}",
        )
    return names


class PyFunc(Op):
    """Op of a py_func call. Its gradient rule is joint: backward_func runs once for all inputs."""

    def __init__(
        self,
        func: Func,
        backward: Func | None,
        inputs: Sequence[NamedSpec],
        outputs: Sequence[NamedSpec],
        skipped: set[str],
    ) -> None:
        specs = [spec for _, spec in outputs]
        self.counts = len(inputs), len(outputs)
        self.backward = None if backward is None else BackwardFunction(backward, inputs, outputs, skipped, site())
        kernel = forward_kernel(func, outputs, site())
        kernel.__doc__ = func.__doc__ or f"The Python function {getattr(func, '__name__', func)!r}."
        rule = self.backward and self.backward.rule()
        super().__init__(kernel, infer=lambda *_, **__: specs, vjp=rule, outputs=("*out",), name="py_func")
        self.opaque = True
        self.function = func
        self.callables: dict[int, Func] = {}  # by their ids

    def register(self, forward: Func, backward: Func | None) -> dict[str, int]:
        """Give the user's functions their callable ids, which are valid as long as the op exists."""
        return {"forward_callable_id": self._register(forward), "backward_callable_id": self._register(backward)}

    def _register(self, function: Func | None) -> int:
        if function is None:
            return -1
        index, _Ids.issued = _Ids.issued, _Ids.issued + 1
        self.callables[index], _registered[index] = function, self
        return index

    def install_direct_backward(self, gradient: Op, wrt: tuple[int, ...], douts: Sequence[int]) -> None:
        """Let the kernel of `gradient` call backward_func directly, if no output gradient must be filled with zeros."""
        if self.backward is not None and len(douts) == self.counts[1]:
            gradient.override("numpy")(self.backward.kernel(wrt, *self.counts))


def _register_hook(variable: Variable, hook: Func) -> None:
    """Append an in-place identity whose backward function calls the hook, as in Paddle."""

    def forward(x: Array) -> Any:
        return x

    def backward(x: Array, out: Any, dout: Array) -> Any:
        grad = np.array(dout)
        changed = hook(grad)
        return grad if changed is None else changed

    if not callable(hook):
        raise UsageError("a hook must be callable", facts={"given": repr(hook)}, site=site())
    named = [(variable.name, variable.spec)]
    op = PyFunc(forward, backward, named, named, set())
    attrs = {**op.register(forward, backward), "backward_skip_vars": ()}
    block, stop = variable.program.current_block(), variable.stop_gradient
    block.append(op, [variable], attrs, outputs=[variable], specs=[variable.spec])
    variable.stop_gradient = stop


LATE_BOUND["register_hook"] = _register_hook

__all__ = ["OutputsAndInputs", "PyFunc", "py_func"]


note_functions(__name__)
