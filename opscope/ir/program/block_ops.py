"""Operators that own blocks: how functions are traced into blocks and what gradients of such operators need.

A block's free names (read there, made outside) become extra inputs of the operator, so closures over outer
variables just work. What a gradient block reads from the inside of its forward block leaves that block as an
extra output (`saved`), so nothing is computed twice and random numbers are drawn once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.errors import ArgumentError, DTypeError, ModeError, RunError, UnsupportedError, UsageError
from opscope.ir.program.outer_writes import refuse_outer_writes
from opscope.ir.program.program import Block, Operator, Program, Variable
from opscope.ops.registry import REGISTRY, Op


def control_op(name: str) -> Op:
    """An op that only stands for its blocks: what it does is in `runtime.control`."""

    def kernel(xp: Any, *input: Any, **attrs: Any) -> Any:
        raise RunError(f"{name} owns blocks and runs only in a plan")

    def infer(*specs: TensorSpec, **attrs: Any) -> Any:
        raise RunError(f"{name} is appended with its specs")

    kernel.__name__ = name
    kernel.__doc__ = f"Runs the blocks of {name}."
    op = Op(kernel, infer=infer, outputs=("*out",))
    op.joint = kernel  # so that its outputs may need gradients; has_gradient() below says which inputs do
    return op


def trace_block(
    program: Program, function: Callable[..., Any], args: Sequence[Any], writes: bool = False
) -> tuple[Block, Any]:
    """Call `function` with a new block as the current one. If it raises, the program is as before.

    With `writes` it may write outer variables, which the caller sees to (`renamed`); else that is an error.
    """
    count = len(program.blocks)
    outer = program.current_block_idx
    block = program._create_block()
    try:
        result = function(*args)
        if not writes:
            refuse_outer_writes(block)
        return block, result
    except BaseException:
        del program.blocks[count:]
        raise
    finally:
        program.current_block_idx = outer
        program.touch()


def free_names(block: Block, results: Sequence[str] = ()) -> list[str]:
    """Names that the block reads and does not make, in order of first use."""
    made: set[str] = set()
    free: dict[str, None] = {}
    for operator in block.ops:
        free.update((n, None) for n in operator.inputs if n is not None and n not in made)
        made.update(n for n in operator.outputs if n is not None)
    free.update((n, None) for n in results if n not in made)
    return list(free)


def materialize(block: Block, value: Any, like: Sequence[Any] = ()) -> Variable:
    """A result of a traced function as a Variable; constants become tensors of the block, of the dtype of `like`.

    Raises UsageError for None.
    """
    made = block.as_variable(value, like)
    if made is None:
        raise UsageError(
            "a Variable is needed where None was returned", site=site(), fix="return the value that should go on"
        )
    return made


def declare_like(block: Block, prefix: str, variables: Sequence[Variable]) -> list[Variable]:
    """Fresh variables in `block` like the given ones."""
    return [block.declare(Variable(block, names(prefix), v.spec, stop_gradient=v.stop_gradient)) for v in variables]


def zero_filled_douts(block: Block, operator: Operator, douts: Sequence[Variable | None], count: int) -> list[Variable]:
    """The gradients of the first `count` outputs, zeros where there is none."""
    full: list[Variable] = []
    for name, dout in zip(operator.outputs[:count], douts, strict=False):
        assert name is not None
        if dout is None:
            dout = block.append(REGISTRY["zeros_like"], [operator.block.var_of(name)], {}).result()
        full.append(dout)
    return full


DeclareGrads = Callable[[Sequence[int]], list[Variable]]  # fresh variables for the gradients of inputs, by position


class BlockGradient(NamedTuple):
    """How the gradient of a control operator is made: which inputs get one, and what appends it to a block."""

    reaches: Callable[[Operator, int], bool]
    append: Callable[[Block, Operator, tuple[int, ...], Sequence[Variable | None], DeclareGrads], list[Operator]]


BLOCK_GRADIENTS: dict[Op, BlockGradient] = {}  # by control op; each is entered where the op is defined


def has_gradient(operator: Operator, position: int) -> bool:
    """True if the input at `position` of a control operator can receive a gradient."""
    found = BLOCK_GRADIENTS.get(operator.op)
    return found is None or found.reaches(operator, position)


def append_grad(
    block: Block,
    operator: Operator,
    wrt: tuple[int, ...],
    douts: list[Variable | None],
    targets: DeclareGrads,
) -> list[Operator]:
    """Append the gradient of a control operator; `targets` makes the variables that its results go to."""
    found = BLOCK_GRADIENTS.get(operator.op)
    if found is None:
        raise UnsupportedError(
            f"{operator.type}: the gradient of a gradient through a loop is not supported",
            site=operator.site,
            fix="write the iterations one after the other where second order is needed; cond has it",
        )
    return found.append(block, operator, wrt, douts, targets)


def check_bool(value: Any, what: str, where: str) -> None:
    """Raise UsageError or DTypeError unless it is a bool Variable (in dygraph a Tensor)."""
    check_variable(value, what, where)
    if value.dtype.kind != "b":
        raise DTypeError(
            f"The data type of '{what}' in {where} must be ['bool'], but received {value.dtype.name}.",
            facts={value.name: value.spec if isinstance(value, Variable) else value.shape},
            site=site(),
            fix=f"compare it, or cast({value.name}, 'bool')",
        )


def check_variable(value: Any, what: str, where: str) -> None:
    """Raise UsageError unless it is a Variable (in dygraph a Tensor)."""
    if not (isinstance(value, Variable) if mode.static else hasattr(value, "__apply_op__")):
        raise UsageError(
            f"The type of '{what}' in {where} must be {Variable}, but received {type(value)}.", site=site()
        )


def eager_condition(value: Any, what: str) -> bool:
    """In dygraph: what a condition says. Raises ModeError (an AssertionError) for what is not one bool."""
    if not hasattr(value, "__apply_op__"):
        raise ModeError(f"{what} must be Variable, but received {type(value)}", site=site())
    if value.size != 1:
        raise ModeError(
            f"{what}: condition input's numel should be 1", facts={"shape": value.shape}, site=site(), fix="use all()"
        )
    return bool(value)


def join_specs(a: TensorSpec, b: TensorSpec, what: str) -> TensorSpec:
    """What is true of both: dims that differ are unknown. Raises DTypeError or ArgumentError, saying of what."""
    facts = {"before": a, "after": b}
    if a.dtype is not b.dtype:
        raise DTypeError(f"{what} changes its data type in body", facts=facts, site=site(), fix="cast it back in body")
    if len(a.shape) != len(b.shape):
        raise ArgumentError(f"{what} changes its rank", facts=facts, site=site(), fix="reshape it back in body")
    return TensorSpec(tuple(x if x == y else None for x, y in zip(a.shape, b.shape, strict=True)), a.dtype)


def write_back(outer: Variable, spec: TensorSpec, stop_gradient: bool) -> Variable:
    """An outer variable as the output of the operator whose block writes it."""
    outer.spec = join_specs(outer.spec, spec, f"{outer.name}, which a block writes,")
    outer.stop_gradient = stop_gradient or not outer.dtype.floating
    return outer
