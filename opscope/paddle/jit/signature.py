"""The signature of a call: calls of a traced function with equal signatures share a program."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode
from opscope.core.strict import warn
from opscope.eager.tensor import Tensor
from opscope.eager.to_tensor import to_tensor
from opscope.errors import OpscopeWarning, UsageError
from opscope.ir import nesting
from opscope.paddle.jit.tracing import Tracer
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.static.input_spec import InputSpec


class Call:
    """The arguments of one call, by parameter.

    `tensors` are the inputs of the program; all other values are part of `key`.
    """

    def __init__(
        self, function: Callable[..., Any], specs: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        self._bound = inspect.signature(function).bind(*args, **kwargs)
        self._bound.apply_defaults()
        self._names = [name for name, _ in self._places()]
        wanted = _leaf_specs(self._bound.arguments, specs)
        self.tensors: list[Tensor] = []
        self._inputs: list[tuple[int, str, TensorSpec, bool]] = []
        self._leaves = [leaf for _, leaf in self._places()]
        keys: list[Hashable] = []
        for position, (name, leaf) in enumerate(self._places()):
            keys.append(self._leaf(position, name, leaf, wanted.get(position)))
        layers = [leaf for leaf in self._leaves if isinstance(leaf, Layer)]
        self.held = self._leaves  # by identity in the key, so they must live as long as it
        self.key: Hashable = (
            tuple(keys), _form(dict(self._bound.arguments)), mode.dtype.name,
            *(state_of(layer) for layer in (*layers, *reached(function))),
        )  # fmt: skip

    def _places(self) -> Iterator[tuple[str, Any]]:
        for name, value in self._bound.arguments.items():
            leaves = nesting.flatten(value)
            many = isinstance(value, list | tuple | dict)
            yield from ((f"{name}_{i}" if many else name, leaf) for i, leaf in enumerate(leaves))

    def _leaf(self, position: int, name: str, leaf: Any, spec: InputSpec | None) -> Hashable:
        if isinstance(leaf, InputSpec):
            spec, given = leaf, None
        elif isinstance(leaf, Tensor | np.ndarray):
            given = leaf if isinstance(leaf, Tensor) else to_tensor(leaf)
            self.tensors.append(given)
        else:
            return _constant(leaf)
        kind = _kind(given, spec, name)
        still = spec.stop_gradient if given is None and spec is not None else given is None or given.stop_gradient
        called = spec.name if spec is not None and spec.name else name
        self._inputs.append((position, called, kind, still))
        return "Tensor", called, kind.shape, kind.dtype.name, still

    def arguments(self, tracer: Tracer) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments, with Variables, declared as inputs, instead of the Tensors."""
        leaves = list(self._leaves)
        for position, name, kind, still in self._inputs:
            leaves[position] = tracer.data(name, kind, still)
        values = iter(leaves)
        made = {name: nesting.pack(value, values) for name, value in self._bound.arguments.items()}
        self._bound.arguments.update(made)
        args, kwargs = self._bound.args, self._bound.kwargs
        return args, kwargs


def _kind(given: Tensor | None, spec: InputSpec | None, name: str) -> TensorSpec:
    """Return the spec of an input if the Tensor matches it, else the spec of the Tensor."""
    if spec is None:
        assert given is not None
        return TensorSpec(tuple(given.shape), given.dtype)
    declared = TensorSpec(tuple(None if d == -1 else d for d in spec.shape), spec.dtype)
    if given is None:
        return declared
    own = TensorSpec(tuple(given.shape), given.dtype)
    fits = len(own.shape) == len(declared.shape) and all(
        d in (None, o) for d, o in zip(declared.shape, own.shape, strict=True)
    )
    if fits and own.dtype is declared.dtype:
        return declared
    warn(
        OpscopeWarning(
            f"{name} is {own.dtype.name}{dims.text(own.shape)}, but its InputSpec is {declared}, so opscope "
            "traces the function again for this value", site=site(),
            fix="pass a value that matches the InputSpec, or declare dims as None",
        ),
        stacklevel=6,
    )  # fmt: skip
    return own


def _constant(value: Any) -> Hashable:
    """Return the part of the key for a value that is not a Tensor: the value, or its identity."""
    if isinstance(value, Layer):
        return "Layer", id(value)
    try:
        hash(value)
    except TypeError:
        return type(value), id(value)
    return type(value), value


def _form(structure: Any) -> Hashable:
    """Return the nesting of arguments."""
    if isinstance(structure, list | tuple):
        return type(structure), *map(_form, structure)
    if isinstance(structure, dict):
        return dict, *((key, _form(value)) for key, value in structure.items())
    return None


def _leaf_specs(arguments: Mapping[str, Any], specs: Any) -> dict[int, InputSpec]:
    """Return the given specs by the position of their leaf; further arguments have no spec."""
    if specs is None:
        return {}
    if not isinstance(specs, list | tuple):
        raise UsageError(f"input_spec should be a tuple or a list, but received a {type(specs).__name__}.", site=site())
    found: dict[int, InputSpec] = {}
    place = 0
    values = [v for name, v in arguments.items() if name != "self"]
    skipped = sum(len(nesting.flatten(v)) for name, v in arguments.items() if name == "self")
    for value, spec in zip(values, specs, strict=False):
        leaves = nesting.flatten(spec) if isinstance(spec, list | tuple | dict) else [spec]
        for offset, leaf in enumerate(leaves):
            if isinstance(leaf, InputSpec):
                found[skipped + place + offset] = leaf
        place += len(nesting.flatten(value))
    return found


def reached(function: Callable[..., Any]) -> list[Layer]:
    """Return the layers whose state a function reads: its own layer, and layers in closures and globals."""
    owner = getattr(function, "__self__", None)
    plain = inspect.unwrap(getattr(function, "__func__", function))
    if not inspect.isfunction(plain):
        return [owner] if isinstance(owner, Layer) else []
    cells = [c.cell_contents for c in plain.__closure__ or () if _filled(c)]
    globals_ = [plain.__globals__[n] for n in plain.__code__.co_names if n in plain.__globals__]
    return [v for v in (owner, *cells, *globals_) if isinstance(v, Layer)]


def _filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:  # a function that calls itself, while it is being made
        return False


def state_of(layer: Layer) -> Hashable:
    """Return the layers that train, and their Tensors."""
    layers = layer.sublayers(include_self=True)
    return (
        tuple(each.training for each in layers),
        tuple(id(t) for each in layers for t in (*each._parameters.values(), *each._buffers.values())),
    )
