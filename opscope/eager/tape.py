"""The tape: nodes that remember how a Tensor was made, and the walk back through them.

A node keeps exactly the values that the op's gradient rule names. The walk is the same for `backward`,
`grad` and `create_graph`: gradients are plain arrays, or Tensors when they are to be differentiated again.
"""

from __future__ import annotations

import functools
import heapq
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from opscope.core import place as places
from opscope.core.source import Site, site
from opscope.core.state import mode, names
from opscope.errors import RunError, UsageError
from opscope.ops.grad import Kept, keeps, pullback
from opscope.ops.registry import Attrs, Op

_order = itertools.count()
_cached_keeps = functools.lru_cache(maxsize=4096)(keeps)


class Tracked:
    """What the tape knows of a Tensor: its array, where its gradient goes, and what waits for that.

    Tensor is the one subclass; the tape makes new ones by `type(tensor)(array)`.
    """

    __slots__ = ("_edge", "_grad", "_hooks", "_name", "_value", "_version", "stop_gradient")

    def __init__(self, value: Any, stop_gradient: bool = True, name: str = "") -> None:
        self._value = value
        self.stop_gradient = stop_gradient
        self._name = name
        self._edge: Any = None
        self._grad: Any = None
        self._hooks: list[Callable[[Any], Any]] = []
        self._version = [0]  # shared with detached views of the same memory

    @property
    def name(self) -> str:
        """The tensor's name; `generated_tensor_0` if none was given."""
        if not self._name:
            self._name = names("generated_tensor")
        return self._name

    @name.setter
    def name(self, value: str) -> None:
        self._name = value

    def accumulate(self, grad: Any) -> None:
        """Add to the gradient, which is this tensor's own: one array may be on its way to several."""
        total = type(self)(grad._value.copy() if self._grad is None else self._grad._value + grad._value)
        total.stop_gradient = False
        self._grad = total


class OutSpec(NamedTuple):
    """What is known of an output after its value is gone."""

    shape: tuple[int, ...]
    dtype: Any
    module: Any


class Node:
    """One op that ran: its inputs' edges, what its backward needs, and hooks on its outputs."""

    __slots__ = (
        "attrs",
        "edges",
        "hooks",
        "inputs",
        "kept",
        "kind",
        "n_in",
        "op",
        "order",
        "outputs",
        "retained",
        "site",
        "specs",
        "versions",
        "wrt",
    )

    def __init__(
        self, op: Op, inputs: Sequence[Any], attrs: Attrs, outputs: Sequence[Any], wrt: tuple[int, ...]
    ) -> None:
        self.op = op
        self.attrs = attrs
        self.order = next(_order)
        self.wrt = wrt
        self.kind = type(inputs[wrt[0]])
        self.n_in = len(inputs)
        self.edges = [edge_of(inputs[i]) for i in wrt]
        # an opaque op is made for one call, and holds what that call keeps: it must not outlive its node
        kept: Kept = (keeps if op.opaque else _cached_keeps)(op, wrt, len(inputs), len(outputs))
        self.kept = kept
        self.inputs: list[Any] | None = [inputs[i] for i in kept.inputs]
        self.versions = [v._version[0] if isinstance(v, Tracked) else 0 for v in self.inputs]
        self.outputs = [outputs[j] for j in kept.outputs]
        self.specs = [None if o is None else out_spec(o) for o in outputs]
        self.hooks: dict[int, list[Callable[[Any], Any]]] = {}
        self.retained: dict[int, Tracked] = {}
        self.site: Site | None = site()

    def pull(self, douts: list[Any], create_graph: bool) -> list[Any]:
        """Gradients of the inputs at `wrt`."""
        if self.inputs is None:
            raise RunError(
                f"The TensorWrappers of {self.op.name} do not exist. This may be because: You calculate backward twice "
                "for the same subgraph without setting retain_graph=True. Please set retain_graph=True in the first "
                "backward/grad call.",
                site=self.site,
                fix="loss.backward(retain_graph=True)",
            )
        inputs: list[Any] = [None] * self.n_in
        outputs: list[Any] = [None] * len(self.specs)
        for position, value, version in zip(self.kept.inputs, self.inputs, self.versions, strict=True):
            inputs[position] = self._input(value, version, create_graph)
        for position, value in zip(self.kept.outputs, self.outputs, strict=True):
            outputs[position] = self._output(value, position) if create_graph else value
        if not self.op.opaque:
            douts = [
                zeros(spec) if d is None and spec is not None and self.op.needs_zeros(j) else d
                for j, (d, spec) in enumerate(zip(douts, self.specs, strict=True))
            ]
        return pullback(self.op, self.wrt, inputs, outputs, self.attrs, douts)

    def _input(self, value: Any, version: int, create_graph: bool) -> Any:
        if not isinstance(value, Tracked):
            return value
        if value._version[0] != version:
            raise RunError(
                f"Tensor '{value.name}' used in gradient computation has been modified by an inplace operation. "
                f"Its version is {value._version[0]} but the expected version is {version}.",
                site=self.site,
                fix=f"modify a clone() of it, or modify it after backward (it is an input of {self.op.name})",
            )
        return value if create_graph else value._value

    def _output(self, array: Any, position: int) -> Any:
        tensor = self.kind(array, stop_gradient=False)
        tensor._edge = (self, position)
        return tensor

    def release(self) -> None:
        """Forget the kept values."""
        self.inputs, self.outputs = None, []


Edge = tuple[Node, int]


def edge_of(value: Any) -> Any:
    """Where the gradient of a Tensor goes: (node, output index), the leaf itself, or None."""
    if not isinstance(value, Tracked) or value.stop_gradient:
        return None
    return value._edge or value


def out_spec(array: Any) -> OutSpec:
    """What `zeros` needs to know of an output."""
    return OutSpec(array.shape, array.dtype, places.array_module(array))


def zeros(spec: OutSpec) -> Any:
    """Zeros for an output that received no gradient."""
    return spec.module.zeros(spec.shape, dtype=spec.dtype)


@contextmanager
def grad_mode(enabled: bool) -> Iterator[None]:
    """Record, or do not, inside the block."""
    kept, mode.grad = mode.grad, enabled
    try:
        yield
    finally:
        mode.grad = kept


class Walk:
    """One reverse walk. `wanted` maps edges or leaves to be captured instead of accumulated."""

    def __init__(self, create_graph: bool, retain_graph: bool, wanted: dict[Any, int] | None = None) -> None:
        self.create_graph = create_graph
        self.retain_graph = retain_graph
        self.wanted = wanted
        self.found: dict[int, Any] = {}
        self.pending: dict[Node, list[Any]] = {}
        self.queue: list[tuple[int, Node]] = []
        self.leaves: dict[int, tuple[Tracked, Any]] = {}

    def run(self, roots: Iterable[tuple[Tracked, Any]]) -> None:
        """From the roots (tensor, gradient) to the leaves."""
        roots = list(roots)
        if not roots:
            return
        self.kind = type(roots[0][0])
        with grad_mode(self.create_graph):
            for tensor, grad in roots:
                self._receive(edge_of(tensor), grad if self.create_graph else grad._value)
            while self.queue:
                _, node = heapq.heappop(self.queue)
                self._visit(node, self.pending.pop(node))
            for tensor, grad in self.leaves.values():
                self._arrive(tensor, grad)

    def _receive(self, edge: Any, grad: Any) -> None:
        if edge is None or grad is None:
            return
        if not isinstance(edge, tuple):
            former = self.leaves.get(id(edge))
            self.leaves[id(edge)] = (edge, grad if former is None else former[1] + grad)
            return
        node, index = edge
        slots = self.pending.get(node)
        if slots is None:
            slots = self.pending[node] = [None] * len(node.specs)
            heapq.heappush(self.queue, (-node.order, node))
        slots[index] = grad if slots[index] is None else slots[index] + grad

    def _visit(self, node: Node, douts: list[Any]) -> None:
        for index, hooks in node.hooks.items():
            if douts[index] is not None:
                douts[index] = self._hooked(hooks, douts[index])
        for index, tensor in node.retained.items():
            if douts[index] is not None and self.wanted is None:
                tensor.accumulate(self._plain(douts[index]))
        if self.wanted is not None:
            for index, dout in enumerate(douts):
                if (node, index) in self.wanted:
                    self.found[self.wanted[(node, index)]] = dout
        if all(d is None for d in douts):
            return
        grads = node.pull(douts, self.create_graph)
        for edge, grad in zip(node.edges, grads, strict=True):
            self._receive(edge, grad)
        if not self.retain_graph:
            node.release()

    def _hooked(self, hooks: list[Callable[[Any], Any]], grad: Any) -> Any:
        tensor = self._plain(grad)
        for hook in list(hooks):
            result = hook(tensor)
            if result is not None and not isinstance(result, Tracked):
                raise UsageError(
                    f"a hook must return a Tensor or None, but returned {type(result).__name__}",
                    facts={"hook": getattr(hook, "__name__", repr(hook))},
                    fix="return paddle.to_tensor(...) of it",
                )
            tensor = tensor if result is None else result
        return tensor if self.create_graph else tensor._value

    def _plain(self, grad: Any) -> Any:
        return grad if isinstance(grad, Tracked) else self.kind(grad)

    def _arrive(self, tensor: Tracked, grad: Any) -> None:
        if self.wanted is not None:
            if id(tensor) in self.wanted:
                self.found[self.wanted[id(tensor)]] = grad
            return
        if tensor._hooks:
            grad = self._hooked(tensor._hooks, grad)
        tensor.accumulate(self._plain(grad))
