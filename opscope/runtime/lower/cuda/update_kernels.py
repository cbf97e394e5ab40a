"""Update: the rule of an optimizer as one CUDA kernel over flat arrays, and one for the powers that it keeps.

Numbers of one element (the rate, powers of beta) are worked out by every thread: that costs less than a launch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from opscope.runtime.lower.cuda.device_fusion import KERNELS
from opscope.runtime.lower.cuda.launches import Launch, Launches
from opscope.runtime.lower.cuda.strides import seen
from opscope.runtime.lower.llvm.kernel_graph import FULL, ONE, Program, Value
from opscope.runtime.lower.llvm.update_kernel import CODE
from opscope.runtime.lower.optimizer_update import STATE, Flats
from opscope.runtime.lower.trace import Node
from opscope.runtime.lower.update_rules import Rule


def rule_of(node: Node) -> Rule:
    """What the optimizer's kernel does, written down."""
    return Rule(node.op, node.attrs, *STATE[node.op.name], node.inputs[0].dtype)


def possible(node: Node) -> bool:
    """True if every step of the rule has code; sums over a parameter have none."""
    if node.inputs[0].dtype.name not in KERNELS:
        return False
    rule = rule_of(node)
    return not rule.whole and all(d.function in CODE for d in rule.done)


def launches(node: Node, flats: Flats) -> list[Launch]:
    """Those that update a group of parameters, in place."""
    rule = rule_of(node)
    large = {name: array for name, array in flats.arrays.items() if name in rule.inputs}
    made = _made(rule, {**large, **flats.powers, "learning_rate": flats.rate}, tuple(large), rule.targets)
    if flats.powers:  # behind it: every thread has read them
        targets = {id(value): name for name, value in rule.powers.items()}
        made += _made(rule, {**flats.powers, "learning_rate": flats.rate}, tuple(flats.powers), targets)
    return made


def _made(rule: Rule, arrays: Mapping[str, Any], full: Sequence[str], targets: Mapping[int, str]) -> list[Launch]:
    """The launches that write `targets` (a result of the rule to the name of an array), element by element."""
    program = Program(rule.dtype)
    values: dict[int, Value] = {}
    used: list[tuple[str, Any]] = []
    for name, array in arrays.items():
        kind = FULL if name in full else ONE
        values[id(rule.inputs[name])] = program.input(kind, rule.dtype)
        used.append((kind, array))
    for done in rule.done:
        operands: list[Value] = []
        for operand in done.operands:
            if operand.constant is not None:
                operands.append(program.number(float(operand.constant)))
            elif id(operand) in values:
                operands.append(values[id(operand)])
        if len(operands) < len(done.operands):  # of what is no part of this
            continue
        values[id(done.result)] = CODE[done.function](program, *operands)
    size = arrays[full[0]].size
    inputs = [seen(array.reshape(-1), kind) for kind, array in used]
    found = Launches(program, (1, size), inputs, [array for _, array in used], _no_scratch)
    found.store([(values[result], "store", arrays[name]) for result, name in targets.items()], {})
    return found.made


def _no_scratch(count: int, dtype: Any) -> Any:
    raise AssertionError("nothing is summed")
