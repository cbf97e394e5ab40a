"""The outer variables that a block reads and writes."""

from __future__ import annotations

from opscope.core.source import site
from opscope.errors import ModeError
from opscope.ir.program.program import Block


def get_inputs_outputs_in_block(block: Block) -> tuple[set[str], set[str]]:
    """(names read, names written) by the operators of a block, of variables that the block does not declare.

    Raises ModeError (an AssertionError) unless `block` is a Block other than the global one.
    """
    if not isinstance(block, Block):
        raise ModeError("input non-Block argument for get_inputs_outputs_in_block.", site=site())
    if block.parent_idx == -1:
        raise ModeError("input block should be a sub-block, not main block.", site=site())
    read = {n for o in block.ops for n in o.input_arg_names if not block.has_var(n)}
    written = {n for o in block.ops for n in o.output_arg_names if not block.has_var(n)}
    return read, written
