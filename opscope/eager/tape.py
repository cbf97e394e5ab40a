"""The tape: nodes that remember how a Tensor was made, each with exactly the values that its gradient rule names."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from opscope.core import place as places
from opscope.core.source import Call, Site, site_of
from opscope.core.state import mode, names
from opscope.eager.shape_only import reads
from opscope.errors import FatalError, RunError
from opscope.ops.registry import Attrs, Op
from opscope.ops.rules import Pullback

_order = itertools.count()

Hooks = dict[int, Callable[[Any], Any]]  # in the order in which they are called, each under a number of its own


class Tracked:
    """What the tape knows of a Tensor: its array, where its gradient goes, and what waits for that.

    Tensor is the one subclass; the tape makes new ones by `type(tensor)(array)`.
    """

    __slots__ = ("_edge", "_grad", "_hooks", "_name", "_value", "_version", "stop_gradient")

    is_layer_parameter = False  # the parameters of layers say True
    accumulated: tuple[Callable[[], Any], ...] = ()  # what is called when this leaf's gradient has arrived
    former: tuple[tuple[int, tuple[int, ...], Any], ...] = ()  # until which version it had which shape and dtype

    def __init__(self, value: Any, stop_gradient: bool = True, name: str = "") -> None:
        self._value = value
        self.stop_gradient = stop_gradient
        self._name = name
        self._edge: Any = None
        self._grad: Any = None
        self._hooks: Hooks | None = None
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

    def lent(self, version: int) -> Tracked:
        """The shape and dtype that it had at a version, on zeros that take no memory."""
        now = (self._value.shape, self._value.dtype)
        shape, dtype = next((then for until, *then in self.former if version <= until), now)
        xp: Any = places.array_module(self._value)
        return type(self)(xp.broadcast_to(xp.zeros((), dtype), shape))

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
        "marks",
        "op",
        "order",
        "outputs",
        "pullback",
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
        self.marks: tuple[tuple[list[int], int], ...] = ()  # the versions of kept outputs: what now, and then
        if packing:
            self._pack(packing[-1])
        # a node with one output is only walked through when that has a gradient
        self.specs = None if len(outputs) == 1 else [None if o is None else out_spec(o) for o in outputs]
        self.hooks: dict[int, Hooks] = {}

    @property
    def site(self) -> Site | None:
        """The user's line that made it."""
        return site_of(self.call)

    def pull(self, douts: list[Any], kind: type[Tracked] | None) -> list[Any]:
        """Gradients of the inputs at `wrt`; through Tensors of a kind if they are to be differentiated again."""
        return self.pullback(self.values(douts, kind), self.attrs)

    def values(self, douts: list[Any], kind: type[Tracked] | None) -> list[Any]:
        """What the pullback takes: of the inputs and outputs those that were kept, and the gradients of the outputs.

        Raises FatalError if they are gone, RunError if they have been written to.
        """
        if self.inputs is None:
            raise self._gone()
        pull = self.pullback
        values: list[Any] = [None] * (pull.n_in + pull.n_out)
        written: list[tuple[int, Tracked, int]] = []
        for position, value, version in zip(pull.kept.inputs, self.inputs, self.versions, strict=True):
            if isinstance(value, Tracked):
                if value._version[0] != version:
                    written.append((position, value, version))
                    value = value.lent(version)
                if kind is None:
                    value = value._value
            elif isinstance(value, Packed):
                value = value.restored() if kind is not None else value.restored()._value
            values[position] = value
        if self.outputs:
            values[pull.n_in :] = self._results(kind)
        if self.specs is not None and not self.op.opaque:
            douts = [
                zeros(spec) if d is None and spec is not None and self.op.needs_zeros(j) else d
                for j, (d, spec) in enumerate(zip(douts, self.specs, strict=True))
            ]
        values += douts
        for position, value, version in written:
            if reads(pull, position, values, self.attrs):
                raise self._modified(value.name, value._version[0], version, "an input")
        return values

    def _results(self, kind: type[Tracked] | None) -> list[Any]:
        """The outputs that were kept, at their positions. Raises RunError if they have been written to."""
        for now, then in self.marks:
            if now[0] != then:
                raise self._modified("", now[0], then, "a result")
        found: list[Any] = [None] * self.pullback.n_out
        for position, value in zip(self.pullback.kept.outputs, self.outputs, strict=True):
            if isinstance(value, Packed):
                value = value.restored()._value
            found[position] = value if kind is None else self._output(kind, value, position)
        return found

    def _gone(self) -> FatalError:
        node = "".join(part.title() for part in self.op.name.split("_"))
        return FatalError(
            f"The TensorWrappers of {node}GradNode do not exist. This may be because: You calculate backward twice for "
            "the same subgraph without setting retain_graph=True. Please set retain_graph=True in the first "
            "backward/grad call.",
            site=self.site,
            fix="loss.backward(retain_graph=True)",
        )

    def _modified(self, name: str, now: int, then: int, what: str) -> RunError:
        return RunError(
            f"Tensor '{name}' used in gradient computation has been modified by an inplace operation. "
            f"Its version is {now} but the expected version is {then}. Please fix your code to void calling an inplace "
            "operator after using the Tensor which will used in gradient computation.",
            site=self.site,
            fix=f"modify a clone() of it, or modify it after backward (it is {what} of {self.op.name})",
        )

    def _pack(self, pack: Callable[[Any], Packed]) -> None:
        """Leave what is kept to who wants to store it elsewhere."""
        assert self.inputs is not None
        self.inputs = [pack(v) if isinstance(v, Tracked) else v for v in self.inputs]
        self.outputs = [None if v is None else pack(v) for v in self.outputs]

    def _output(self, kind: type[Tracked], array: Any, position: int) -> Any:
        tensor = kind(array, stop_gradient=False)
        tensor._edge = (self, position)
        return tensor

    def release(self) -> None:
        """Forget the kept values."""
        self.inputs, self.outputs = None, []


class Packed:
    """A kept value that is stored elsewhere until backward asks for it."""

    __slots__ = ()

    def restored(self) -> Any:
        """The value, as a Tensor with the history that it had."""
        raise NotImplementedError


packing: list[Callable[[Any], Packed]] = []  # who stores what is kept, the innermost last; mostly nobody

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
