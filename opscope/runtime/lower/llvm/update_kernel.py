"""UpdateKernel, one kernel for the update rule of an optimizer. It updates all arrays in place in a single pass.

UpdateRule records the rule from the optimizer's own kernel. Each step is an IEEE 754 operation, so the results have the
same bits as in NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.machine_code import llvm_compiler
from opscope.runtime.lower.kernel_graph import FULL, ONE, KernelGraph, KernelValue
from opscope.runtime.lower.llvm import kernel_cache
from opscope.runtime.lower.update_rules import ARRAY, RUN_SCALAR, UpdateRule, select_into

_OPS: dict[Any, str] = {
    np.add: "add", np.subtract: "sub", np.multiply: "mul", np.divide: "div", np.sqrt: "sqrt", np.absolute: "abs",
    np.maximum: "maximum", np.minimum: "minimum",
}  # fmt: skip


def _scalar_op(op: str) -> Callable[..., KernelValue]:
    return lambda graph, *operands: graph.apply(op, *operands)


# the kernel operation of each function that a rule may call
KERNEL_OPS: dict[Any, Callable[..., KernelValue]] = {function: _scalar_op(op) for function, op in _OPS.items()}
KERNEL_OPS[np.greater] = lambda graph, x, y: graph.compare("ogt", x, y)
KERNEL_OPS[select_into] = lambda graph, mask, x, y: graph.select(mask, x, y)


class UpdateKernel:
    """A rule as a kernel. `supported` is False if a step has no kernel operation."""

    def __init__(self, rule: UpdateRule) -> None:
        self.rule = rule
        self.graph = KernelGraph(rule.dtype)
        self.scalars: list[Any] = []  # the RUN_SCALAR values that the kernel reads
        self.values: dict[int, KernelValue] = {}
        self.array_names = [name for name, value in rule.inputs.items() if value.kind == ARRAY]
        possible = llvm_compiler.available() and not rule.per_parameter and rule.dtype.itemsize in (4, 8)
        self.supported = possible and self._build_graph()

    def _build_graph(self) -> bool:
        for name in self.array_names:
            self.values[id(self.rule.inputs[name])] = self.graph.input(FULL, self.rule.dtype)
        for call in self.rule.calls:
            if call.result.kind == RUN_SCALAR:
                continue
            operands = [self._operand(v) for v in call.operands]
            if call.function not in KERNEL_OPS:
                return False
            self.values[id(call.result)] = KERNEL_OPS[call.function](self.graph, *operands)
        for result in self.rule.targets:
            self.graph.add_sink(self.values[result], "store")
        return True

    def _operand(self, value: Array) -> KernelValue:
        found = self.values.get(id(value))
        if found is None and value.constant is not None:
            found = self.graph.constant(float(value.constant))
        elif found is None:
            self.scalars.append(value)
            found = self.graph.input(ONE, value.dtype)
        self.values[id(value)] = found
        return found

    def call(self, arrays: Mapping[str, Any], scalars: Mapping[int, Any]) -> Any:
        """Return the kernel call for these parts of the flat arrays. `scalars` is the result of `bind_scalars`."""
        ins = [arrays[name] for name in self.array_names]
        ins += [scalars[id(v)] for v in self.scalars]
        outs = [arrays[name] for name in self.rule.targets.values()]
        columns = ins[0].size
        function = kernel_cache.compile_kernel(self.graph, columns)
        return kernel_cache.bind(function, 1, columns, ins[0], [*ins, *outs])
