"""fluid.layers.DynamicRNN: a step that runs along sequences of different lengths.

The sequences are padded to the same length. Steps after the end of a sequence do not change its memories.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from opscope.core.described import Described
from opscope.core.public_calls import notes_methods
from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ir.program.lod import lod_of, offsets_of
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically
from opscope.paddle.nn.layer.cells import zeros_for
from opscope.paddle.static.nn.recurrent import StaticRNN
from opscope.paddle.static.nn.sequence_rows import picked


@notes_methods
class DynamicRNN(Described):
    """A recurrent network over sequences with LoD: `with drnn.block():` contains the code of each step.

    A step has a row for each sequence, also for sequences that have ended; this row does not change their memories and
    outputs.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/DynamicRNN.html
    """

    @statically
    def __init__(self, name: str | None = None) -> None:
        self._rnn = StaticRNN(name)
        self._first: Variable | None = None  # the first input, whose sequences all others have
        self._going: Variable | None = None  # [sequences], False behind the end of one

    def block(self) -> AbstractContextManager[None]:
        """Open the block of each step: `with drnn.block():`."""
        return self._rnn.step()

    def output(self, *outputs: Variable) -> None:
        """Collect the rows of every step. `drnn()` returns the rows as sequences."""
        self._rnn.output(*outputs)

    def step_input(self, x: Any, level: int = 0) -> Variable:
        """Return the rows of x for the current step: [sequences, *]; zeros after the end of a sequence.

        Raises UnsupportedError for a LoD of several levels.
        """
        self._rnn._check_within("step_input")
        if not isinstance(x, Variable):
            raise UsageError("step_input needs a Variable", facts={"given": type(x).__name__}, site=site())
        offsets = offsets_of(x, "DynamicRNN")
        if level or len(lod_of(x)) > 1:
            raise UnsupportedError(
                "the input of DynamicRNN needs exactly one level of LoD", facts={"levels": len(lod_of(x))}, site=site(),
                fix="pool the inner sequences first",
            )  # fmt: skip
        with self._rnn._in_parent():
            rows = REGISTRY["transpose"](REGISTRY["padded_rows"](offsets, x), perm=(1, 0))
            behind = REGISTRY["pad"](x, paddings=(0, 1, *(0, 0) * (x.ndim - 1)), value=0)
            steps = REGISTRY["gather"](behind, rows)
            going = rows < offsets[-1:]
        made = self._rnn.step_input(steps)
        if self._first is None:
            self._first, self._going = x, self._rnn.step_input(going)
        return made

    def static_input(self, x: Variable) -> Variable:
        """Return the whole x in each step."""
        self._rnn._check_within("static_input")
        return x

    def memory(
        self, init: Any = None, shape: Sequence[int] | None = None, value: float = 0.0, need_reorder: bool = False,
        dtype: object = "float32",
    ) -> Variable:  # fmt: skip
        """Return the value that update_memory has set in the step before.

        In the first step, the value is `init`, or a tensor [sequences, *shape] filled with `value`. need_reorder has no
        effect, because sequences keep their order. Raises ArgumentError before a step_input, or without init and shape.
        """
        self._rnn._check_within("memory")
        if init is None:
            if self._first is None or shape is None:
                raise ArgumentError(
                    "if init is None, memory() needs shape, and an earlier call of step_input()",
                    site=site(),
                )
            with self._rnn._in_parent():
                lengths = REGISTRY["sequence_lengths"](offsets_of(self._first, "DynamicRNN"))
                init = zeros_for(lengths, list(shape), dtype, value, 0)
        return self._rnn.memory(init)

    def update_memory(self, ex_mem: Variable, new_mem: Variable) -> None:
        """Set the value of ex_mem in the next step."""
        self._rnn._check_within("update_memory")
        if self._going is None:
            raise ArgumentError(
                "a DynamicRNN needs a call of step_input", site=site(), fix="call step_input before update_memory"
            )
        going = REGISTRY["reshape"](self._going, shape=(-1, *(1,) * (ex_mem.ndim - 1)))
        self._rnn.update_memory(ex_mem, REGISTRY["where"](going, new_mem, ex_mem))

    def __call__(self) -> Any:
        """Return the rows that `output` has collected, with the LoD of the first input; a list of several outputs."""
        made = self._rnn()
        assert self._first is not None
        levels = lod_of(self._first)
        return [self._rows(m, levels) for m in made] if isinstance(made, list) else self._rows(made, levels)

    def _rows(self, made: Variable, levels: Sequence[Variable]) -> Any:
        turned = REGISTRY["transpose"](made, perm=(1, 0, *range(2, made.ndim)))
        rows, _ = REGISTRY["unpadded_rows"](REGISTRY["sequence_lengths"](levels[-1]), turned)
        inner = made.spec.shape[2:]
        if None in inner:
            raise ArgumentError(
                "an output of the DynamicRNN has unknown dims", facts={made.name: made.spec}, site=site()
            )
        return picked(REGISTRY["reshape"](turned, shape=(-1, *(d or 0 for d in inner))), rows, levels)


__all__ = ["DynamicRNN"]
