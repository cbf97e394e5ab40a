"""Validation of operators that own blocks: their attributes, and the nesting of blocks."""

from __future__ import annotations

from collections.abc import Callable
from graphlib import CycleError, TopologicalSorter
from typing import Any

from opscope.ir.control_flow.cond import COND, COND_GRAD
from opscope.ir.control_flow.static_pylayer import PYLAYER, PYLAYER_GRAD
from opscope.ir.control_flow.while_loop import WHILE, WHILE_GRAD
from opscope.ir.program.program import Operator, Program
from opscope.ir.serialize.untrusted import Untrusted
from opscope.ops.registry import Attrs, Op

MAX_DEPTH = 32  # of nested blocks
MAX_REPEATS = 4  # how many times more operators a plan may have than the program: a block counts once per owner
FEW_OPERATORS = 64  # plans with so few are not limited

Test = Callable[[Any], bool]


def _size(value: Any) -> bool:
    return type(value) is int and value >= 0


def _name(value: Any) -> bool:
    return type(value) is str


def _all(test: Test) -> Test:
    return lambda value: type(value) is tuple and all(map(test, value))


def _one(test: Test) -> Test:
    return lambda value: type(value) is tuple and len(value) == 1 and test(value[0])


def _pair(test: Test) -> Test:
    return lambda value: type(value) is tuple and len(value) == 2 and all(map(test, value))


_names = _all(_name)
_optional_names = _all(lambda value: value is None or _name(value))  # None: the block does not compute this gradient


def _backward(value: Any) -> bool:
    fields: dict[str, Test] = {"block": _size, "params": _names, "results": _optional_names, "free": _names}
    return type(value) is dict and value.keys() == fields.keys() and all(test(value[n]) for n, test in fields.items())


_BLOCKS = _all(_size)
_FIELDS: dict[Op, dict[str, Test]] = {
    PYLAYER: {
        "params": _names, "results": _one(_names), "saved": _one(_names), "n_inputs": _size, "backward": _backward,
    },
    PYLAYER_GRAD: {"params": _names, "results": _one(_optional_names), "saved": _one(_names)},
    COND: {"params": _names, "results": _pair(_names), "saved": _pair(_names)},
    COND_GRAD: {"params": _names, "results": _pair(_optional_names), "saved": _pair(_names)},
    WHILE: {"params": _names, "n_loop": _size, "pred": _name, "results": _names, "saved": _names},
    WHILE_GRAD: {
        "forward": _size, "douts": _names, "inner": _names, "outer": _names, "results": _optional_names,
        "floating": _all(lambda value: type(value) is bool), "wrt": _all(_size), "n_loop": _size,
    },
}  # fmt: skip


def _pylayer(a: Attrs, n_in: int, n_out: int) -> bool:
    back = a.get("backward")
    if a["n_inputs"] > n_in or not _branch_counts_fit(a, n_in, n_out):
        return False
    if back is None:
        return len(a["blocks"]) == 1
    counts = len(back["params"]) == len(a["results"][0]) and len(back["results"]) == a["n_inputs"]
    return counts and len(a["blocks"]) == 2 and back["block"] == a["blocks"][1]


def _pylayer_grad(a: Attrs, n_in: int, n_out: int) -> bool:
    return len(a["blocks"]) == 1 and _branch_counts_fit(a, n_in, n_out)


def _cond(a: Attrs, n_in: int, n_out: int) -> bool:
    return len(a["blocks"]) == 2 and _branch_counts_fit(a, n_in - 1, n_out)


def _branch_counts_fit(a: Attrs, n_in: int, n_out: int) -> bool:
    """Check the counts of `BranchGradient`. Each result that a block does not compute has an extra input."""
    counts = {len(results) for results in a["results"]}
    likes = sum(None in results for results in zip(*a["results"], strict=False))
    same = len(counts) == 1 and n_out == counts.pop() + sum(map(len, a["saved"]))
    return same and n_in == len(a["params"]) + likes


def _while(a: Attrs, n_in: int, n_out: int) -> bool:
    n = a["n_loop"]
    return (
        len(a["blocks"]) == 2 and 0 < n <= n_in == len(a["params"]) and n == len(a["results"]) and n_out - n in (0, 1)
    )


def _while_grad(a: Attrs, n_in: int, n_out: int) -> bool:
    n, wrt = a["n_loop"], a["wrt"]
    captured = sum(position >= n for position in wrt)
    same = len(a["douts"]) == len(a["floating"]) == n and len(a["results"]) == n + captured and len(wrt) == n_out
    return len(a["blocks"]) == 1 and same and n_in == 1 + n + len(a["outer"]) + n_out


_COUNTS: dict[Op, Callable[[Attrs, int, int], bool]] = {
    PYLAYER: _pylayer,
    PYLAYER_GRAD: _pylayer_grad,
    COND: _cond,
    COND_GRAD: _cond,
    WHILE: _while,
    WHILE_GRAD: _while_grad,
}


def check_block_op(operator: Operator, data: Untrusted) -> None:
    """Raise ArgumentError unless the attributes of an operator that owns blocks are valid."""
    fields = {**_FIELDS[operator.op], "blocks": _BLOCKS}
    attrs = operator.attrs
    if missing := fields.keys() - attrs.keys() - {"backward"}:
        raise data.error(f"has no {', '.join(sorted(missing))}")
    for name, value in attrs.items():
        if name not in fields or not fields[name](value):
            raise data.error(f"attribute {name!r} is not valid for {operator.type}")
    count = len(operator.block.program.blocks)
    if not all(0 < block < count for block in attrs["blocks"]):
        raise data.error("owns a block that does not exist, or owns the outermost block")
    if not _COUNTS[operator.op](attrs, len(operator.inputs), len(operator.outputs)):
        raise data.error("the numbers of blocks, inputs, outputs and names of this operator do not match")


def check_nesting(program: Program, data: Untrusted) -> None:
    """Raise ArgumentError if blocks are nested too deep, in a cycle, or so often that a plan would be too large."""
    size, depth = [0] * len(program.blocks), [0] * len(program.blocks)
    owned = {block.idx: [sub.idx for operator in block.ops for sub in operator.blocks] for block in program.blocks}
    most = FEW_OPERATORS + MAX_REPEATS * sum(len(block.ops) for block in program.blocks)
    try:
        inner_first = list(TopologicalSorter(owned).static_order())
    except CycleError:
        raise data.error("a block contains itself") from None
    for idx in inner_first:
        size[idx] = len(program.blocks[idx].ops) + sum(size[i] for i in owned[idx])
        depth[idx] = 1 + max((depth[i] for i in owned[idx]), default=0)
        if depth[idx] > MAX_DEPTH or size[idx] > most:
            raise data.error(f"block {idx} has too many nested blocks or operators")
