"""Optimizer steps over one flat arena: one handful of calls for all parameters, in place, when all else is done.

Parameters, gradients and the state of an optimizer each lie in one flat array, in the same order. The update is
the last thing a run does and is not left half done, so after a failure the scope is as before.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.ops.registry import REGISTRY
from opscope.runtime.lower import thread_pool
from opscope.runtime.lower.emission import Call
from opscope.runtime.lower.llvm.update_kernel import Update
from opscope.runtime.lower.trace import Node
from opscope.runtime.lower.update_rules import Rule

BLOCK = 1 << 15, 1 << 17  # elements of a pass: few stay in a core's cache, but with few, threads wait for each other
SHARED = 1 << 17  # elements from which several threads update
EACH = 2  # lists for a thread: who is done early takes another


class Flats(NamedTuple):
    """Flat arrays of one group, by the name of the op's input, and scalars (0-d or one element an entry).

    `parameters` says where in the flat arrays each parameter lies.
    """

    arrays: dict[str, Any]
    powers: dict[str, Any]
    rate: Any
    parameters: Sequence[slice]


def _state() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    found: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for op in REGISTRY:
        if op.outputs[0] == "param_out":
            names = [name.removesuffix("_out") for name in op.outputs]
            large = tuple(n for n in names if not n.endswith("_pow"))
            found[op.name] = large, tuple(names[len(large) :])
    return found


# optimizer op to (inputs that are as large as the parameter, inputs of one element that are updated too)
STATE = _state()


def calls(node: Node, flats: Flats, notes: dict[Any, Any]) -> tuple[list[Call], list[Call]]:
    """(calls that prepare scalars, calls of the update itself) of a group, whose attributes are those of `node`."""
    param = flats.arrays["param"]
    rule = Rule(node.op, node.attrs, *STATE[node.op.name], param.dtype)
    before: list[Call] = []
    scalars = {"learning_rate": flats.rate, **{n: p[:1].reshape(()) for n, p in flats.powers.items()}}
    early = rule.early(scalars, before)
    machine = Update(rule)
    if machine.possible:
        notes["machine"] = True
        lists = [[machine.call({n: a[part] for n, a in flats.arrays.items()}, early)] for part, _ in _parts(param.size)]
    elif rule.whole:
        lists = [_list(flats, rule, early, part, part.stop - part.start) for part in flats.parameters]
    else:
        lists = [_list(flats, rule, early, part, block) for part, block in _parts(param.size)]
    during: list[Call] = []
    if len(lists) > 1 and param.size >= SHARED:
        during.append(
            thread_pool.parallel([[functools.partial(thread_pool.surely, tuple(part))] for part in lists], whole=True)
        )
    else:
        during += [call for part in lists for call in part]
    for name, power in flats.powers.items():
        during.append(functools.partial(np.copyto, power, early[id(rule.powers[name])]))
    return before, during


def _parts(size: int) -> list[tuple[slice, int]]:
    """What each list of calls updates, and in blocks of how many elements."""
    count = EACH * thread_pool.width() if size >= SHARED and thread_pool.width() > 1 else 1
    block = BLOCK[0] if count == 1 else min(max(size // count, BLOCK[0]), BLOCK[1])
    step = -(-size // count // 64) * 64  # whole cache lines
    return [(slice(start, min(start + step, size)), block) for start in range(0, size, max(step, 1))]


def _list(flats: Flats, rule: Rule, early: dict[int, Any], whole: slice, block: int) -> list[Call]:
    """The calls of one thread, block by block, with scratch of their own."""
    made: list[Call] = []
    size = min(block, whole.stop - whole.start)
    scratch = [np.empty(size, rule.dtype) for _ in range(rule.scratch)]
    for start in range(whole.start, whole.stop, max(block, 1)):
        part = slice(start, min(start + block, whole.stop))
        length = part.stop - start
        made += rule.calls({n: a[part] for n, a in flats.arrays.items()}, [s[:length] for s in scratch], early)
    return made


run = thread_pool.surely  # all of them, whatever interrupts
