"""SavedValues: detects changes of the values that the forward function of a PyLayer has saved for backward.

Even a correct backward function gives a wrong gradient if the program overwrites a saved value before backward reads
it.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from opscope.core import random
from opscope.core.place import place_of, to_device, to_host
from opscope.debug.gradients.application import CheckSubject
from opscope.debug.gradients.checker import Checker
from opscope.debug.gradients.fault_kinds import Fault
from opscope.debug.gradients.function_state import FunctionState
from opscope.debug.gradients.gradient_check import Outcome
from opscope.debug.replay.replay_frame import RestoredRng
from opscope.eager.op_calls import is_muted, muted
from opscope.eager.pylayer import PyLayer
from opscope.eager.tape import grad_recording
from opscope.eager.tensor import Tensor

Backward = Callable[[type[PyLayer], Any, list[Any]], Any]
FIX = "save a copy (x.clone()), or change the tensor after backward"


class _Kept:
    """A Tensor or an array in the context (ctx) of a PyLayer, with a copy of the elements."""

    def __init__(self, name: str, value: Any) -> None:
        self.name, self.value = name, value
        self.copy = np.array(self.now)

    @property
    def now(self) -> Any:
        """Return the current elements of the value."""
        return to_host(self.value._value if isinstance(self.value, Tensor) else self.value)

    @property
    def is_changed(self) -> bool:
        """True if the elements of the value differ from the elements of the copy."""
        now = self.now
        return now.shape != self.copy.shape or not np.array_equal(now, self.copy, equal_nan=now.dtype.kind in "fc")

    @contextmanager
    def as_saved(self) -> Iterator[None]:
        """Write the elements of the copy into the value for the duration of the `with` block."""
        if isinstance(self.value, Tensor):
            now = self.value._value
            self.value._take_array(to_device(self.copy.copy(), place_of(now)))
            try:
                yield
            finally:
                self.value._take_array(now)
        else:
            now = self.value.copy()
            self.value[...] = self.copy
            try:
                yield
            finally:
                self.value[...] = now


class _Context:
    """The saved values in the context (ctx) of a PyLayer, and the call to which the context belongs."""

    def __init__(self, kept: list[_Kept]) -> None:
        self.kept = kept
        self.subject: CheckSubject | None = None
        self.wrt: Sequence[int] = ()


class SavedValues:
    """The contexts of the PyLayers that are checked. A context is stored from forward until the first backward call."""

    def __init__(self, checker: Checker) -> None:
        self._checker = checker
        self._contexts: weakref.WeakKeyDictionary[Any, _Context] = weakref.WeakKeyDictionary()
        self._thread = threading.local()

    def note(self, keep: Callable[..., None], cls: type[PyLayer], ctx: Any) -> None:
        """Copy the values that the forward function of a PyLayer has saved."""
        if not is_muted():
            self._contexts[ctx] = self._thread.last = _Context([_Kept(name, v) for name, v in _held(ctx)])
        keep(cls, ctx)

    def expect_backward(self, subject: CheckSubject, tensors: Sequence[Tensor], wrt: Sequence[int]) -> None:
        """Link the last context of this thread to a call. `tensors` are the Tensors among the arguments of the call."""
        last: _Context | None = getattr(self._thread, "last", None)
        self._thread.last = None
        if last is not None:
            last.subject, last.wrt = subject, wrt
            called = {id(tensors[i]): of for i, of in zip(wrt, subject.inputs, strict=True)}
            for kept in last.kept:
                kept.name = called.get(id(kept.value), kept.name)

    def compare(self, run: Backward, cls: type[PyLayer], ctx: Any, given: list[Any]) -> Any:
        """Run backward.

        If a saved value has changed, also run backward with the copy of this value, and report the gradients that
        differ.
        """
        context = None if is_muted() else self._contexts.pop(ctx, None)
        changed = [] if context is None else [k for k in context.kept if k.is_changed]
        if context is not None and context.subject is not None and changed:
            with muted():
                self._report(context.subject, context.wrt, changed, _Repeated(run, cls, ctx, given))
        return run(cls, ctx, given)

    def _report(self, subject: CheckSubject, wrt: Sequence[int], changed: list[_Kept], backward: _Repeated) -> None:
        now = backward.grads()
        for kept in changed:
            with kept.as_saved():
                then = backward.grads()
            for position, of in zip(wrt, subject.inputs, strict=True):
                if position < min(len(now), len(then)) and not _are_equal(now[position], then[position]):
                    outcome = Outcome(of)
                    outcome.blame(
                        Fault(
                            "in place",
                            f"{kept.name}, which forward saved, is changed before backward reads it: in this run, "
                            "the gradient belongs to other values",
                        )
                    )
                    outcome.fix = FIX
                    self._checker.add(subject, outcome)


class _Repeated:
    """A backward function that the check calls again, on copies of the arguments.

    The state of the function is restored after the call.
    """

    def __init__(self, run: Backward, cls: type[PyLayer], ctx: Any, given: list[Any]) -> None:
        self._call = lambda: run(cls, ctx, _copies(given))
        self._state = FunctionState((cls.backward,), (cls, vars(ctx)))

    def grads(self) -> list[Any]:
        """Return the gradients that backward computes. Return an empty list if backward raises an error."""
        state = self._state.save()
        try:
            with grad_recording(False), RestoredRng(random.default, random.default.get_state()):
                return _arrays(self._call())
        except Exception:  # noqa: BLE001 (the program's own call raises it too)
            return []
        finally:
            state.restore()


def _held(ctx: Any) -> Iterator[tuple[str, Any]]:
    """Yield the Tensors and arrays that a context (ctx) contains, with names."""
    for number, value in enumerate(_members(ctx._saved)):
        yield f"saved tensor {number}", value
    for name, value in vars(ctx).items():
        for member in () if name == "_saved" else _members(value):
            yield f"ctx.{name}", member


def _members(value: Any) -> list[Any]:
    if isinstance(value, list | tuple):
        return [m for v in value for m in _members(v)]
    return [value] if isinstance(value, Tensor | np.ndarray) else []


def _copies(given: list[Any]) -> list[Any]:
    """Copy the gradients of the outputs, because backward may write to the arguments."""
    return [_copies(g) if isinstance(g, list) else None if g is None else Tensor(g._value.copy()) for g in given]


def _arrays(returned: Any) -> list[Any]:
    flat = [g for v in _listed(returned) for g in _listed(v)]
    return [None if g is None else to_host(g._value) for g in flat]


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, tuple | list) else [value]


def _are_equal(a: Any, b: Any) -> bool:
    if a is None or b is None or a.shape != b.shape:
        return a is b
    return bool(np.allclose(a, b, rtol=1e-6, atol=0, equal_nan=True))
