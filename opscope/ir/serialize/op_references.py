"""References to ops in JSON: a name, the gradient of another reference, or a function of py_func.

A registered op is stored by name. A gradient op is derived again from its forward op. Functions of `py_func` are not
stored: the reader makes an op with the same signature that raises an error when it is called.
"""

from __future__ import annotations

import inspect
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np

from opscope.core.dtype import float32
from opscope.core.shape import Dim
from opscope.core.spec import TensorSpec
from opscope.errors import RunError, UnsupportedError, nearest
from opscope.ir.compat.program_ops import PROGRAM_OPS
from opscope.ir.control_flow.cond import COND, COND_GRAD
from opscope.ir.control_flow.static_pylayer import PYLAYER, PYLAYER_GRAD
from opscope.ir.control_flow.while_loop import WHILE, WHILE_GRAD
from opscope.ir.program import rank_ops as rank_ops  # its operators are among PROGRAM_OPS
from opscope.ir.program.py_func import PyFunc
from opscope.ir.serialize.attribute_json import read_dtype
from opscope.ir.serialize.untrusted import Untrusted
from opscope.ir.user_calls import Func
from opscope.ops.grad_ops import grad_op
from opscope.ops.registry import REGISTRY, Op

CONTROL_OPS = {op.name: op for op in (PYLAYER, PYLAYER_GRAD, COND, COND_GRAD, WHILE, WHILE_GRAD)}
MAX_GRAD_ORDER = 16  # of gradients of gradients
MAX_OPERANDS = 1 << 16  # of inputs or outputs of one operator
MAX_RANK = 64
FEW_OPERANDS = 1 << 14  # that data may only count, in any case: the listed ones may have been pruned
COUNTED_OPERANDS = 16  # for each listed one: a gradient counts those of its forward op, a py_func 8 for an input

_FUNCTION_TYPES = (FunctionType, BuiltinFunctionType, np.ufunc, type)


def write_spec(spec: TensorSpec) -> list[Any]:
    """Return [dims, dtype] of a spec. Unknown dims are None."""
    return [[None if d is None else int(d) for d in spec.shape], spec.dtype.name]


def read_spec(data: Untrusted) -> TensorSpec:
    """Read a spec that `write_spec` wrote. Raises ArgumentError."""
    shape, dtype = data.parts(2, "dims and a dtype")
    dims: list[Dim] = [None if d.value is None else d.integer() for d in shape.items(most=MAX_RANK)]
    return TensorSpec(tuple(dims), read_dtype(dtype))


# --- writing ----------------------------------------------------------------------------------------


class OpWriter:
    """Writer of references to ops. It collects each py_func op once, in `functions`."""

    def __init__(self) -> None:
        self.functions: list[dict[str, Any]] = []
        self._known: dict[int, int] = {}  # index in `functions` by id of the op, which the program keeps alive

    def write(self, op: Op) -> Any:
        """Return the reference to an op. Raises UnsupportedError for an op that a reader could not find or derive."""
        if (
            op is CONTROL_OPS.get(op.name)
            or op is PROGRAM_OPS.get(op.name)
            or (op.name in REGISTRY and op is REGISTRY[op.name])
        ):
            return op.name
        if op.forward is not None:
            forward, wrt, n_in, n_out, kept = op.forward
            # of the missing output gradients only the complement matters: which ones are read
            return {
                "gradient of": self.write(forward), "inputs": n_in, "outputs": n_out,
                "wrt": list(wrt), "reads": list(kept.douts),
            }  # fmt: skip
        if isinstance(op, PyFunc):
            return {"function": self._function(op)}
        raise UnsupportedError(f"the op {op.name} is not registered", fix="define the op with @op")

    def _function(self, op: PyFunc) -> int:
        if id(op) not in self._known:
            self._known[id(op)] = len(self.functions)
            backward = op.backward
            n_in, _ = op.counts
            self.functions.append(
                {
                    "called": _function_names(op.function),
                    "inputs": n_in,
                    "outputs": [write_spec(spec) for spec in op.infer()],
                    "backward": None
                    if backward is None
                    else {
                        "called": _function_names(backward.function),
                        "x": list(backward.x_positions),
                        "out": list(backward.out_positions),
                    },
                }
            )
        return self._known[id(op)]


def _function_names(function: Any) -> list[str | None]:
    """Return [name, qualified name, docstring] without running the object's code."""
    plain = function.__func__ if type(function) is MethodType else function
    if type(plain) in _FUNCTION_TYPES or type(plain) is _RecordedFunction:
        name = plain.__name__
        qualified, doc = getattr(plain, "__qualname__", name), plain.__doc__
    else:  # a callable object; functools wrappers have a __name__
        own = inspect.getattr_static(plain, "__name__", None)
        name = qualified = own if isinstance(own, str) else type(plain).__name__
        doc = None
    return [name, qualified, doc if isinstance(doc, str) else None]


# --- reading ----------------------------------------------------------------------------------------


class OpReader:
    """Reader of references to ops. `functions` is the list that `OpWriter` filled. Raises ArgumentError like `read`.

    `operands` is the number of inputs and outputs that the data lists. A count that has no list must not exceed a
    multiple of `operands`.
    """

    def __init__(self, functions: Untrusted, operands: int) -> None:
        self.budget = FEW_OPERANDS + COUNTED_OPERANDS * operands
        self.functions = [self._placeholder(item) for item in functions.items("function")]

    def read(self, data: Untrusted, order: int = 0) -> Op:
        """Return the op of a reference."""
        if type(data.value) is not dict:
            return _op_by_name(data)
        if "function" in data.value:
            (index,) = data.record("function")
            return self.functions[index.integer(0, len(self.functions) - 1)]
        if order == MAX_GRAD_ORDER:
            raise data.error(f"must be a gradient of order {MAX_GRAD_ORDER} or less")
        return self._gradient(data, order)

    def _gradient(self, data: Untrusted, order: int) -> Op:
        of, inputs, outputs, wanted, douts = data.record("gradient of", "inputs", "outputs", "wrt", "reads")
        forward = self.read(of, order + 1)
        if forward in CONTROL_OPS.values():
            raise of.error("has no gradient op")
        n_in, n_out = inputs.integer(0, MAX_OPERANDS), outputs.integer(1, MAX_OPERANDS)
        check_counts(forward, n_in, n_out, data)
        self._spend(n_in + n_out, data)
        wrt = wanted.positions(n_in)
        if not wrt or not all(forward.has_gradient(i) for i in wrt):
            raise wanted.error(f"must be inputs of {forward.name} that have a gradient")
        reads = douts.positions(n_out)
        missing = sorted({*range(n_out)} - {*reads})
        made = grad_op(forward, wrt, n_in, n_out, tuple(missing))
        if made.forward is None or made.forward.residuals.douts != reads:
            raise douts.error(f"must be gradients that {made.name} reads")
        return made

    def _spend(self, count: int, data: Untrusted) -> None:
        self.budget -= count
        if self.budget < 0:
            raise data.error("has too many inputs and outputs: all ops together exceed the limit")

    def _placeholder(self, data: Untrusted) -> PyFunc:
        """Return a py_func op whose functions raise an error."""
        called, inputs, outputs, backward = data.record("called", "inputs", "outputs", "backward")
        n_in = inputs.integer(0, MAX_OPERANDS)
        self._spend(8 * n_in, data)  # each has a name and a spec
        specs = [read_spec(item) for item in outputs.items(most=MAX_OPERANDS)]
        # the specs of inputs are only used when backward runs, and this one never does
        xs = [(f"x{i}", TensorSpec((), float32)) for i in range(n_in)]
        outs = [(f"out{j}", spec) for j, spec in enumerate(specs)]
        if backward.value is None:
            return PyFunc(_raising_function(called), None, xs, outs, set())
        backward_called, x, out = backward.record("called", "x", "out")
        read = {f"x{i}" for i in x.positions(n_in)} | {f"out{j}" for j in out.positions(len(outs))}
        skipped = {name for name, _ in (*xs, *outs)} - read
        return PyFunc(_raising_function(called), _raising_function(backward_called), xs, outs, skipped)


def _op_by_name(data: Untrusted) -> Op:
    name = data.text()
    found = CONTROL_OPS.get(name) or PROGRAM_OPS.get(name) or REGISTRY.ops.get(name)
    if found is None:
        known = [*REGISTRY.ops, *CONTROL_OPS, *PROGRAM_OPS]
        raise data.error(f"there is no op {name[:80]!r} {nearest(name[:80], known)}".rstrip())
    return found


def check_counts(op: Op, n_in: int, n_out: int, data: Untrusted) -> None:
    """Raise ArgumentError unless `op` accepts these numbers of inputs and outputs."""
    if op.forward is not None:
        kept = op.forward.residuals
        fits = n_in == sum(map(len, kept)) and n_out == len(op.forward.wrt)
    elif isinstance(op, PyFunc):
        fits = (n_in, n_out) == op.counts
    else:
        least = len(op.inputs) - len(op.optional)
        fits = (least <= n_in if op.variadic else least <= n_in <= len(op.inputs)) and (
            op.variadic_out or n_out == len(op.outputs)
        )
    if not fits:
        raise data.error(f"{op.name} cannot have {n_in} inputs and {n_out} outputs")


def _raising_function(data: Untrusted) -> Func:
    parts = data.parts(3, "a name, a qualified name and a docstring")
    name, qualified = parts[0].text(), parts[1].text()

    return _RecordedFunction(name, qualified, None if parts[2].value is None else parts[2].text())


class _RecordedFunction:
    """Placeholder for a function of the user, whose code a recording does not have. A call raises RunError."""

    def __init__(self, name: str, qualified: str, doc: str | None) -> None:
        self.__name__, self.__qualname__, self.__doc__ = name, qualified, doc

    def __repr__(self) -> str:
        return f"<recorded function {self.__qualname__}>"

    def __call__(self, *values: Any) -> Any:
        raise RunError(
            f"{self.__name__} is a Python function of the program that made this recording: only its recorded results "
            "can be used, and it cannot be called"
        )
