"""While, Switch and ConditionalBlock: blocks that are built inside `with`, and that write outer variables."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ArgumentError, OpscopeWarning, UsageError
from opscope.ir.control_flow.cond import append_cond
from opscope.ir.control_flow.while_loop import TracedLoop
from opscope.ir.program.block_ops import check_bool, check_variable
from opscope.ir.program.context import require_static
from opscope.ir.program.outer_writes import outer_writes
from opscope.ir.program.program import Block, Program, Variable
from opscope.ops.registry import REGISTRY


@contextmanager
def new_block(program: Program, blocks: list[Block]) -> Iterator[Block]:
    """Make a new current block, and append it to `blocks`.

    If the code inside raises an error, the program is restored.
    """
    count, outer = len(program.blocks) - len(blocks), program.current_block_idx
    with program.within(current_block_idx=outer):
        blocks.append(program._create_block(outer))
        try:
            yield blocks[-1]
        except BaseException:
            del program.blocks[count:]
            raise
        finally:
            program.touch()


class While(Described):
    """Repeat the operators inside `with loop.block():` while cond, a single bool, is true.

    The block writes outer variables by `assign(x, output=y)`, `increment(i)` or `array_write`. At its end, it writes
    cond by `less_than(i, n, cond=cond)` or `assign(i < n, output=cond)`. Gradients flow through all iterations.

    Raises UsageError or DTypeError if cond is not a single bool. Gives a warning if the block does not write cond.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/While.html
    """

    def __init__(self, cond: Any, is_test: bool = False, name: str | None = None) -> None:
        require_static("While")
        check_bool(cond, "cond", "static.nn.While")
        if any(d not in (1, None) for d in cond.spec.shape):
            raise UsageError(f"the condition must have the shape [1], but has {list(cond.shape)}.", site=site())
        self.cond_var: Variable = cond

    @contextmanager
    def block(self) -> Iterator[None]:
        """Build the block that runs in each iteration."""
        program = self.cond_var.program
        parent = program.current_block()
        with program.within(current_block_idx=parent.idx):
            blocks = [program._create_block()]
        with new_block(program, blocks) as body:
            yield
        name = self.cond_var.name
        if name not in outer_writes([body]):
            warnings.warn(
                OpscopeWarning(
                    f"the block of While does not write its condition {name}: the loop does not end",
                    site=site(),
                    fix=f"end the block with assign(..., output={name})",
                ),
                stacklevel=3,
            )
        TracedLoop(parent, blocks[0], body, name).append([], [], [])


class ConditionalBlock(Described):
    """Operators inside `with conditional.block():`. They run if the condition is true, and write outer variables.

    The condition is that all inputs are true (is_scalar_condition), or that no input is empty. Raises UsageError if an
    input is not a Variable, and DTypeError if the condition is not a bool.
    """

    def __init__(self, inputs: Sequence[Any], is_scalar_condition: bool = False, name: str | None = None) -> None:
        require_static("ConditionalBlock")
        preds: list[Variable] = []
        for each in inputs:
            (check_bool if is_scalar_condition else check_variable)(each, "input", "ConditionalBlock")
            preds.append(each if is_scalar_condition else REGISTRY["numel"](each) > 0)
        self.pred = preds[0]
        for pred in preds[1:]:
            self.pred = REGISTRY["logical_and"](self.pred, pred)

    @contextmanager
    def block(self) -> Iterator[None]:
        """Build the block that runs if the condition is true."""
        program = self.pred.program
        parent, blocks = program.current_block(), []
        with new_block(program, blocks):
            yield
        with new_block(program, blocks):
            pass
        append_cond(parent, self.pred, blocks, [[], []])


class Switch(Described):
    """Run the first `with switch.case(cond):` whose condition is true. If there is none, run `with switch.default():`.

    Raises ArgumentError for a case outside `with Switch() as switch:`.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/Switch.html
    """

    def __init__(self, name: str | None = None) -> None:
        require_static("Switch")
        self._open = False
        self._none_before: Variable | None = None

    def __enter__(self) -> Switch:
        self._open = True
        return self

    def __exit__(self, *_: object) -> None:
        self._open = False

    def case(self, condition: Any) -> Any:
        """Build the block that runs if the condition is true and no earlier condition was true."""
        self._check("case")
        check_bool(condition, "condition", "static.nn.control_flow.Switch.case")
        denied = REGISTRY["logical_not"](condition)
        before, self._none_before = self._none_before, denied
        if before is not None:
            self._none_before = REGISTRY["logical_and"](before, denied)
            condition = REGISTRY["logical_and"](before, condition)
        return ConditionalBlock([condition], is_scalar_condition=True).block()

    def default(self) -> Any:
        """Build the block that runs if no condition was true."""
        self._check("default")
        if self._none_before is None:
            raise ArgumentError("there should be at least one condition", site=site(), fix="begin with a case")
        return ConditionalBlock([self._none_before], is_scalar_condition=True).block()

    def _check(self, what: str) -> None:
        if not self._open:
            raise ArgumentError(
                f"{what} should be called inside a with statement",
                site=site(),
                fix="write: with Switch() as switch: ...",
            )


__all__ = ["ConditionalBlock", "Switch", "While"]
