"""Optimizer updates over flat arrays. At the end of a run, a few in-place calls update all parameters.

One flat array contains all parameters, and another contains all gradients. Each part of the optimizer state is also a
flat array. The order is always the same. The update is the last step of a run, and always runs completely. Therefore, a
failed run does not change the scope.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.ops.registry import REGISTRY
from opscope.runtime.lower import thread_pool
from opscope.runtime.lower.emitter import Call
from opscope.runtime.lower.llvm.update_kernel import UpdateKernel
from opscope.runtime.lower.trace import TraceNode
from opscope.runtime.lower.update_rules import UpdateRule

# elements of one block: small blocks stay in a core's cache, but with very small ones threads wait for the GIL
BLOCK_SIZES = 1 << 15, 1 << 17


class FlatState(NamedTuple):
    """Flat arrays of one update group, by input name. `parameters` are the slices of the single parameters.

    `powers` are the powers of beta, with an element for each parameter. `rate` is the learning rate (0-d).
    """

    arrays: dict[str, Any]
    powers: dict[str, Any]
    rate: Any
    parameters: Sequence[slice]


def _state_inputs() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    found: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for op in REGISTRY:
        if op.outputs[0] == "param_out" and "grad" in op.inputs:
            names = [name.removesuffix("_out") for name in op.outputs]
            arrays = tuple(n for n in names if not n.endswith("_pow"))
            found[op.name] = arrays, tuple(names[len(arrays) :])
    return found


# optimizer op: (updated inputs that are as large as the parameter, updated inputs of one element)
STATE_INPUTS = _state_inputs()


def update_calls(node: TraceNode, flats: FlatState, pass_state: dict[Any, Any]) -> tuple[list[Call], list[Call]]:
    """Return the calls that compute scalars, and the calls of the update, for a group with the attributes of `node`."""
    param = flats.arrays["param"]
    rule = UpdateRule(node.op, node.attrs, *STATE_INPUTS[node.op.name], param.dtype)
    before: list[Call] = []
    inputs = {"learning_rate": flats.rate, **{n: p[:1].reshape(()) for n, p in flats.powers.items()}}
    scalars = rule.bind_scalars(inputs, before)
    kernel = UpdateKernel(rule)
    if kernel.supported:
        pass_state["kernels"] = True
        lists = [
            [kernel.call({n: a[part] for n, a in flats.arrays.items()}, scalars)] for part, _ in _parts(param.size)
        ]
    elif rule.per_parameter:
        lists = [_block_calls(flats, rule, scalars, part, part.stop - part.start) for part in flats.parameters]
    else:
        lists = [_block_calls(flats, rule, scalars, part, block) for part, block in _parts(param.size)]
    during: list[Call] = []
    if len(lists) > 1 and param.size >= thread_pool.MIN_PARALLEL_SIZE:
        tasks = [[functools.partial(thread_pool.run_all, tuple(part))] for part in lists]
        during.append(thread_pool.parallel(tasks, uninterruptible=True))
    else:
        during += [call for part in lists for call in part]
    for name, power in flats.powers.items():
        during.append(functools.partial(np.copyto, power, scalars[id(rule.powers[name])]))
    return before, during


def _parts(size: int) -> list[tuple[slice, int]]:
    """Return the number of elements that one list of calls updates, and the number in each of its blocks."""
    count = thread_pool.list_count(size)
    block = BLOCK_SIZES[0] if count == 1 else min(max(size // count, BLOCK_SIZES[0]), BLOCK_SIZES[1])
    step = -(-size // count // 64) * 64  # whole cache lines
    return [(slice(start, min(start + step, size)), block) for start in range(0, size, max(step, 1))]


def _block_calls(flats: FlatState, rule: UpdateRule, scalars: dict[int, Any], part: slice, block: int) -> list[Call]:
    """Return the calls of one list, block by block, with their own scratch arrays."""
    calls: list[Call] = []
    size = min(block, part.stop - part.start)
    scratch = [np.empty(size, rule.dtype) for _ in range(rule.scratch_count)]
    for start in range(part.start, part.stop, max(block, 1)):
        piece = slice(start, min(start + block, part.stop))
        length = piece.stop - start
        calls += rule.bind_pass({n: a[piece] for n, a in flats.arrays.items()}, [s[:length] for s in scratch], scalars)
    return calls


run_update = thread_pool.run_all  # completes even when interrupted
