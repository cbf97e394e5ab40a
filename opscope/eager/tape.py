"""Tape with a node for each recorded op. A node keeps only the values that the gradient rule of the op reads."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Self

from opscope.core import place as places
from opscope.core.annotations import Array
from opscope.core.context_settings import SettingsBlock
from opscope.core.source import CodePosition, Site, site_of
from opscope.core.state import mode, names
from opscope.eager import named_tensors
from opscope.eager.element_reads import reads_elements
from opscope.eager.sparse_gradient import SelectedRows, accumulated, gives_rows, rows_gradient
from opscope.errors import FatalError, RunError
from opscope.ops.indexing.gather import embedding
from opscope.ops.pullback import Pullback
from opscope.ops.registry import Attrs, Op

_order = itertools.count()
current_mode = mode.current

Hooks = dict[int, Callable[[Any], Any]]  # in the order in which they are called, each under a number of its own


class Tracked:
    """Part of a Tensor that the tape uses: array, edge, gradient and hooks.

    Tensor is the only subclass. The tape makes new Tensors by `type(tensor)(array)`.
    """

    __slots__ = ("_edge", "_grad", "_hooks", "_name", "_value", "_version", "stop_gradient")

    shape: Any  # the dims as a list; Tensor has it

    is_layer_parameter = False  # the parameters of layers say True
    has_path_as_name = False  # True if the name begins with that of the net: `net.fc.weight`
    zeroed_gradient: Any = None  # the zeros that `clear_gradient` has set last
    backward_hooks: tuple[Callable[[], Any], ...] = ()  # called when the gradient of this leaf was accumulated
    shape_history: tuple[tuple[int, tuple[int, ...], Any], ...] = ()  # (last version, shape, dtype) of former memory

    def __init__(self, value: Any, stop_gradient: bool = True, name: str = "") -> None:
        self._value: Any = value
        self.stop_gradient = stop_gradient
        self._name = name
        self._edge: Any = None
        self._grad: Any = None
        self._hooks: Hooks | None = None
        self._version = [0]  # shared with detached views of the same memory
        if name:
            named_tensors.add(self, name)

    @classmethod
    def copied(cls, array: Any, stop_gradient: bool, name: str) -> Self:
        """Return a Tensor with a copied value and a name, for display. The name still refers to the original Tensor."""
        made = cls(array, stop_gradient)
        made._name = name
        return made

    @property
    def name(self) -> str:
        """The name of the tensor. If no name was given, it is a name such as `generated_tensor_0`."""
        if not self._name:
            self._name = names("generated_tensor")
        return self._name

    @name.setter
    def name(self, value: str) -> None:
        former, self._name = self._name, value
        if former:
            named_tensors.discard(self, former)
        if value:
            named_tensors.add(self, value)

    def _take_array(self, array: Any) -> None:
        """Replace the array.

        All code that changes a Tensor's array calls this method, so a watch can record the change.
        """
        self._value = array

    def _take_result(self, result: Tracked) -> None:
        """Take the array of a result of the last op, which is an op of an optimizer."""
        self._value = result._value

    def _take_gradient(self, gradient: Tracked | None) -> None:
        """Replace the gradient.

        All code that changes a Tensor's gradient calls this method, so a watch can record the change.
        """
        self._grad = gradient

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = memo[id(self)] = type(self).__new__(type(self))
        if places.is_array(self._value) and id(self._value) not in memo:
            memo[id(self._value)] = self._copy_array(self._value)
        reduced: Any = self.__reduce_ex__(4)
        attributes, slots = reduced[2]
        for name, value in {**(attributes or {}), **slots}.items():
            setattr(made, name, copy.deepcopy(value, memo))
        return made

    @staticmethod
    def _copy_array(array: Any) -> Any:
        """Copy an array.

        All code that gives a Tensor a copy of an array calls this method, so a watch can record the copy.
        """
        return array.copy()

    @staticmethod
    def _add_to_zeros(zeros: Any, array: Any) -> Any:
        """Return the sum of zeros and an array. A watch records the sum as a copy of the array."""
        return zeros + array

    def shape_placeholder(self, version: int) -> Tracked:
        """Return a Tensor of zeros without memory. Its shape and dtype are from `version` of this Tensor."""
        now = (self._value.shape, self._value.dtype)
        shape, dtype = next((then for until, *then in self.shape_history if version <= until), now)
        xp: Any = places.array_module(self._value)
        return type(self)(xp.broadcast_to(xp.zeros((), dtype), shape))

    def accumulate(self, grad: Array) -> None:
        """Add an array to the gradient.

        The first gradient is copied, because several leaves may receive the same array.
        """
        if isinstance(grad, SelectedRows):
            self._take_gradient(accumulated(self._grad, grad, self._plain_tensor))
            return
        array = grad._value if isinstance(grad, Tracked) else grad
        former = self._grad
        if former is None:
            total = self._copy_array(array)
        elif self.has_zeroed_gradient:
            total = self._add_to_zeros(former._value, array)
        else:
            total = TapeNode.sum(former._value, array, self)
        self._take_gradient(self._plain_tensor(total, False))

    @property
    def has_zeroed_gradient(self) -> bool:
        """True if `clear_gradient` has set the gradient to zero. The next gradient is then not added to another one."""
        grad = self._grad
        return grad is not None and grad is self.zeroed_gradient and not grad._version[0]

    def _plain_tensor(self, array: Array, stop_gradient: bool) -> Tracked:
        """Return a Tensor that contains an array, such as a gradient."""
        return type(self)(array, stop_gradient)


class OutSpec(NamedTuple):
    """The shape, dtype and array library of an output."""

    shape: tuple[int, ...]
    dtype: Any
    module: Any


class TapeNode:
    """A recorded op, with the edges of its inputs, the values for backward, and the hooks on its outputs.

    Each recorded op creates a node, so this must be fast. Data that only a backward pass needs is computed in the
    backward pass.
    """

    __slots__ = (
        "__weakref__",
        "attrs",
        "edges",
        "hooks",
        "inputs",
        "op",
        "order",
        "output_versions",
        "outputs",
        "position",
        "pullback",
        "specs",
        "versions",
    )

    def __init__(
        self,
        op: Op,
        pull: Pullback,
        inputs: Sequence[Any],
        attrs: Attrs,
        outputs: Sequence[Any],
        call: CodePosition | None,
    ) -> None:
        self.op = op
        self.pullback = pull
        self.attrs = attrs
        self.position = call  # of the user's line
        self.order = next(_order)
        self.edges: list[Any] = []
        for i in pull.wrt:
            value = inputs[i]
            self.edges.append(value._edge or value)
        self.inputs: list[Any] | None = []
        self.versions: list[int] = []
        for i in pull.kept_inputs:
            value = inputs[i]
            self.inputs.append(value)
            self.versions.append(value._version[0] if isinstance(value, Tracked) else 0)
        self.outputs: Sequence[Any] = [outputs[j] for j in pull.kept_outputs] if pull.kept_outputs else ()
        self.output_versions: tuple[tuple[list[int], int], ...] = ()  # the versions of kept outputs: what now, and then
        pack = current_mode().pack
        if pack is not None:
            self._pack(pack)
        # a node with one output is only walked through when that has a gradient
        self.specs = None if len(outputs) == 1 else [None if o is None else out_spec(o) for o in outputs]
        self.hooks: dict[int, Hooks] = {}

    @property
    def site(self) -> Site | None:
        """The user's line that has called the op."""
        return site_of(self.position)

    def pull(self, douts: list[Any], tensor_class: type[Tracked] | None) -> list[Any]:
        """Return the gradients of the inputs at the positions `wrt`.

        The gradients are Tensors if they must be differentiated again.
        """
        values = self.values(douts, tensor_class)
        if self.op is embedding and tensor_class is None and gives_rows(self.op, self.attrs):
            return self.with_rows(values, None)
        return self.pullback(values, self.attrs)

    @staticmethod
    def sum(former: Any, gradient: Any, edge: Any) -> Any:
        """Return the sum of two gradients of the same edge or leaf."""
        return former + gradient

    def with_rows(self, values: list[Any], grads: list[Any] | None) -> list[Any]:
        """Return the gradients of the inputs of an embedding with sparse=True.

        If the weight is a leaf, its gradient consists of rows. Otherwise, return `grads`, or compute dense gradients.
        """
        if isinstance(self.edges[0], Tracked):
            return [rows_gradient(values, self.attrs)]
        return self.pullback(values, self.attrs) if grads is None else grads

    def values(self, douts: list[Any], tensor_class: type[Tracked] | None) -> list[Any]:
        """Return the arguments of the pullback: the stored inputs and outputs, and the gradients of the outputs.

        Raises FatalError if the stored values were released, and RunError if code has written to them.
        """
        if self.inputs is None:
            raise self._released_error()
        pull = self.pullback
        values: list[Any] = [None] * (pull.n_in + pull.n_out)
        written: list[tuple[int, Tracked, int]] | None = None
        for position, value, version in zip(pull.kept_inputs, self.inputs, self.versions):  # noqa: B905 (it is slow)
            if isinstance(value, Tracked):
                if value._version[0] != version:
                    written = [*(written or ()), (position, value, version)]
                    value = value.shape_placeholder(version)
                if tensor_class is None:
                    value = value._value
            elif isinstance(value, PackedValue):
                value = value.unpack() if tensor_class is not None else value.unpack()._value
            values[position] = value
        if self.outputs:
            values[pull.n_in :] = self._kept_outputs(tensor_class)
        if self.specs is not None and not self.op.opaque:
            douts = [
                zeros(spec) if d is None and spec is not None and self.op.needs_zeros(j) else d
                for j, (d, spec) in enumerate(zip(douts, self.specs, strict=True))
            ]
        values += douts
        for position, value, version in written or ():
            if reads_elements(pull, position, values, self.attrs):
                raise self._modified_error(value.name, value._version[0], version, "an input")
        return values

    def _kept_outputs(self, tensor_class: type[Tracked] | None) -> list[Any]:
        """Return the stored outputs, at their positions. Raises RunError if code has written to them."""
        for now, then in self.output_versions:
            if now[0] != then:
                raise self._modified_error("", now[0], then, "a result")
        found: list[Any] = [None] * self.pullback.n_out
        for position, value in zip(self.pullback.residuals.outputs, self.outputs, strict=True):
            if isinstance(value, PackedValue):
                value = value.unpack()._value
            found[position] = value if tensor_class is None else self._output(tensor_class, value, position)
        return found

    def _released_error(self) -> FatalError:
        node = "".join(part.title() for part in self.op.name.split("_"))
        return FatalError(
            f"The TensorWrappers of {node}GradNode do not exist. This may be because: You calculate backward twice for "
            "the same subgraph without setting retain_graph=True. Please set retain_graph=True in the first "
            "backward/grad call.",
            site=self.site,
            fix="call loss.backward(retain_graph=True)",
        )

    def _modified_error(self, name: str, now: int, then: int, what: str) -> RunError:
        return RunError(
            f"Tensor '{name}' used in gradient computation has been modified by an inplace operation. "
            f"Its version is {now} but the expected version is {then}. Please fix your code to avoid calling an "
            "inplace operator after using the Tensor which will be used in gradient computation.",
            site=self.site,
            fix=f"modify a clone(), or modify the Tensor after backward (the Tensor is {what} of {self.op.name})",
        )

    def _pack(self, pack: Callable[[Any], PackedValue]) -> None:
        """Replace the stored values by the results of the pack hook."""
        assert self.inputs is not None
        self.inputs = [pack(v) if isinstance(v, Tracked) else v for v in self.inputs]
        self.outputs = [None if v is None else pack(v) for v in self.outputs]

    def _output(self, tensor_class: type[Tracked], array: Array, position: int) -> Any:
        tensor = tensor_class(array, stop_gradient=False)
        tensor._edge = (self, position)
        return tensor

    def release(self) -> None:
        """Release the stored values."""
        self.inputs, self.outputs = None, ()


class PackedValue:
    """A value that a pack hook stores in another form until backward reads it."""

    __slots__ = ()

    def unpack(self) -> Any:
        """Return the value as a Tensor with its earlier history."""
        raise NotImplementedError


Edge = tuple[TapeNode, int]


def edge_of(value: Any) -> Any:
    """Return the object that receives the gradient of a Tensor.

    The object is (node, output index) for the result of an op, and the Tensor itself for a leaf. Return None for a
    Tensor that stops the gradient, and for other values.
    """
    if not isinstance(value, Tracked) or value.stop_gradient:
        return None
    return value._edge or value


def out_spec(array: Array) -> OutSpec:
    """Return the OutSpec of an output."""
    return OutSpec(array.shape, array.dtype, places.array_module(array))


def zeros(spec: OutSpec) -> Any:
    """Return zeros for an output that received no gradient."""
    return spec.module.zeros(spec.shape, dtype=spec.dtype)


def grad_recording(enabled: bool) -> SettingsBlock:
    """Context manager: switch the recording of ops on or off."""
    return mode.block(grad=enabled)
