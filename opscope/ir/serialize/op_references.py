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
from opscope.ir.compat.program_ops import OWN
from opscope.ir.control_flow.cond import COND, COND_GRAD
from opscope.ir.control_flow.static_pylayer import PYLAYER, PYLAYER_GRAD
from opscope.ir.control_flow.while_loop import WHILE, WHILE_GRAD
from opscope.ir.program.py_func import PyFunc
from opscope.ir.serialize.attribute_json import read_dtype
from opscope.ir.serialize.untrusted import Given
from opscope.ir.user_calls import Func
from opscope.ops.grad import grad_op
from opscope.ops.registry import REGISTRY, Op

CONTROL = {op.name: op for op in (PYLAYER, PYLAYER_GRAD, COND, COND_GRAD, WHILE, WHILE_GRAD)}
ORDERS = 16  # of gradients of gradients
WIDTH = 1 << 16  # of inputs or outputs of one operator
RANK = 64

_NAMED = (FunctionType, BuiltinFunctionType, np.ufunc, type)


def write_spec(spec: TensorSpec) -> list[Any]:
    """[dims, dtype]; unknown dims are None."""
    return [[None if d is None else int(d) for d in spec.shape], spec.dtype.name]


def read_spec(given: Given) -> TensorSpec:
    """What `write_spec` was given. Raises ArgumentError."""
    parts = given.items()
    if len(parts) != 2:
        raise given.error("must be dims and a dtype")
    dims: list[Dim] = [None if d.value is None else d.integer() for d in parts[0].items(most=RANK)]
    return TensorSpec(tuple(dims), read_dtype(parts[1]))


# --- writing ----------------------------------------------------------------------------------------


class OpWriter:
    """Ops as data; `functions` fills with those of `py_func`, each once."""

    def __init__(self) -> None:
        self.functions: list[dict[str, Any]] = []
        self._known: dict[int, int] = {}  # by id: the program keeps the ops

    def write(self, op: Op) -> Any:
        """The name of an op, or what it is made of. Raises UnsupportedError for one that nobody else could make."""
        if op is CONTROL.get(op.name) or op is OWN.get(op.name) or (op.name in REGISTRY and op is REGISTRY[op.name]):
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
                    "called": _called(op.function),
                    "inputs": n_in,
                    "outputs": [write_spec(spec) for spec in op.infer()],
                    "backward": None
                    if back is None
                    else {"called": _called(back.function), "x": list(back.x), "out": list(back.out)},
                }
            )
        return self._known[id(op)]


def _called(function: Any) -> list[str | None]:
    """[name, qualified name, documentation], found without running anything of the object's own."""
    plain = function.__func__ if type(function) is MethodType else function
    if type(plain) in _NAMED:
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

    def __init__(self, functions: Given) -> None:
        self.budget = 1 << 20  # of inputs and outputs that the data counts and does not name
        self.functions = [self._absent(item) for item in functions.items("function")]

    def read(self, given: Given, order: int = 0) -> Op:
        """The op that the data stands for."""
        if type(given.value) is not dict:
            return _named(given)
        if "function" in given.value:
            (index,) = given.record("function")
            return self.functions[index.integer(0, len(self.functions) - 1)]
        if order == ORDERS:
            raise given.error(f"is a gradient of more than order {ORDERS}")
        return self._gradient(given, order)

    def _gradient(self, given: Given, order: int) -> Op:
        of, inputs, outputs, wanted, douts = given.record("gradient of", "inputs", "outputs", "wrt", "reads")
        forward = self.read(of, order + 1)
        if forward in CONTROL.values():
            raise of.error("has no gradient of this form")
        n_in, n_out = inputs.integer(0, WIDTH), outputs.integer(1, WIDTH)
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

    def _spend(self, count: int, given: Given) -> None:
        self.budget -= count
        if self.budget < 0:
            raise given.error("is, with what was before it, of too many inputs")

    def _absent(self, given: Given) -> PyFunc:
        """The op of a py_func whose functions are elsewhere."""
        called, inputs, outputs, backward = given.record("called", "inputs", "outputs", "backward")
        n_in = inputs.integer(0, WIDTH)
        self._spend(8 * n_in, given)  # a name and a spec each
        specs = [read_spec(item) for item in outputs.items(most=WIDTH)]
        # backward compares what it is given with the inputs' specs: this one never is
        xs = [(f"x{i}", TensorSpec((), float32)) for i in range(n_in)]
        outs = [(f"out{j}", spec) for j, spec in enumerate(specs)]
        if backward.value is None:
            return PyFunc(_refusal(called), None, xs, outs, set())
        called_back, x, out = backward.record("called", "x", "out")
        read = {f"x{i}" for i in x.positions(n_in)} | {f"out{j}" for j in out.positions(len(outs))}
        skipped = {name for name, _ in (*xs, *outs)} - read
        return PyFunc(_refusal(called), _refusal(called_back), xs, outs, skipped)


def _named(given: Given) -> Op:
    name = given.text()
    found = CONTROL.get(name) or OWN.get(name) or REGISTRY.ops.get(name)
    if found is None:
        known = [*REGISTRY.ops, *CONTROL, *OWN]
        raise given.error(f"there is no op {name[:80]!r} {nearest(name[:80], known)}".rstrip())
    return found


def check_counts(op: Op, n_in: int, n_out: int, given: Given) -> None:
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


def _refusal(given: Given) -> Func:
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
