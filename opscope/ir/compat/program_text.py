"""Text form of programs: `str(program)`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from opscope.errors import printable
from opscope.ir.compat import op_types
from opscope.ops.registry import Op

MAX_LINES = 200  # that IPython shows of a program
FIRST_LINES = 40  # of a longer one


class _Operator(Protocol):
    op: Op
    inputs: tuple[str | None, ...]
    outputs: tuple[str | None, ...]
    attrs: dict[str, Any]
    user_attrs: dict[str, Any]
    device: str
    namescope: str
    role: int
    role_var: list[str]

    @property
    def site(self) -> Any: ...
    @property
    def type(self) -> str: ...


class _Block(Protocol):
    idx: int
    parent_idx: int
    forward_block_idx: int
    backward_block_idx: int

    @property
    def vars(self) -> Mapping[str, object]: ...
    @property
    def ops(self) -> Sequence[_Operator]: ...


class _Program(Protocol):
    @property
    def blocks(self) -> Sequence[_Block]: ...


def program_text(program: _Program, with_sites: bool = False) -> str:
    """Return the text of all blocks. If `with_sites` is True, add the user's line of each operator."""
    return "".join(block_text(block, with_sites) for block in program.blocks)


def block_text(block: _Block, with_sites: bool = False) -> str:
    """Return the text of a block: `{ // block_idx:0 ...`, variables, operators.

    `with_sites` adds the user's line of each operator.
    """
    return "".join(f"{line}\n" for line in _lines(block, with_sites))


def short_text(*blocks: _Block) -> str:
    """Return the text of blocks for IPython. A long text is cut, and ends with the number of omitted lines."""
    total = sum(len(block.vars) + len(block.ops) + 2 for block in blocks)
    lines = itertools.chain.from_iterable(_lines(block, False) for block in blocks)
    if total <= MAX_LINES:
        return "\n".join(lines)
    return "\n".join(
        [*itertools.islice(lines, FIRST_LINES), f"... and {total - FIRST_LINES:,} more lines: print() shows all"]
    )


def _lines(block: _Block, with_sites: bool) -> Iterator[str]:
    yield (
        f"{{ // block_idx:{block.idx}  parent_idx:{block.parent_idx}  "
        f"forward_idx:{block.forward_block_idx}  backward_idx:{block.backward_block_idx}"
    )
    for variable in block.vars.values():
        yield printable(f"    {variable!r}")
    for operator in block.ops:
        if with_sites and operator.site is not None:
            yield printable(f"    // {operator.site.where}: {operator.site.code}")
        yield printable(f"    {operator_text(operator)}")
    yield "}"


def operator_text(operator: _Operator) -> str:
    """Return the text of an operator: `{Out=['o']} = scale(inputs={X=['x']}, bias = 1.0, ...)`."""
    outs = ", ".join(f"{k}={v}" for k, v in op_types.output_slots(operator.op, operator.outputs).items())
    ins = ", ".join(f"{k}={v}" for k, v in op_types.input_slots(operator.op, operator.inputs).items())
    attrs = operator.op.with_defaults(operator.attrs)
    owns = bool(operator.attrs.get("blocks"))  # the other attributes of such an operator are internal
    shown = {k: list(v) if isinstance(v, tuple) else v for k, v in sorted(attrs.items()) if not owns}
    if owns:
        shown["blocks"] = "blocks" + str(list(operator.attrs["blocks"]))
    shown.update(operator.user_attrs)
    shown["op_device"] = operator.device
    shown["op_namescope"] = operator.namescope
    shown["op_role"] = operator.role
    shown["op_role_var"] = operator.role_var
    tail = "".join(f", {k} = {v}" for k, v in shown.items())
    return f"{{{outs}}} = {operator.type}(inputs={{{ins}}}{tail})"
