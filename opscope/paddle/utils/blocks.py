"""Outer values that a block of a program reads, and outer values that it writes."""

from __future__ import annotations

from opscope.core.source import site
from opscope.errors import ModeError
from opscope.ir.program.program import Block


def get_inputs_outputs_in_block(block: Block) -> tuple[set[str], set[str]]:
    """Return (names read, names written) by the operators of a block that are outside of the block.

    Raises ModeError (an AssertionError) for a value that is not a block, and for the main block.
    """
    if not isinstance(block, Block):
        raise ModeError("get_inputs_outputs_in_block needs a Block.", site=site())
    if block.parent_idx == -1:
        raise ModeError("the block should be a sub-block, but it is the main block of the program.", site=site())
    read = {name for op in block.ops for slot in op.input_names for name in op.input(slot)}
    written = {name for op in block.ops for slot in op.output_names for name in op.output(slot)}
    return {n for n in read if not block.has_var(n)}, {n for n in written if not block.has_var(n)}
