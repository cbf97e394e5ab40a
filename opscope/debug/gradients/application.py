"""Application: one call of a function with a user-defined gradient, to be repeated with other values.

Values are arrays on the host here; the functions get them where they got them before. Each call starts from the state
that the functions had before the original call, and `finished` puts back the state of after it.
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
    """A function with a user-defined gradient: its name, the inputs that need one, where it is applied and defined.

    `identity` is the class or the op: a line may apply several functions of one name. `aliases` are further names under
    which the user may know it; `intent`, if it has one, says why its gradient differs; `called` gives the user's name
    of an input. `backward` is the line where the backward function begins, `result_lines` those that make the gradient
    of each input, as far as they are known.
    """

    name: str
    inputs: list[str]
    site: str
    backward: str
    identity: Any
    aliases: tuple[str, ...] = ()
    intent: str = ""
    called: Callable[[str], str] = lambda value: ""  # what the user's code calls an input
    result_lines: Sequence[str] = ()

    def line_of(self, of: str) -> str:
        """The line of the gradient of an input, else that where backward begins."""
        found = dict(zip(self.inputs, self.result_lines, strict=False))
        return found.get(of) or self.backward


class Pulled(NamedTuple):
    """The result of one forward and backward call: a gradient, or None, for each target.

    `again`: the gradients of a second backward call on what the same forward call saved.
    """

    outs: Arrays
    grads: Arrays
    again: Arrays | None = None


class Application:
    """An application. A target has the positions of the inputs that share a gradient: mostly a single one."""

    keeps_context = True  # forward has a place of its own, ctx, for what backward reads
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
        self.carries = list(carries)  # by output: whether a gradient arrives for it
        self._before, self._after = before, after
        self.error: Exception | None = None  # the last one that a call raised
        self.written: set[int] = set()  # inputs that the last call changed in place
        self.seeds_written = False  # whether the last call changed the gradients of the outputs in place
        self.replaced: set[int] = set()  # inputs that the original call changed in the program

    # --- what each kind of function does ------------------------------------------------------------

    def run_forward(self, inputs: Arrays) -> Arrays:
        """The outputs."""
        raise NotImplementedError

    def run_pull(self, inputs: Arrays, douts: Arrays, between: Callable[[], Any] | None, twice: bool) -> Pulled:
        """Forward, then `between()`, then backward, or `twice` backward."""
        raise NotImplementedError

    # --- calls --------------------------------------------------------------------------------------

    @property
    def lost_state(self) -> list[str]:
        """The state of the functions that cannot be put back."""
        return [] if self._before is None else self._before.lost

    def forward(self, inputs: Arrays) -> Arrays | None:
        """The outputs for some inputs; None if the function raises."""
        return self._call(lambda: [to_host(a) for a in self.run_forward(self._moved(inputs, self.places))])

    def forward_behind(self, first: Arrays, inputs: Arrays) -> Arrays | None:
        """The outputs for some inputs in a call behind that for `first`, with the state that this leaves."""
        if self._before is None:
            return None

        def both() -> Arrays:
            self.run_forward(self._moved(first, self.places))
            return [to_host(a) for a in self.run_forward(self._moved(inputs, self.places))]

        return self._call(both)

    def pull(self, inputs: Arrays, douts: Arrays, between: Arrays | None = None, twice: bool = False) -> Pulled | None:
        """Outputs and gradients; None if a function raises.

        With `between`, forward is also called with these inputs before backward is. With `twice`, backward is called
        twice, and what the functions have changed in place is noted.
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
        """True if the original call drew from the global streams of random or numpy.random."""
        return self._before is not None and self._after is not None and self._before.draws_from_host(self._after)

    def finished(self) -> None:
        """Put back the state that the original call left."""
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
        """Copies, where the functions expect them: they may write to them."""
        return [to_device(np.array(value), place) for value, place in zip(values, places, strict=True)]


def _differ(a: Array, b: Array) -> bool:
    return not np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")


def widened(array: Array) -> Any:
    """The array in double precision, if it holds floats."""
    if array.dtype.kind not in "fc":
        return array
    return array.astype("complex128" if array.dtype.kind == "c" else "float64")


def real_product(a: Array, b: Array) -> Any:
    """The elementwise product, of complex numbers the part that a real function of them changes by."""
    if a.dtype.kind == "c" or b.dtype.kind == "c":
        return (np.conj(a) * b).real
    return a * b
