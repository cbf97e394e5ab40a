"""The tape: nodes that remember how a Tensor was made, and the walk back through them.

A node keeps exactly the values that the op's gradient rule names. The walk is the same for `backward`,
`grad` and `create_graph`: gradients are plain arrays, or Tensors when they are to be differentiated again.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from opscope.core import place as places
from opscope.core.source import Call, Site, site_of
from opscope.core.state import mode, names
from opscope.errors import RunError, UsageError
from opscope.ops.registry import Attrs, Op
from opscope.ops.rules import Pullback

_order = itertools.count()


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
        self._hooks: list[Callable[[Any], Any]] | None = None
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
        array = grad._value if isinstance(grad, Tracked) else grad
        self._grad = type(self)(array.copy() if self._grad is None else self._grad._value + array, False)


class OutSpec(NamedTuple):
    """What is known of an output after its value is gone."""

    shape: tuple[int, ...]
    dtype: Any
    module: Any


class Node:
    """One op that ran: its inputs' edges, what its backward needs, and hooks on its outputs.

    One is made for every op that is recorded, so what only some backward asks for is worked out when it does.
    """

    __slots__ = (
        "__weakref__",
        "attrs",
        "call",
        "edges",
        "hooks",
        "inputs",
        "op",
        "order",
        "outputs",
        "pullback",
        "retained",
        "specs",
        "versions",
    )

    def __init__(
        self, op: Op, pull: Pullback, inputs: Sequence[Any], attrs: Attrs, outputs: Sequence[Any], call: Call | None
    ) -> None:
        self.op = op
        self.pullback = pull
        self.attrs = attrs
        self.call = call  # where the user made it
        self.order = next(_order)
        self.edges = [inputs[i]._edge or inputs[i] for i in pull.wrt]
        self.inputs: list[Any] | None = []
        self.versions: list[int] = []
        for i in pull.kept.inputs:
            value = inputs[i]
            self.inputs.append(value)
            self.versions.append(value._version[0] if isinstance(value, Tracked) else 0)
        self.outputs = [outputs[j] for j in pull.kept.outputs]
        # a node with one output is only walked through when that has a gradient
        self.specs = None if len(outputs) == 1 else [None if o is None else out_spec(o) for o in outputs]
        self.hooks: dict[int, list[Callable[[Any], Any]]] = {}
        self.retained: dict[int, Tracked] = {}

    @property
    def site(self) -> Site | None:
        """The user's line that made it."""
        return site_of(self.call)

    def pull(self, douts: list[Any], kind: type[Tracked] | None) -> list[Any]:
        """Gradients of the inputs at `wrt`; through Tensors of a kind if they are to be differentiated again."""
        return self.pullback(self.values(douts, kind), self.attrs)

    def values(self, douts: list[Any], kind: type[Tracked] | None) -> list[Any]:
        """What the pullback takes: of the inputs and outputs those that were kept, and the gradients of the outputs.

        Raises RunError if they are gone, or have been written to.
        """
        if self.inputs is None:
            raise RunError(
                f"The TensorWrappers of {self.op.name} do not exist. This may be because: You calculate backward twice "
                "for the same subgraph without setting retain_graph=True. Please set retain_graph=True in the first "
                "backward/grad call.",
                site=self.site,
                fix="loss.backward(retain_graph=True)",
            )
        pull = self.pullback
        values: list[Any] = [None] * (pull.n_in + pull.n_out)
        for position, value, version in zip(pull.kept.inputs, self.inputs, self.versions, strict=True):
            if isinstance(value, Tracked):
                if value._version[0] != version:
                    raise self._modified(value, version)
                if kind is None:
                    value = value._value
            values[position] = value
        if self.outputs:
            for position, value in zip(pull.kept.outputs, self.outputs, strict=True):
                values[pull.n_in + position] = value if kind is None else self._output(kind, value, position)
        if self.specs is not None and not self.op.opaque:
            douts = [
                zeros(spec) if d is None and spec is not None and self.op.needs_zeros(j) else d
                for j, (d, spec) in enumerate(zip(douts, self.specs, strict=True))
            ]
        values += douts
        return values

    def _modified(self, value: Tracked, version: int) -> RunError:
        return RunError(
            f"Tensor '{value.name}' used in gradient computation has been modified by an inplace operation. "
            f"Its version is {value._version[0]} but the expected version is {version}.",
            site=self.site,
            fix=f"modify a clone() of it, or modify it after backward (it is an input of {self.op.name})",
        )

    def _output(self, kind: type[Tracked], array: Any, position: int) -> Any:
        tensor = kind(array, stop_gradient=False)
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
        if grad is None or edge is None:
            return
        if isinstance(edge, Tracked):
            former = self.leaves.get(id(edge))
            self.leaves[id(edge)] = (edge, grad if former is None else former[1] + grad)
            return
        node, index = edge
        slots = self.pending.get(node)
        if slots is None:
            slots = self.pending[node] = [None] * node.pullback.n_out
            heapq.heappush(self.queue, (-node.order, node))
        slots[index] = grad if slots[index] is None else slots[index] + grad

    def _visit(self, node: Node, douts: list[Any]) -> None:
        if node.hooks or node.retained or self.wanted is not None:
            self._show(node, douts)
        grads = node.pull(douts, self.kind if self.create_graph else None)
        for edge, grad in zip(node.edges, grads, strict=True):
            self._receive(edge, grad)
        if not self.retain_graph:
            node.release()

    def _show(self, node: Node, douts: list[Any]) -> None:
        """The gradients of a node's outputs to those who asked for them; hooks may replace them."""
        for index, hooks in node.hooks.items():
            if douts[index] is not None:
                douts[index] = self._hooked(hooks, douts[index])
        if self.wanted is None:
            for index, tensor in node.retained.items():
                if douts[index] is not None:
                    tensor.accumulate(douts[index])
            return
        for index, dout in enumerate(douts):
            if (node, index) in self.wanted:
                self.found[self.wanted[(node, index)]] = dout

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
        tensor.accumulate(grad)
