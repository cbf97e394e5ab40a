"""Structured names of parameters, such as `blocks.1.fc.weight`, derived from the Layers that read the parameters."""

from __future__ import annotations

import ast
import re
import weakref
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import CodeType

from opscope.core.source import CodePosition, Site, UserCall
from opscope.ir.program.program import Block, Operator, Program
from opscope.names.assignment_targets import target_text
from opscope.names.call_node import node_at
from opscope.names.layer_attributes import layer_attribute
from opscope.names.user_functions import BASE, RECEIVERS

_WRAPPERS = re.compile(r"\.(?:module|_orig_mod)(?=\.)")  # where DataParallel and torch.compile keep the net
_INDEX = re.compile(r"\[(\d+)\]")


@dataclass
class _Readers:
    """The first operator that reads each value, stored as the index of its block and its index in this block.

    `read` contains the number of searched operators of each block, and the id of the last searched operator. This
    object contains no Operator, because a reference to an Operator would keep its program in memory.
    """

    first: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    read: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def update(self, program: Program) -> None:
        """Read the operators that were added to the program.

        Eager code adds operators one by one, and calls this method each time.
        """
        if len(self.read) > len(program.blocks) or not all(map(_is_kept, program.blocks, self.read)):
            self.first, self.read = {}, []
        for index, block in enumerate(program.blocks):
            begin = self.read[index][0] if index < len(self.read) else 0
            for i, operator in enumerate(block.ops[begin:], begin):
                for name in operator.inputs if operator.phase == "forward" else ():
                    if name is not None:
                        self.first.setdefault(name, (index, i))
        self.read = [(len(block.ops), block.ops[-1].id if block.ops else -1) for block in program.blocks]


def _is_kept(block: Block, read: tuple[int, int]) -> bool:
    """Return True if a block still begins with the operators that were already searched."""
    count, last = read
    return len(block.ops) >= count and (not count or block.ops[count - 1].id == last)


_known: weakref.WeakKeyDictionary[Program, _Readers] = weakref.WeakKeyDictionary()


def structured_name(program: Program, value: str, names: Sequence[str]) -> str:
    """Return the name of a parameter in its outermost Layer.

    Return "" if no inner Layer that owns the parameter reads it.

    `names` contains the names that assignments give to the parameter.
    """
    place = _first_readers(program).get(value)
    return "" if place is None else _name_by_reader(value, _operator_at(program, place), names)


def structured_names(program: Program, names: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Return a dict from structured names to the parameters of a program.

    `names` maps each value to the names that assignments give to the value.
    """
    found: dict[str, list[str]] = {}
    for value, place in list(_first_readers(program).items()):  # another thread may add to it
        if name := _name_by_reader(value, _operator_at(program, place), tuple(names.get(value, ()))):
            found.setdefault(name, []).append(value)
    return found


def parameters_named(
    program: Program, name: str, names: Mapping[str, Iterable[str]], is_variable: bool = False
) -> list[str]:
    """Return the parameters with a structured name: `net.0.weight`, `net[0].weight`, or `0.weight` in any network.

    `is_variable` is True if the name begins with a variable of a running function. Then parameters whose own names
    begin with another variable are not returned, because they may belong to another network.
    """
    path = _INDEX.sub(r".\1", name)
    own = _own_names(program, path, is_variable)
    if own or (is_variable and program.path_names):
        return own
    known = structured_names(program, names)
    for wanted in (path, path.partition(".")[2]):
        found = known.get(wanted) or [v for n, values in known.items() if n.partition(".")[2] == wanted for v in values]
        if found and wanted:
            return found
    return []


def _own_names(program: Program, path: str, is_variable: bool) -> list[str]:
    """Return the variables whose own names equal a path. The path or the name may omit the network (`net.`).

    The path may omit the attributes of wrappers: `net.fc.weight` also finds `net.module.fc.weight`. If `is_variable` is
    True, the path begins with the variable of a network, and the names must do so, too.
    """
    names = list(program.path_names)
    for plain in (names, [_WRAPPERS.sub("", name) for name in names]):
        if is_variable:
            if found := [n for n, p in zip(names, plain, strict=True) if p == path]:
                return found
            continue
        for wanted in (path, path.partition(".")[2]):
            if found := [n for n, p in zip(names, plain, strict=True) if wanted and wanted in (p, p.partition(".")[2])]:
                return found
    return []


def _first_readers(program: Program) -> dict[str, tuple[int, int]]:
    known = _known.setdefault(program, _Readers())
    known.update(program)
    return known.first


def _operator_at(program: Program, place: tuple[int, int]) -> Operator:
    block, index = place
    return program.blocks[block].ops[index]


def _name_by_reader(value: str, reader: Operator, names: Sequence[str]) -> str:
    path, variable = reader.layer_path, reader.block.find(value)
    if not path or variable is None or not variable.persistable:
        return ""
    if path[0].isdigit():  # inside a Sequential that the user calls
        path = f"{_callee(reader)}.{path}".lstrip(".")
    name = next((each for each in names if "." in each), "")  # others are variables, as in `for p in net.parameters()`
    if not name:
        attribute = layer_attribute(value)
        return f"{path}.{attribute}" if attribute else ""
    receiver, _, inside = name.partition(".")
    owner, _, attribute = (inside if receiver in RECEIVERS else name).rpartition(".")
    is_own = owner in ("", _callee(reader)) or f".{owner}." in f".{path}."
    return f"{path}.{attribute}" if is_own else ""


def _callee(operator: Operator) -> str:
    """Return the text of the called Layer, such as `block` in `block(x)`.

    Return "" if the user's line calls no function.
    """
    node = None if operator.call is None or isinstance(operator.call, Site) else node_at(*operator.call[:2])
    return target_text(node.func).removeprefix("self.") if isinstance(node, ast.Call) else ""


def network_at(caller: tuple[CodePosition | None, UserCall | None]) -> str:
    """Return the variable whose Layer the user's code calls around a call of an operator, such as `net` for `net(x)`.

    Return "" if it is unknown.
    """
    position, call = caller
    if position is None:
        return ""
    code, instruction = position
    while call is not None:
        if call.code.co_name == "forward" and call.outer is not None:
            code, instruction = call.outer.code, call.called_at
        call = call.outer
    node = node_at(code, instruction) if isinstance(code, CodeType) else None
    return BASE.split(target_text(node.func), maxsplit=1)[0] if isinstance(node, ast.Call) else ""
