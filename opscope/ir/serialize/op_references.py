"""Which op an operator uses, as data: by name, as the gradient of another, or as a Python function that stays behind.

A registered op is its name. A gradient is made again from what it is the gradient of. The functions of `py_func`
cannot travel: what reads the data gets an op of the same form that refuses to be called.
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
from opscope.ir.program.py_func import PyFunc
from opscope.ir.serialize.attribute_json import read_dtype
from opscope.ir.serialize.untrusted import Untrusted
from opscope.ir.user_calls import Func
from opscope.ops.grad import grad_op
from opscope.ops.registry import REGISTRY, Op

CONTROL_OPS = {op.name: op for op in (PYLAYER, PYLAYER_GRAD, COND, COND_GRAD, WHILE, WHILE_GRAD)}
MAX_GRAD_ORDER = 16  # of gradients of gradients
MAX_OPERANDS = 1 << 16  # of inputs or outputs of one operator
MAX_RANK = 64

_FUNCTION_TYPES = (FunctionType, BuiltinFunctionType, np.ufunc, type)


def write_spec(spec: TensorSpec) -> list[Any]:
    """[dims, dtype]; unknown dims are None."""
    return [[None if d is None else int(d) for d in spec.shape], spec.dtype.name]


def read_spec(given: Untrusted) -> TensorSpec:
    """What `write_spec` was given. Raises ArgumentError."""
    parts = given.items()
    if len(parts) != 2:
        raise given.error("must be dims and a dtype")
    dims: list[Dim] = [None if d.value is None else d.integer() for d in parts[0].items(most=MAX_RANK)]
    return TensorSpec(tuple(dims), read_dtype(parts[1]))


# --- writing ----------------------------------------------------------------------------------------


class OpWriter:
    """Ops as data; `functions` fills with those of `py_func`, each once."""

    def __init__(self) -> None:
        self.functions: list[dict[str, Any]] = []
        self._known: dict[int, int] = {}  # by id: the program keeps the ops

    def write(self, op: Op) -> Any:
        """The name of an op, or what it is made of. Raises UnsupportedError for one that nobody else could make."""
        if (
            op is CONTROL_OPS.get(op.name)
            or op is PROGRAM_OPS.get(op.name)
            or (op.name in REGISTRY and op is REGISTRY[op.name])
        ):
            return op.name
        if op.forward is not None:
            forward, wrt, n_in, n_out, kept = op.forward
            # nothing else of what was missing matters than which gradients are read
            return {
                "gradient of": self.write(forward), "inputs": n_in, "outputs": n_out,
                "wrt": list(wrt), "reads": list(kept.douts),
            }  # fmt: skip
        if isinstance(op, PyFunc):
            return {"function": self._function(op)}
        raise UnsupportedError(f"the op {op.name} is not registered", fix="define it with @op")

    def _function(self, op: PyFunc) -> int:
        if id(op) not in self._known:
            self._known[id(op)] = len(self.functions)
            back = op.backward
            n_in, _ = op.counts
            self.functions.append(
                {
                    "called": _function_names(op.function),
                    "inputs": n_in,
                    "outputs": [write_spec(spec) for spec in op.infer()],
                    "backward": None
                    if back is None
                    else {
                        "called": _function_names(back.function),
                        "x": list(back.x_positions),
                        "out": list(back.out_positions),
                    },
                }
            )
        return self._known[id(op)]


def _function_names(function: Any) -> list[str | None]:
    """[name, qualified name, documentation], found without running anything of the object's own."""
    plain = function.__func__ if type(function) is MethodType else function
    if type(plain) in _FUNCTION_TYPES:
        name = plain.__name__
        qualified, doc = getattr(plain, "__qualname__", name), plain.__doc__
    else:  # an object that can be called; a wrapper has the name of what it wraps
        own = inspect.getattr_static(plain, "__name__", None)
        name = qualified = own if isinstance(own, str) else type(plain).__name__
        doc = None
    return [name, qualified, doc if isinstance(doc, str) else None]


# --- reading ----------------------------------------------------------------------------------------


class OpReader:
    """Data as ops. `functions` is what `OpWriter` has filled. Raises ArgumentError, as `read` does."""

    def __init__(self, functions: Untrusted) -> None:
        self.budget = 1 << 20  # of inputs and outputs that the data counts and does not name
        self.functions = [self._absent(item) for item in functions.items("function")]

    def read(self, given: Untrusted, order: int = 0) -> Op:
        """The op that the data stands for."""
        if type(given.value) is not dict:
            return _op_by_name(given)
        if "function" in given.value:
            (index,) = given.record("function")
            return self.functions[index.integer(0, len(self.functions) - 1)]
        if order == MAX_GRAD_ORDER:
            raise given.error(f"is a gradient of more than order {MAX_GRAD_ORDER}")
        return self._gradient(given, order)

    def _gradient(self, given: Untrusted, order: int) -> Op:
        of, inputs, outputs, wanted, douts = given.record("gradient of", "inputs", "outputs", "wrt", "reads")
        forward = self.read(of, order + 1)
        if forward in CONTROL_OPS.values():
            raise of.error("has no gradient of this form")
        n_in, n_out = inputs.integer(0, MAX_OPERANDS), outputs.integer(1, MAX_OPERANDS)
        check_counts(forward, n_in, n_out, given)
        self._spend(n_in + n_out, given)
        wrt = wanted.positions(n_in)
        if not wrt or not all(forward.has_gradient(i) for i in wrt):
            raise wanted.error(f"must be inputs of {forward.name} that have a gradient")
        reads = douts.positions(n_out)
        missing = sorted({*range(n_out)} - {*reads})
        made = grad_op(forward, wrt, n_in, n_out, tuple(missing))
        if made.forward is None or made.forward.kept.douts != reads:
            raise douts.error(f"must be gradients that {made.name} reads")
        return made

    def _spend(self, count: int, given: Untrusted) -> None:
        self.budget -= count
        if self.budget < 0:
            raise given.error("is, with what was before it, of too many inputs")

    def _absent(self, given: Untrusted) -> PyFunc:
        """The op of a py_func whose functions are elsewhere."""
        called, inputs, outputs, backward = given.record("called", "inputs", "outputs", "backward")
        n_in = inputs.integer(0, MAX_OPERANDS)
        self._spend(8 * n_in, given)  # a name and a spec each
        specs = [read_spec(item) for item in outputs.items(most=MAX_OPERANDS)]
        # backward compares what it is given with the inputs' specs: this one never is
        xs = [(f"x{i}", TensorSpec((), float32)) for i in range(n_in)]
        outs = [(f"out{j}", spec) for j, spec in enumerate(specs)]
        if backward.value is None:
            return PyFunc(_raising_function(called), None, xs, outs, set())
        called_back, x, out = backward.record("called", "x", "out")
        read = {f"x{i}" for i in x.positions(n_in)} | {f"out{j}" for j in out.positions(len(outs))}
        skipped = {name for name, _ in (*xs, *outs)} - read
        return PyFunc(_raising_function(called), _raising_function(called_back), xs, outs, skipped)


def _op_by_name(given: Untrusted) -> Op:
    name = given.text()
    found = CONTROL_OPS.get(name) or PROGRAM_OPS.get(name) or REGISTRY.ops.get(name)
    if found is None:
        known = [*REGISTRY.ops, *CONTROL_OPS, *PROGRAM_OPS]
        raise given.error(f"there is no op {name[:80]!r} {nearest(name[:80], known)}".rstrip())
    return found


def check_counts(op: Op, n_in: int, n_out: int, given: Untrusted) -> None:
    """Raise ArgumentError unless an operator of `op` can have that many inputs and outputs."""
    if op.forward is not None:
        kept = op.forward.kept
        fits = n_in == sum(map(len, kept)) and n_out == len(op.forward.wrt)
    elif isinstance(op, PyFunc):
        fits = (n_in, n_out) == op.counts
    else:
        least = len(op.inputs) - len(op.optional)
        fits = (least <= n_in if op.variadic else least <= n_in <= len(op.inputs)) and (
            op.variadic_out or n_out == len(op.outputs)
        )
    if not fits:
        raise given.error(f"{op.name} cannot have {n_in} inputs and {n_out} outputs")


def _raising_function(given: Untrusted) -> Func:
    parts = given.items()
    if len(parts) != 3:
        raise given.error("must be a name, a qualified name and a documentation")
    name, qualified = parts[0].text(), parts[1].text()

    def function(*values: Any) -> Any:
        raise RunError(
            f"{name} is a Python function of the program that made this recording: its recorded results are used, "
            "it cannot be called here"
        )

    function.__name__, function.__qualname__ = name, qualified
    function.__doc__ = None if parts[2].value is None else parts[2].text()
    return function
