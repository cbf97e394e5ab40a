"""A program of one operator, made of a sample: what formats of programs are tested on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from opscope.core.state import mode
from opscope.ir.program.context import program_guard
from opscope.ir.program.program import Program, Variable
from opscope.ops.registry import Op, Sample
from opscope.runtime.executor import Executor
from tests.laws.cases import narrowed


class OneOperator(NamedTuple):
    """The program, what is fed, what is fetched, and the values that come out."""

    program: Program
    feeds: dict[str, Any]
    fetches: list[Variable]
    wanted: list[Any]


def one_operator(op: Op, sample: Sample) -> OneOperator:
    """The op on a sample's inputs, which are fed, in float32 and as it is evaluated. Only the first of outputs is
    fetched where the others are there for the gradient."""
    sample = narrowed(sample)
    attrs = dict(sample.attrs)
    attrs |= {name: value for name, value in (("training", False), ("is_test", True)) if name in op.attrs}
    mode.static = True
    program = Program()
    with program_guard(program, Program()):
        block = program.global_block()
        feeds = {f"in{i}": np.asarray(a) for i, a in enumerate(sample.args) if a is not None}
        args = [
            None if a is None else block.create_var(f"in{i}", np.shape(a), np.asarray(a).dtype, is_data=True)
            for i, a in enumerate(sample.args)
        ]
        made = block.append(op, args, attrs).result()
    outs = [v for v in (made if isinstance(made, list) else [made]) if v is not None]
    fetches = outs if op.variadic_out or op.name == "topk" else outs[:1]
    wanted = Executor().run(program, feeds, [v.name for v in fetches])
    return OneOperator(program, feeds, fetches, wanted)
