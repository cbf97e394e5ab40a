"""Reader of operators with blocks, and operators on tensor arrays: while, conditional_block, select_input.

Paddle's blocks write variables of outer blocks. A `cond` consists of two conditional_blocks, of which one runs, and a
select_input, which returns the result of this block. The result of the other block has no value, so it is filled with
zeros before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.control_flow.block_guards import new_block
from opscope.ir.control_flow.cond import append_cond
from opscope.ir.control_flow.cond import cond as choose
from opscope.ir.control_flow.tensor_array import CREATE, LENGTH, READ, WRITE, set_element_spec
from opscope.ir.control_flow.while_loop import TracedLoop
from opscope.ir.program.program import Block, Variable
from opscope.ops.registry import REGISTRY

Slots = Mapping[str, list[str]]
_REFUSED = {"recurrent", "select_output", "conditional_block_infer", "run_program", "py_func", "lod_tensor_to_array"}


class BlockReader(Protocol):
    """Reads a block of the file into a block of the program."""

    def read_block(self, index: int, block: Block) -> None: ...


def declare_array(block: Block, name: str, spec: TensorSpec) -> None:
    """Declare a tensor array, and append the operator that makes an empty array."""
    array = block.declare(Variable(block, name, TensorSpec((0,), spec.dtype)))
    array.is_tensor_array = True
    attrs = {"shape": (0,), "dtype": spec.dtype.name}
    block.append(CREATE, (), attrs, outputs=[array], specs=[array.spec])


def append(reader: BlockReader, block: Block, type_: str, inputs: Slots, outputs: Slots, attrs: dict[str, Any]) -> bool:
    """Append an operator of this kind; return False for another type. Raises ArgumentError for a damaged operator."""
    if type_ in _REFUSED:
        raise UnsupportedError(f"the model file has the operator {type_}, which cannot be read yet", site=site())
    if type_ not in _READERS:
        return False
    _READERS[type_](reader, block, inputs, outputs, attrs)
    return True


def _while(reader: BlockReader, block: Block, inputs: Slots, outputs: Slots, attrs: dict[str, Any]) -> None:
    (name,) = inputs["Condition"]
    program = block.program
    with program.within(current_block_idx=block.idx):
        blocks = [program._create_block(block.idx)]
    with program.within(current_block_idx=block.idx), new_block(program, blocks) as body:
        reader.read_block(attrs["sub_block"], body)
    TracedLoop(block, blocks[0], body, name).append([], [], [])


def _conditional_block(reader: BlockReader, block: Block, inputs: Slots, outputs: Slots, attrs: dict[str, Any]) -> None:
    names = inputs.get("Cond") or inputs.get("Params") or []
    if len(names) != 1 or not attrs.get("is_scalar_condition"):
        raise UnsupportedError("a conditional_block cannot be read if its condition is not one bool", site=site())
    program, blocks = block.program, list[Block]()
    with program.within(current_block_idx=block.idx):
        with new_block(program, blocks) as true:
            reader.read_block(attrs["sub_block"], true)
        for name in outputs.get("Out", ()):
            _fill(block, true, name)
        with new_block(program, blocks):
            pass
        append_cond(block, block.var_of(names[0]), blocks, [[], []])


def _fill(block: Block, true: Block, name: str) -> None:
    """Fill an output without a value with zeros: the result if the block does not run."""
    out = block.find(name)
    if out is None or out.op is not None or out.is_data or out.persistable or out.is_tensor_array:
        return
    inner = next((o for o in reversed(true.ops) if name in o.outputs), None)
    source = None if inner is None else inner.inputs[0] if inner.op.name == "assign" and inner.inputs else None
    spec = out.spec if source is None else true.var_of(source).spec
    shape = tuple(1 if d is None else d for d in spec.shape)
    attrs = {"shape": shape, "fill_value": 0, "dtype": spec.dtype.name}
    out.spec = spec
    block.append(REGISTRY["full"], (), attrs, outputs=[out], specs=[spec])


def _select_input(reader: BlockReader, block: Block, inputs: Slots, outputs: Slots, attrs: dict[str, Any]) -> None:
    false, true = (block.var_of(name) for name in inputs["X"])
    (mask,), (name,) = inputs["Mask"], outputs["Out"]
    with block.program.within(current_block_idx=block.idx):
        pred = REGISTRY["cast"](block.var_of(mask), dtype="bool")
        made = choose(pred, lambda: true, lambda: false)
    out = block.var_of(name)
    out.spec, out.is_tensor_array = made.spec, made.is_tensor_array
    block.append(REGISTRY["assign"], [made], {}, outputs=[out], specs=[made.spec])


def _write_to_array(reader: BlockReader, block: Block, inputs: Slots, outputs: Slots, attrs: dict[str, Any]) -> None:
    x, i = block.var_of(inputs["X"][0]), block.var_of(inputs["I"][0])
    array = _array(block, outputs["Out"][0])
    if array.spec.shape == (0,):
        set_element_spec(array, x.spec)
    spec = WRITE.infer(array.spec, x.spec, i.spec)
    block.append(WRITE, [array, x, i], {}, outputs=[array], specs=[spec])
    array.spec = spec


def _read_from_array(reader: BlockReader, block: Block, inputs: Slots, outputs: Slots, attrs: dict[str, Any]) -> None:
    array, i, out = _array(block, inputs["X"][0]), block.var_of(inputs["I"][0]), block.var_of(outputs["Out"][0])
    if array.spec.shape == (0,):
        set_element_spec(array, out.spec)
    out.spec = READ.infer(array.spec, i.spec)
    block.append(READ, [array, i], {}, outputs=[out], specs=[out.spec])


def _array_length(reader: BlockReader, block: Block, inputs: Slots, outputs: Slots, attrs: dict[str, Any]) -> None:
    out = block.var_of(outputs["Out"][0])
    block.append(LENGTH, [_array(block, inputs["X"][0])], {}, outputs=[out])


def _array(block: Block, name: str) -> Variable:
    found = block.var_of(name)
    if not found.is_tensor_array:
        raise ArgumentError(f"the model file cannot be read: {name!r} is not a tensor array", site=site())
    return found


_READERS = {
    "while": _while,
    "conditional_block": _conditional_block,
    "select_input": _select_input,
    "write_to_array": _write_to_array,
    "read_from_array": _read_from_array,
    "lod_array_length": _array_length,
}
