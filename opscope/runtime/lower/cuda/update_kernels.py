"""Optimizer updates on a GPU. One CUDA kernel updates flat arrays, and another updates the beta powers.

Each thread computes the values with one element (the learning rate, powers of beta) again. This costs less than another
launch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opscope.runtime.lower.cuda.array_access import access_of
from opscope.runtime.lower.cuda.cuda_fusion import KERNEL_DTYPES
from opscope.runtime.lower.cuda.launches import Launch, LaunchPlan
from opscope.runtime.lower.kernel_graph import FULL, ONE, KernelGraph, KernelValue
from opscope.runtime.lower.llvm.update_kernel import KERNEL_OPS
from opscope.runtime.lower.optimizer_update import STATE_INPUTS, FlatState
from opscope.runtime.lower.trace import TraceNode
from opscope.runtime.lower.update_rules import UpdateRule


def update_rule_of(node: TraceNode) -> UpdateRule:
    """Return the recorded calls of the node's optimizer op."""
    return UpdateRule(node.op, node.attrs, *STATE_INPUTS[node.op.name], node.inputs[0].dtype)


def has_kernel(node: TraceNode) -> bool:
    """Return True if each step of the rule has a kernel operation. Sums over a parameter have no kernel operation."""
    if node.inputs[0].dtype.name not in KERNEL_DTYPES:
        return False
    rule = update_rule_of(node)
    return not rule.per_parameter and all(call.function in KERNEL_OPS for call in rule.calls)


def update_launches(node: TraceNode, flats: FlatState) -> list[Launch]:
    """Return the launches that update a group of parameters in place."""
    rule = update_rule_of(node)
    large = {name: array for name, array in flats.arrays.items() if name in rule.inputs}
    launches = _launches(rule, {**large, **flats.powers, "learning_rate": flats.rate}, tuple(large), rule.targets)
    if flats.powers:  # in a later launch, because every thread of the first one reads them
        targets = {id(value): name for name, value in rule.powers.items()}
        launches += _launches(rule, {**flats.powers, "learning_rate": flats.rate}, tuple(flats.powers), targets)
    return launches


def _launches(
    rule: UpdateRule, arrays: Mapping[str, Any], full: Sequence[str], targets: Mapping[int, str]
) -> list[Launch]:
    """Return the launches that write `targets` element by element.

    `targets` maps the id of a result of the rule to the name of an array.
    """
    graph = KernelGraph(rule.dtype)
    values: dict[int, KernelValue] = {}
    used: list[tuple[str, Any]] = []
    for name, array in arrays.items():
        kind = FULL if name in full else ONE
        values[id(rule.inputs[name])] = graph.input(kind, rule.dtype)
        used.append((kind, array))
    for call in rule.calls:
        operands: list[KernelValue] = []
        for operand in call.operands:
            if operand.constant is not None:
                operands.append(graph.constant(float(operand.constant)))
            elif id(operand) in values:
                operands.append(values[id(operand)])
        if len(operands) < len(call.operands):  # it depends on arrays that these launches do not read
            continue
        values[id(call.result)] = KERNEL_OPS[call.function](graph, *operands)
    size = arrays[full[0]].size
    inputs = [access_of(array.reshape(-1), kind) for kind, array in used]
    plan = LaunchPlan(graph, (1, size), inputs, [array for _, array in used], _no_scratch)
    plan.store([(values[result], "store", arrays[name]) for result, name in targets.items()], {})
    return plan.launches


def _no_scratch(count: int, dtype: Any) -> Any:
    raise AssertionError("an update kernel has no reductions")
