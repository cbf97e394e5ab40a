"""paddle.autograd.backward_mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.eager.autograd import backward
from opscope.errors import UsageError
from opscope.ir.gradients.backward import gradients
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Program, Variable

__all__ = ["backward", "gradients_with_optimizer"]


def gradients_with_optimizer(
    program: Program, optimizer: Any, inputs: Any = None, outputs: Any = None
) -> tuple[list[Any], list[tuple[Variable, Variable]]]:
    """Append gradients of `outputs` and an optimizer's updates; return (updates, pairs).

    The parameters among `inputs` are updated. By default, inputs are the variables that the program reads and does not
    write; outputs are the variables that it writes and does not read. Raises UsageError for another type of program or
    optimizer.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/gradients_en.html
    """
    for name, value, fits in (
        ("program", program, isinstance(program, Program)),
        ("optimizer", optimizer, hasattr(optimizer, "apply_gradients")),
    ):
        if not fits:
            raise UsageError(
                f"The type of '{name}' in paddle.static.gradients_with_optimizer must be a {name.title()}, but "
                f"received {type(value)}.",
                site=site(),
            )
    given, made = _ends(program)
    wanted = given if inputs is None else _many(inputs)
    grads = gradients(made if outputs is None else _many(outputs), wanted)
    with program_guard(program):
        # for a single input without a gradient the list is empty
        pairs = [(p, g) for p, g in zip(wanted, grads, strict=False) if g is not None and hasattr(p, "optimize_attr")]
        return optimizer.apply_gradients(pairs), pairs


def _ends(program: Program) -> tuple[list[Variable], list[Variable]]:
    """Return the variables that a program only reads, and the variables that it only writes, in order."""
    read: dict[str, Variable] = {}
    written: dict[str, Variable] = {}
    for block in program.blocks:
        for operator in block.ops:
            for names, found in ((operator.input_arg_names, read), (operator.output_arg_names, written)):
                found.update({n: v for n in names if (v := block.find(n)) is not None})
    return [v for n, v in read.items() if n not in written], [v for n, v in written.items() if n not in read]


def _many(values: Any) -> Sequence[Variable]:
    return list(values) if isinstance(values, list | tuple) else [values]
