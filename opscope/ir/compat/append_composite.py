"""Append a composite operator to a block. Its ops write their results to the output variables that the caller names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ModeError
from opscope.ir.compat.composite_ops import CompositeOp
from opscope.ir.compat.resolve_op import as_list, slot_facts
from opscope.ir.program_settings import appending
from opscope.ops.registry import REGISTRY, Attrs


def append_composite(
    block: Any, at: int, composite: CompositeOp, inputs: Mapping[str, Any], outputs: Mapping[str, Any], attrs: Attrs
) -> Any:
    """Insert the operators of a composite at index `at`, and return the operator that writes its first output.

    Raises ModeError for a missing slot, and the errors of the operators' shape rules.
    """
    type_ = composite.type
    given = {slot: [block.resolve_variable(v, type_) for v in as_list(values)] for slot, values in inputs.items()}
    wanted = {slot: [block.resolve_variable(v, type_) for v in as_list(values)] for slot, values in outputs.items()}
    if composite.outputs[0] not in wanted:
        raise ModeError(f"Output {composite.outputs[0]} not found", facts=slot_facts(outputs), site=site())
    before = len(block.ops)
    with _building(block):
        results = composite(given, attrs)
    for slot, values in results.items():
        for value, target in zip(as_list(values), wanted.get(slot, ()), strict=False):
            _bind_output(block, before, value, target)
    maker = wanted[composite.outputs[0]][0].op
    fresh = block.ops[before:]
    if len(fresh) == 1 and fresh[0].type != type_:
        fresh[0].type_override = type_
    del block.ops[before:]
    block.ops[at:at] = fresh
    return maker


@contextmanager
def _building(block: Any) -> Iterator[None]:
    """Let all functions, even functions without inputs, append to the end of this block."""
    within = block.program.within(current_block_idx=block.idx)
    with within, mode.block(static=True), appending.block(target=block):
        yield


def _bind_output(block: Any, before: int, value: Any, target: Any) -> None:
    """Assign `value` to `target`: rename the new variable if possible, otherwise copy the value."""
    fresh = block.ops[before:]
    maker: Any = getattr(value, "op", None)
    later = fresh[fresh.index(maker) + 1 :] if maker in fresh else []
    if maker not in fresh or value.name not in block.vars or any(target.name in o.inputs + o.outputs for o in later):
        maker = block.append(REGISTRY["assign"], [value], {}, outputs=[target])
    else:
        maker.rename_output(value.name, target.name)
        for reader in later:
            reader.rename_input(value.name, target.name)
        del block.vars[value.name]
        block.record_write(target, maker)
    if not target.persistable:
        target.spec = value.spec
