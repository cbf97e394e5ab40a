"""The outer variables that a block reads and writes."""

from __future__ import annotations

from opscope.core.source import site
from opscope.errors import ModeError
from opscope.ir.program.program import Block


def get_inputs_outputs_in_block(block: Block) -> tuple[set[str], set[str]]:
    """Return the names that the operators of a block read, and the names that they write.

    Variables that the block declares are not included. Raises ModeError (an AssertionError) for the global block, or if
    `block` is not a Block.
    """
    if not isinstance(block, Block):
        raise ModeError("input non-Block argument for get_inputs_outputs_in_block.", site=site())
    if block.parent_idx == -1:
        raise ModeError("input block should be a sub-block, not main block.", site=site())
    read = {n for o in block.ops for n in o.input_arg_names if not block.has_var(n)}
    written = {n for o in block.ops for n in o.output_arg_names if not block.has_var(n)}
    return read, written
