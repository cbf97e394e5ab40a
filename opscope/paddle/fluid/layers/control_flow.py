"""fluid.layers: loops, branches and arrays; IfElse, whose branches each compute a part of the rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from opscope.core.described import Described
from opscope.core.public_calls import notes_methods
from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError
from opscope.ir.control_flow import block_guards, tensor_array
from opscope.ir.program import print_and_assert
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.layers.lod_arrays import array_read, array_write
from opscope.paddle.fluid.statically import statically
from opscope.paddle.static import nn
from opscope.paddle.static.nn import recurrent

cond = statically(nn.cond)
case = statically(nn.case)
switch_case = statically(nn.switch_case)
while_loop = statically(nn.while_loop)
Print = statically(print_and_assert.Print)
Assert = statically(print_and_assert.Assert)
create_array = statically(tensor_array.create_array)
array_length = statically(tensor_array.array_length)


class While(block_guards.While):
    """paddle.static.nn.control_flow.While in both modes."""

    __init__ = statically(block_guards.While.__init__)


class Switch(block_guards.Switch):
    """paddle.static.nn.control_flow.Switch in both modes."""

    __init__ = statically(block_guards.Switch.__init__)
    case = statically(block_guards.Switch.case)
    default = statically(block_guards.Switch.default)


@notes_methods
class StaticRNN(recurrent.StaticRNN):
    """opscope.paddle.static.nn.recurrent.StaticRNN in both modes."""

    __init__ = statically(recurrent.StaticRNN.__init__)
    memory = statically(recurrent.StaticRNN.memory)


@notes_methods
class IfElse(Described):
    """The true block computes the rows for which cond [N, 1] is true; the false block computes the other rows.

    `with ie.true_block(): d = ie.input(x); ie.output(f(d))`. `ie()` returns a list of the outputs, with the rows in
    their original order.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/IfElse.html
    """

    @statically
    def __init__(self, cond: Any, name: str | None = None) -> None:
        self._true = REGISTRY["reshape"](cond, shape=(-1,))
        self._false = REGISTRY["logical_not"](self._true)
        self._inside: bool | None = None
        self._outputs: dict[bool, list[Any]] = {}

    @contextmanager
    def _block(self, which: bool) -> Iterator[None]:
        if self._inside is not None:
            raise ModeError(
                "an IfElse block inside another IfElse block is not supported",
                site=site(),
                fix="write the blocks one after the other",
            )
        self._inside = which
        try:
            yield
        finally:
            self._inside = None

    def true_block(self) -> Any:
        """Open the block for the rows for which cond is true."""
        return self._block(True)

    def false_block(self) -> Any:
        """Open the block for the other rows."""
        return self._block(False)

    @statically
    def input(self, x: Any) -> Any:
        """Return the rows of x [N, *] for this block. Raises ModeError outside of a block."""
        mask = self._true if self._within("input") else self._false
        return REGISTRY["getitem"](x, mask, index=("array",))

    def output(self, *outs: Any) -> None:
        """Set the results for the rows of this block. Raises ModeError outside of a block."""
        self._outputs.setdefault(self._within("output"), []).extend(outs)

    def _within(self, what: str) -> bool:
        if self._inside is None:
            raise ModeError(f"call {what} inside the true_block or the false_block of the IfElse", site=site())
        return self._inside

    @statically
    def __call__(self) -> list[Any]:
        """Return the outputs of both blocks, with the rows in their original order.

        If only one block has outputs, return the outputs of this block.
        """
        true, false = (self._outputs.get(which, []) for which in (True, False))
        if not true and not false:
            raise ArgumentError("Set an output in true_block or false_block before you call the IfElse", site=site())
        if not true or not false:
            return true or false
        if len(true) != len(false):
            raise ArgumentError(
                "true_block and false_block must set the same number of outputs",
                facts={"true": len(true), "false": len(false)},
            )
        places = self._places()
        return [
            REGISTRY["gather"](REGISTRY["concat"]([a, b], axis=0), places, axis=0)
            for a, b in zip(true, false, strict=True)
        ]

    def _places(self) -> Any:
        """Return the position of each row after the rows of the true block move to the front."""
        yes, no = (REGISTRY["cast"](m, dtype="int64") for m in (self._true, self._false))
        first = REGISTRY["cumsum"](yes, axis=0) - 1
        second = REGISTRY["cumsum"](no, axis=0) - 1 + REGISTRY["sum"](yes)
        return REGISTRY["where"](self._true, first, second)


__all__ = [
    "Assert", "IfElse", "Print", "StaticRNN", "Switch", "While", "array_length", "array_read", "array_write", "case",
    "cond", "create_array", "switch_case", "while_loop",
]  # fmt: skip
