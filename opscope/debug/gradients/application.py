"""Application: one call of a function whose gradient is defined by the user.

A gradient check repeats the call with other values. An application stores the values of the original call as arrays on
the host. In a repeated call, the function receives copies on the device of the original call. Each repeated call starts
from the state that the function had before the original call. The method `finished` restores the state that the
function had after the original call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.core.checks.gradient_checks import any_gradient_accepted
from opscope.core.place import Place, place_of, to_device, to_host
from opscope.core.state import mode
from opscope.debug.gradients.function_state import SavedState

Arrays = list[Any]


class CheckSubject(NamedTuple):
    """A function whose gradient is defined by the user: its name, its inputs that need a gradient, and its lines.

    `identity` is the class or the op, because several functions with the same name may be applied on one line.
    `aliases` are other names by which a user may select the function. `intent` is the reason, declared by the user, why
    the gradient differs from the slope. `intent` is "" if no reason is declared. The function `called` returns the name
    that an input has in the user's code. `backward` is the first line of the backward function. `result_lines`
    contains, for each input, the line that computes the gradient of the input, if this line is known.
    """

    name: str
    inputs: list[str]
    site: str
    backward: str
    identity: Any
    aliases: tuple[str, ...] = ()
    intent: str = ""
    called: Callable[[str], str] = lambda value: ""  # name of an input in the user's code
    result_lines: Sequence[str] = ()

    def line_of(self, of: str) -> str:
        """Return the line that computes the gradient of input `of`.

        If this line is unknown, return the first line of the backward function.
        """
        found = dict(zip(self.inputs, self.result_lines, strict=False))
        return found.get(of) or self.backward


class Pulled(NamedTuple):
    """The result of one forward and one backward call. `grads` has the gradient of each target (group of inputs).

    `again` contains the gradients of a second backward call, which uses the saved values of the same forward call.
    """

    outs: Arrays
    grads: Arrays
    again: Arrays | None = None


class Application:
    """A call that a check can repeat.

    A target is a group of inputs that share one gradient, as a tuple of input positions. Most targets have one input.
    """

    keeps_context = True  # forward has its own object, ctx, for the values that backward reads
    writes_in_place = False  # forward is meant to overwrite an input

    def __init__(
        self, subject: CheckSubject, inputs: Sequence[Any], outs: Sequence[Any], targets: Sequence[tuple[int, ...]],
        carries: Sequence[bool], before: SavedState | None = None, after: SavedState | None = None,
    ) -> None:  # fmt: skip
        self.subject = subject
        self.places: list[Place] = [place_of(a) for a in inputs]
        self.out_places: list[Place] = [place_of(a) for a in outs]
        self.inputs: Arrays = [to_host(a) for a in inputs]
        self.outs: Arrays = [to_host(a) for a in outs]
        self.targets = list(targets)
        self.carries = list(carries)  # by output: True if the output receives a gradient
        self._before, self._after = before, after
        self.error: Exception | None = None  # the error of the last call, if it raised
        self.written: set[int] = set()  # inputs that the last `pull(twice=True)` changed in place
        self.seeds_written = False  # True if that call changed the gradients of the outputs in place
        self.replaced: set[int] = set()  # inputs that the original call changed in the program

    # --- implemented by each kind of function --------------------------------------------------------

    def run_forward(self, inputs: Arrays) -> Arrays:
        """Call forward. Returns the outputs of forward."""
        raise NotImplementedError

    def run_pull(self, inputs: Arrays, douts: Arrays, between: Callable[[], Any] | None, twice: bool) -> Pulled:
        """Call forward, then the function `between`, and then backward (twice if `twice` is True)."""
        raise NotImplementedError

    # --- calls --------------------------------------------------------------------------------------

    @property
    def lost_state(self) -> list[str]:
        """Names of the parts of the functions' state that cannot be restored."""
        return [] if self._before is None else self._before.lost

    def forward(self, inputs: Arrays) -> Arrays | None:
        """Call forward with some inputs. Returns the outputs of forward, or None if forward raises an error."""
        return self._call(lambda: [to_host(a) for a in self.run_forward(self._moved(inputs, self.places))])

    def forward_behind(self, first: Arrays, inputs: Arrays) -> Arrays | None:
        """Call forward on `first`, and then on `inputs`.

        The state of the functions is not restored between the two calls. Returns the outputs of the second call, or
        None if a call raises an error.
        """
        if self._before is None:
            return None

        def both() -> Arrays:
            self.run_forward(self._moved(first, self.places))
            return [to_host(a) for a in self.run_forward(self._moved(inputs, self.places))]

        return self._call(both)

    def pull(self, inputs: Arrays, douts: Arrays, between: Arrays | None = None, twice: bool = False) -> Pulled | None:
        """Call forward and then backward. Returns the outputs and the gradients, or None if a function raises an error.

        If `between` is given, forward is called a second time with the inputs `between`, before backward runs. If
        `twice` is True, backward is called twice. If `twice` is True, the attributes `written` and `seeds_written` then
        show which values the functions have changed in place.
        """
        moved = self._moved(inputs, self.places)
        full = [np.zeros(o.shape, o.dtype) if d is None else d for o, d in zip(self.outs, douts, strict=True)]
        seeds = self._moved(full, self.out_places)
        other = None if between is None else lambda: self.run_forward(self._moved(between, self.places))

        def call() -> Pulled:
            outs, grads, again = self.run_pull(moved, seeds, other, twice)
            if twice:
                self.written = {i for i, (a, b) in enumerate(zip(inputs, moved, strict=True)) if _differ(a, to_host(b))}
                self.seeds_written = any(_differ(a, to_host(b)) for a, b in zip(full, seeds, strict=True))
            host = lambda arrays: [None if a is None else to_host(a) for a in arrays]
            return Pulled(host(outs), host(grads), None if again is None else host(again))

        return self._call(call)

    @property
    def draws_from_host(self) -> bool:
        """True if the original call has drawn numbers from the global streams of the modules random or numpy.random."""
        return self._before is not None and self._after is not None and self._before.draws_from_host(self._after)

    def finished(self) -> None:
        """Restore the state that the functions had after the original call."""
        if self._after is not None:
            self._after.restore()

    def _call(self, function: Callable[[], Any]) -> Any:
        self.error = None
        if self._before is not None:
            self._before.restore()
        with ExitStack() as around:
            around.enter_context(np.errstate(all="ignore"))
            around.enter_context(any_gradient_accepted())
            around.enter_context(mode.block(pack=None))
            try:
                return function()
            except Exception as e:  # noqa: BLE001 (functions may refuse the values of a check)
                self.error = e
                return None

    def _moved(self, values: Arrays, places: list[Place]) -> Arrays:
        """Return copies of values on the devices of the original call. The functions may write to these copies."""
        return [to_device(np.array(value), place) for value, place in zip(values, places, strict=True)]


def _differ(a: Array, b: Array) -> bool:
    return not np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")


def widened(array: Array) -> Any:
    """Return an array of floats in double precision. An array of another type is returned unchanged."""
    if array.dtype.kind not in "fc":
        return array
    return array.astype("complex128" if array.dtype.kind == "c" else "float64")


def real_product(a: Array, b: Array) -> Any:
    """Return the elementwise product of two arrays. For complex numbers, return the real part of conj(a) * b."""
    if a.dtype.kind == "c" or b.dtype.kind == "c":
        return (np.conj(a) * b).real
    return a * b
