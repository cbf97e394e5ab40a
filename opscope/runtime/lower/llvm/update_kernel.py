"""Update: the rule of an optimizer as one kernel, a pass over parameters, gradients and state, in place.

The rule is what its own kernel does, written down by `rules.Rule`; every step of it is IEEE 754's, so the results are
NumPy's to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from opscope.runtime.lower.llvm import compiler, kernel_cache
from opscope.runtime.lower.llvm.kernel_graph import FULL, ONE, Program, Value
from opscope.runtime.lower.update_rules import ARRAY, EARLY, Rule, chosen

_OPS: dict[Any, str] = {
    np.add: "add", np.subtract: "sub", np.multiply: "mul", np.divide: "div", np.sqrt: "sqrt", np.absolute: "abs",
    np.maximum: "maximum", np.minimum: "minimum",
}  # fmt: skip


def _doing(op: str) -> Callable[..., Value]:
    return lambda program, *operands: program.do(op, *operands)


# what a call of a rule is in a program
CODE: dict[Any, Callable[..., Value]] = {function: _doing(op) for function, op in _OPS.items()}
CODE[np.greater] = lambda program, x, y: program.compare("ogt", x, y)
CODE[chosen] = lambda program, mask, x, y: program.choose(mask, x, y)


class Update:
    """A rule as a kernel. `possible` is False where it has no code."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.program = Program(rule.dtype)
        self.early: list[Any] = []  # values of one element that come in
        self.values: dict[int, Value] = {}
        self.homes = [name for name, value in rule.inputs.items() if value.kind == ARRAY]
        self.possible = compiler.available() and not rule.whole and rule.dtype.itemsize in (4, 8) and self._written()

    def _written(self) -> bool:
        for name in self.homes:
            self.values[id(self.rule.inputs[name])] = self.program.input(FULL, self.rule.dtype)
        for done in self.rule.done:
            if done.result.kind == EARLY:
                continue
            operands = [self._operand(v) for v in done.operands]
            if done.function not in CODE:
                return False
            self.values[id(done.result)] = CODE[done.function](self.program, *operands)
        for result in self.rule.targets:
            self.program.sink(self.values[result], "store")
        return True

    def _operand(self, value: Any) -> Value:
        found = self.values.get(id(value))
        if found is None and value.constant is not None:
            found = self.program.number(float(value.constant))
        elif found is None:
            self.early.append(value)
            found = self.program.input(ONE, value.dtype)
        self.values[id(value)] = found
        return found

    def call(self, arrays: Mapping[str, Any], early: Mapping[int, Any]) -> Any:
        """The call for these parts of the flat arrays."""
        ins = [arrays[name] for name in self.homes]
        ins += [early[id(v)] for v in self.early]
        outs = [arrays[name] for name in self.rule.targets.values()]
        columns = ins[0].size
        function = kernel_cache.function_of(self.program, columns)
        return kernel_cache.bound(function, 1, columns, ins[0], [*ins, *outs])
