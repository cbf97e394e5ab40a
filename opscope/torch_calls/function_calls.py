"""Calls of a torch.autograd.Function that can be repeated with other arrays, to check the gradient of the Function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from opscope.eager.foreign.foreign_functions import Around, PulledArrays
from opscope.torch_calls.storages import NUMPY_DTYPES, torch

_Function: Any = torch.autograd.Function


class FunctionCall:
    """Call of a torch.autograd.Function.

    Repeated calls draw the same random numbers, and do not change the random streams.
    """

    def __init__(self, owner: Any, args: Sequence[Any]) -> None:
        self.owner, self._args = owner, args
        self.forward, self.backward = owner.forward, owner.backward
        self._tensors = [a for a in args if isinstance(a, torch.Tensor)]
        self.objects = [a for a in args if not isinstance(a, torch.Tensor)]
        self._has_arrays = all(_has_array(t) for t in self._tensors)
        self.inputs = [t.detach().numpy().copy() for t in self._tensors] if self._has_arrays else []
        self.wrt = [i for i, t in enumerate(self._tensors) if t.requires_grad and t.numel()]
        self._needs = [t.requires_grad for t in self._tensors]
        self.names = self._input_names()
        self._random: Any = torch.get_rng_state()

    def why_not(self) -> tuple[str, str] | None:
        """Return the reason why the call cannot be checked, and a fix. Return None if it can be checked."""
        if not torch.is_grad_enabled():
            return "the function was applied where no gradients are recorded", "apply it outside of no_grad()"
        if not self._has_arrays:
            return (
                "one of its tensors has no elements that NumPy can show",
                "check the function on the CPU, with float32 or float64",
            )
        if not any(self._needs):
            return "none of its inputs needs a gradient", "set requires_grad = True on one of them"
        return (
            None if self.wrt else ("its inputs have no elements here", "check the function on data that is not empty")
        )

    def _input_names(self) -> list[str]:
        parameters = [*inspect.signature(self.forward).parameters]
        if self.owner.setup_context is _Function.setup_context:
            parameters = parameters[1:]  # without ctx
        named = [*parameters, *(f"argument {i}" for i in range(len(parameters), len(self._args)))]
        return [name for name, a in zip(named, self._args, strict=False) if isinstance(a, torch.Tensor)]

    def outputs(self, result: Any) -> tuple[list[Any], list[bool]]:
        """Return the elements of the tensors in a result, and for each tensor True if it receives a gradient."""
        found = _tensors_of(result)
        return [t.detach().numpy().copy() for t in found], [bool(t.requires_grad) for t in found]

    def returns_input(self, result: Any) -> bool:
        """Return True if a result contains a tensor of the arguments, as PyTorch returns it after `ctx.mark_dirty`."""
        return any(made is given for made in _tensors_of(result) for given in self._tensors)

    def repeat(self, inputs: Sequence[Any]) -> list[Any]:
        """Call forward with other arrays. forward may write to these arrays."""
        with self._same_random(), torch.no_grad():
            made = _tensors_of(self._apply([torch.from_numpy(a) for a in inputs]))
            return [t.numpy() for t in made]

    def pull(
        self, inputs: Sequence[Any], seeds: Sequence[Any], between: Callable[[], Any] | None, twice: bool
    ) -> PulledArrays:
        """Call forward, then `between()`, then backward. If `twice` is True, call backward twice."""
        with self._same_random(), torch.enable_grad():
            leaves = [torch.from_numpy(a.copy()) for a in inputs]
            for leaf, needs in zip(leaves, self._needs, strict=True):
                leaf.requires_grad_(needs and (leaf.dtype.is_floating_point or leaf.dtype.is_complex))
            given = [leaf.clone() for leaf in leaves]  # forward may write to them, other than to leaves
            made = _tensors_of(self._apply(given))
            outs = [t.detach().numpy().copy() for t in made]
            if between is not None:
                between()
            weights = [torch.from_numpy(seed) for seed in seeds]
            grads = self._gradients(leaves, made, weights, twice)
            again = self._gradients(leaves, made, weights, False) if twice else None
            for array, tensor in zip(inputs, given, strict=True):
                array[...] = tensor.detach().numpy()
        return PulledArrays(outs, grads, again)

    def _apply(self, tensors: Sequence[Any]) -> Any:
        found = iter(tensors)
        return _apply(self.owner, *(next(found) if isinstance(a, torch.Tensor) else a for a in self._args))

    def _gradients(self, leaves: list[Any], made: list[Any], seeds: list[Any], retain: bool) -> list[Any]:
        pairs = [(t, s) for t, s in zip(made, seeds, strict=True) if t.requires_grad]
        wanted = [leaves[i] for i in self.wrt]
        if not pairs:
            return [None] * len(wanted)
        ends, given = zip(*pairs, strict=True)
        found = torch.autograd.grad(ends, wanted, given, retain_graph=retain, allow_unused=True)
        return [None if g is None else g.detach().numpy().copy() for g in found]

    @contextmanager
    def _same_random(self) -> Iterator[None]:
        former = torch.get_rng_state()
        torch.set_rng_state(self._random)
        try:
            yield
        finally:
            torch.set_rng_state(former)


_applies = _Function.apply.__func__


def _apply(owner: Any, *args: Any) -> Any:
    return _applies(owner, *args)


@contextmanager
def functions_seen(around: Around) -> Iterator[None]:
    """Context manager: pass each call of a torch.autograd.Function to `around`."""
    former = _Function.__dict__["apply"]

    def apply(owner: Any, *args: Any, **kwargs: Any) -> Any:
        if kwargs or torch._C._functorch.maybe_current_level() is not None:
            return former.__func__(owner, *args, **kwargs)
        return around(FunctionCall(owner, args), lambda: former.__func__(owner, *args))

    _Function.apply = classmethod(apply)
    try:
        yield
    finally:
        _Function.apply = former


def _has_array(tensor: Any) -> bool:
    return tensor.dtype in NUMPY_DTYPES and tensor.is_cpu and tensor.layout is torch.strided and not tensor.is_conj()


def _tensors_of(result: Any) -> list[Any]:
    items = result if isinstance(result, list | tuple) else [result]
    return [each for each in items if isinstance(each, torch.Tensor)]


def state_of(value: Any) -> Callable[[], Any] | None:
    """Return a function that restores the present state of a tensor or a generator. Return None for other objects."""
    if isinstance(value, torch.Generator):
        state = value.get_state()
        return lambda: value.set_state(state)
    if not isinstance(value, torch.Tensor):
        return None
    elements, gradient = value.detach().clone(), value.grad

    def undo() -> None:
        value.grad = gradient
        if not torch.equal(value, elements):
            with torch.no_grad():
                value.copy_(elements)

    return undo
