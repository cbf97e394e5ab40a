"""Gradient checks of PyLayers in eager code, with copies of the arguments of the PyLayers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core import random
from opscope.core.annotations import Array
from opscope.core.source import site
from opscope.core.state import mode
from opscope.debug.gradients.application import Application, Arrays, CheckSubject, Pulled
from opscope.debug.gradients.checker import Checker, intent_of, line_of, names_of
from opscope.debug.gradients.function_state import FunctionState, SavedState
from opscope.debug.gradients.result_lines import line_of_result
from opscope.debug.gradients.saved_values import SavedValues
from opscope.debug.replay.replay_frame import RestoredRng
from opscope.eager.autograd import enable_grad, grad
from opscope.eager.op_calls import is_muted, muted
from opscope.eager.pylayer import PyLayer, apply_hooks, apply_pylayer, backward_hooks, context_hooks
from opscope.eager.tape import grad_recording
from opscope.eager.tensor import Tensor

Applied = Callable[[type[PyLayer], tuple[Any, ...], dict[str, Any]], Any]


@contextmanager
def check_pylayers(checker: Checker) -> Iterator[None]:
    """Check each PyLayer that is applied inside the `with` block, in any thread."""
    saved = SavedValues(checker)

    def apply_and_check(applied: Applied, cls: type[PyLayer], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if mode.trace is not None or is_muted():
            return applied(cls, args, kwargs)
        position = site()
        where = "" if position is None else position.where
        if not checker.wants(cls, where):
            return applied(cls, args, kwargs)
        call = _Call(cls, args, kwargs)
        if why := call.why_not():
            checker.skipped(f"{cls.__name__}.backward", where, *why)
            return applied(cls, args, kwargs)
        state = FunctionState((cls.forward, cls.backward), (cls, *call.objects))
        streams = checker.saves_host_streams(cls, where)
        before = state.save(streams)
        result = applied(cls, args, kwargs)
        after = state.save(streams)
        layer = _AppliedLayer(call, result, where, before, after)
        saved.expect_backward(layer.subject, call.tensors, call.wrt)
        with muted():
            checker.check(layer)
            if checker.order == 2:
                checker.check(_GradientLayer(call, result, where, before, after))
        return result

    with (
        apply_hooks.around_everywhere(apply_and_check),
        context_hooks.around_everywhere(saved.note),
        backward_hooks.around_everywhere(saved.compare),
    ):
        yield


class _Call:
    """A PyLayer and the arguments of one call, as they are before the call."""

    def __init__(self, cls: type[PyLayer], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.cls, self.args, self.kwargs = cls, args, kwargs
        self.tensors = [t for a in (*args, *kwargs.values()) for t in _members(a)]
        self.inputs = [t._value.copy() for t in self.tensors]
        self.objects = [a for a in (*args, *kwargs.values()) if not _members(a)]
        self.wrt = [i for i, t in enumerate(self.tensors) if not t.stop_gradient and _has_elements(t._value)]

    def why_not(self) -> tuple[str, str] | None:
        """Return the reason why this call needs no gradient, and a fix. Return None if the call needs a gradient."""
        if not mode.grad:
            return (
                "the PyLayer was applied where no gradients are recorded",
                "apply it outside of no_grad() and PyLayers",
            )
        if self.wrt:
            return None
        wanted = [t._value for t in self.tensors if not t.stop_gradient]
        if not wanted:
            return "none of its inputs needs a gradient", "set stop_gradient = False on one of them"
        if any(a.dtype.kind in "fc" for a in wanted):
            return "its inputs have no elements here", "check the function on data that is not empty"
        return "none of its inputs is a float", "pass a Tensor of floats: only floats have gradients"

    def names(self) -> list[str]:
        """Return the names of the Tensors among the arguments of `forward`, such as `x` or `xs[1]`."""
        parameters = [*inspect.signature(self.cls.forward).parameters.values()][1:]
        called = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        called += [f"argument {i}" for i in range(len(called), len(self.args))]
        found: list[str] = []
        pairs = zip([*called[: len(self.args)], *self.kwargs], (*self.args, *self.kwargs.values()), strict=True)
        for name, value in pairs:
            if isinstance(value, Tensor):
                found.append(name)
            elif isinstance(value, list | tuple):
                found += [f"{name}[{i}]" for i, v in enumerate(value) if isinstance(v, Tensor)]
        return found

    def repeat(self, tensors: list[Tensor]) -> list[Tensor]:
        """Call forward with other Tensors in place of the original arguments.

        Returns the Tensors that forward returns.
        """
        given = iter(tensors)
        args = [_with(a, given) for a in self.args]
        kwargs = {name: _with(a, given) for name, a in self.kwargs.items()}
        return _flat(apply_pylayer(self.cls, tuple(args), kwargs))


class _AppliedLayer(Application):
    """A PyLayer with the arguments of one call, as a function of arrays."""

    def __init__(self, call: _Call, result: Any, where: str, before: SavedState, after: SavedState) -> None:
        cls, names, outs = call.cls, call.names(), _flat(result)
        subject = CheckSubject(
            f"{cls.__name__}.backward", [names[i] for i in call.wrt], where, line_of(cls.backward), cls,
            names_of(cls), intent_of(cls, cls.backward),
            result_lines=[line_of_result(cls.backward, i, len(call.tensors)) for i in call.wrt],
        )  # fmt: skip
        targets = [(i,) for i in call.wrt]
        values = [t._value.copy() for t in outs]
        super().__init__(subject, call.inputs, values, targets, [not t.stop_gradient for t in outs], before, after)
        self.call = call
        self.writes_in_place = any(o is t for o in outs for t in call.tensors)

    def run_forward(self, inputs: Arrays) -> Arrays:
        """Call forward. Returns the outputs of forward."""
        with grad_recording(False):
            tensors = [Tensor(a) for a in inputs]
            made = self.call.repeat(tensors)
            return [t._value for t in made]

    def run_pull(self, inputs: Arrays, douts: Arrays, between: Callable[[], Any] | None, twice: bool) -> Pulled:
        """Return the gradients that backward computes.

        For each input that needs a gradient, the result contains an array or None.
        """
        leaves, made = self.recorded(inputs)
        outs = [t._value for t in made]
        if between is not None:
            between()
        seeds = [Tensor(d) for d in douts]
        grads = self._grads(leaves, made, seeds, twice)
        again = self._grads(leaves, made, seeds, False) if twice else None
        for seed, dout in zip(seeds, douts, strict=True):
            _copy_back(seed, dout)
        return Pulled(outs, grads, again)

    def recorded(self, inputs: Arrays) -> tuple[list[Tensor], list[Tensor]]:
        """Call forward with new leaf Tensors as arguments.

        Returns the leaf Tensors and the outputs. The autograd tape connects the outputs with the leaf Tensors.
        """
        with enable_grad():
            leaves = [Tensor(a) for a in inputs]
            for leaf, tensor in zip(leaves, self.call.tensors, strict=True):
                leaf.stop_gradient = tensor.stop_gradient
            # clones: an input that forward returns unchanged must not be a leaf
            clones = [leaf if leaf.stop_gradient else leaf.clone() for leaf in leaves]
            made = self.call.repeat(clones)
        for clone, given in zip(clones, inputs, strict=True):
            _copy_back(clone, given)
        return leaves, made

    def _grads(self, leaves: list[Tensor], made: list[Tensor], seeds: list[Tensor], retain: bool) -> Arrays:
        pairs = [(t, d) for t, d in zip(made, seeds, strict=True) if not t.stop_gradient]
        wanted = [leaves[i] for i in self.call.wrt]
        if not pairs:
            return [None] * len(wanted)
        ends, given = zip(*pairs, strict=True)
        found = grad([*ends], wanted, grad_outputs=[*given], retain_graph=retain, allow_unused=True)
        return [None if g is None else g._value for g in found]


class _GradientLayer(_AppliedLayer):
    """The gradient of a PyLayer as a function of the PyLayer's arguments.

    The gradient of this function is the second-order gradient.
    """

    def __init__(self, call: _Call, result: Any, where: str, before: SavedState, after: SavedState) -> None:
        super().__init__(call, result, where, before, after)
        self.subject = self.subject._replace(
            name=f"{self.subject.name} (second order)", identity=(call.cls, "second order")
        )
        self._seeds = [_ramp(o) for o in self.outs]
        with muted(), RestoredRng(random.default, random.default.get_state()):
            outs = self._call(lambda: self.run_forward(self._moved(self.inputs, self.places)))
        self.outs = [self.inputs[i] * 0 for i in call.wrt] if outs is None else [o.copy() for o in outs]
        self.out_places = [self.places[i] for i in call.wrt]
        self.carries = [True] * len(self.outs)

    def run_forward(self, inputs: Arrays) -> Arrays:
        """Return the first-order gradients."""
        return [t._value for t in self._first_order(inputs)[1]]

    def run_pull(self, inputs: Arrays, douts: Arrays, between: Callable[[], Any] | None, twice: bool) -> Pulled:
        """Return the second-order gradients, which are the gradients of the first-order gradients."""
        leaves, made = self._first_order(inputs)
        if between is not None:
            between()
        grads = self._grads(leaves, made, [Tensor(d) for d in douts], False)
        return Pulled([t._value for t in made], grads)

    def _first_order(self, inputs: Arrays) -> tuple[list[Tensor], list[Tensor]]:
        with enable_grad():
            leaves, made = self.recorded(inputs)
            pairs = [
                (t, Tensor(s.astype(t._value.dtype)))
                for t, s in zip(made, self._seeds, strict=True)
                if not t.stop_gradient
            ]
            ends, seeds = zip(*pairs, strict=True)
            wanted = [leaves[i] for i in self.call.wrt]
            found = grad([*ends], wanted, grad_outputs=[*seeds], create_graph=True, allow_unused=True)
            return leaves, [w * 0 if g is None else g for g, w in zip(found, wanted, strict=True)]


def _ramp(out: Array) -> Any:
    """Return an array of weights between 0.5 and 1.5 in the shape of `out`."""
    return (0.5 + (0.618034 * (1 + (out.real * 0 + 1).cumsum().reshape(out.shape))) % 1).astype(out.dtype)


def _copy_back(tensor: Tensor, array: Array) -> None:
    """If a Tensor has a new array, copy the elements of this array back into the original array."""
    if tensor._value is not array and tensor._value.shape == array.shape:
        array[...] = tensor._value


def _flat(returned: Any) -> list[Tensor]:
    items = returned if isinstance(returned, tuple) else (returned,)
    return [t for item in items for t in _members(item)]


def _has_elements(array: Array) -> bool:
    return array.dtype.kind in "fc" and array.size > 0


def _members(value: Any) -> list[Tensor]:
    if isinstance(value, Tensor):
        return [value]
    return [v for v in value if isinstance(v, Tensor)] if isinstance(value, list | tuple) else []


def _with(value: Any, given: Iterator[Tensor]) -> Any:
    """Return an argument with its Tensors replaced by the next Tensors of `given`."""
    if isinstance(value, Tensor):
        return next(given)
    if isinstance(value, list | tuple):
        return type(value)(next(given) if isinstance(v, Tensor) else v for v in value)
    return value
