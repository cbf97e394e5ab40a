"""Check of the sizes of results in a program that was read from a file.

A replay runs the operators of this program, so a damaged file must not lead to very large results.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from opscope.core.shape import Shape, product
from opscope.core.spec import TensorSpec, spec_list
from opscope.errors import ArgumentError
from opscope.ir.program.program import Operator, Program

SMALL = 1 << 20  # bytes; smaller results may differ from their declaration: programs may declare a variable twice


def check_result_sizes(program: Program) -> None:
    """Raise ArgumentError if the attributes of an operator lead to a larger result than the program declares."""
    for operator in program.operators:
        if operator.blocks or operator.op.opaque or operator.op.forward is not None:
            continue  # their results have the sizes of other values
        for name, spec in zip(operator.outputs, _inferred(operator), strict=False):
            variable = None if name is None else operator.block.find(name)
            if variable is None or spec is None:
                continue
            nbytes = _elements(spec.shape) * spec.dtype.itemsize
            if nbytes > SMALL and _elements(spec.shape) > _elements(variable.spec.shape):
                shape, declared = list(spec.shape), list(variable.spec.shape)
                raise ArgumentError(
                    f"{operator.op.name} computes {name} with the shape {shape}, but the declared shape is {declared}"
                )


def _inferred(operator: Operator) -> Sequence[TensorSpec | None]:
    found = [None if name is None else operator.block.find(name) for name in operator.inputs]
    with contextlib.suppress(Exception):  # the operator raises it when it runs
        return spec_list(operator.op.infer(*(None if each is None else each.spec for each in found), **operator.attrs))
    return ()


def _elements(shape: Shape) -> int:
    """Return the number of elements of a shape. Unknown dims count as 1."""
    return product(1 if dim is None else dim for dim in shape) or 0
