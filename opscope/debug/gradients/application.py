"""Application: one call of a function with a user-defined gradient. A check repeats the call with other values.

An application keeps values as arrays on the host. The functions receive copies of the values on the device of the
original call. Each repeated call starts from the state that the functions had before the original call. `finished`
restores the state that the functions had after the original call.
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
    """A function with a user-defined gradient: its name, its inputs that need a gradient, and its lines.

    `identity` is the class or the op, because a line may apply several functions with the same name. `aliases` are
    other names that a user may give to the function. `intent` is the declared reason why the function's gradient
    differs from the slope, or "". `called` returns the user's name of an input. `backward` is the first line of the
    backward function. `result_lines` are the lines that compute the gradient of each input, if known.
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
        """Return the line that computes the gradient of input `of`, or the first line of backward if it is unknown."""
        found = dict(zip(self.inputs, self.result_lines, strict=False))
        return found.get(of) or self.backward


class Pulled(NamedTuple):
    """The result of one forward and backward call: for each target, the gradient of the target or None.

    `again` has the gradients of a second backward call on the saved values of the same forward call.
    """

    outs: Arrays
    grads: Arrays
    again: Arrays | None = None


class Application:
    """A repeatable call.

    A target is a group of inputs that share a gradient, given by the positions of the inputs; most targets have one
    input.
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
        """Call forward. Returns the outputs."""
        raise NotImplementedError

    def run_pull(self, inputs: Arrays, douts: Arrays, between: Callable[[], Any] | None, twice: bool) -> Pulled:
        """Call forward, then `between()`, then backward (twice with `twice`)."""
        raise NotImplementedError

    # --- calls --------------------------------------------------------------------------------------

    @property
    def lost_state(self) -> list[str]:
        """Names of the parts of the functions' state that cannot be restored."""
        return [] if self._before is None else self._before.lost

    def forward(self, inputs: Arrays) -> Arrays | None:
        """Call forward on the given inputs. Returns the outputs, or None if the function raises."""
        return self._call(lambda: [to_host(a) for a in self.run_forward(self._moved(inputs, self.places))])

    def forward_behind(self, first: Arrays, inputs: Arrays) -> Arrays | None:
        """Call forward on `first`, and then on `inputs` without restoring the functions' state between the two calls.

        Returns the outputs of the second call, or None.
        """
        if self._before is None:
            return None

        def both() -> Arrays:
            self.run_forward(self._moved(first, self.places))
            return [to_host(a) for a in self.run_forward(self._moved(inputs, self.places))]

        return self._call(both)

    def pull(self, inputs: Arrays, douts: Arrays, between: Arrays | None = None, twice: bool = False) -> Pulled | None:
        """Call forward and backward. Returns outputs and gradients; None if a function raises.

        With `between`, forward is also called with the inputs `between` before backward runs. With `twice`, backward is
        called twice. With `twice`, values that the functions changed in place are recorded in `written` and
        `seeds_written`.
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
        """True if the original call drew numbers from the global streams of random or numpy.random."""
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
        """Return copies on the devices of the original call; the functions may write to them."""
        return [to_device(np.array(value), place) for value, place in zip(values, places, strict=True)]


def _differ(a: Array, b: Array) -> bool:
    return not np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")


def widened(array: Array) -> Any:
    """Return the array in double precision if it holds floats; otherwise return it unchanged."""
    if array.dtype.kind not in "fc":
        return array
    return array.astype("complex128" if array.dtype.kind == "c" else "float64")


def real_product(a: Array, b: Array) -> Any:
    """Return the elementwise product; for complex numbers, the real part of conj(a) * b."""
    if a.dtype.kind == "c" or b.dtype.kind == "c":
        return (np.conj(a) * b).real
    return a * b
