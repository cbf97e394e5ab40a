"""Operators that own blocks: tracing of functions into blocks, and the gradient rules of such operators.

Names that a block reads and an outer block assigns become extra inputs of the operator. Therefore, functions may use
outer variables. If a gradient block reads values inside a block, these values become extra outputs (`saved`) of the
operator. Therefore, nothing is computed twice, and random numbers are drawn once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from opscope.core.annotations import Array, ArrayModule
from opscope.core.shape import Shape
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import mode, names
from opscope.errors import ArgumentError, DTypeError, ModeError, RunError, UnsupportedError, UsageError
from opscope.ir.program.outer_writes import refuse_outer_writes
from opscope.ir.program.program import Block, Operator, Program, Variable
from opscope.ops.registry import REGISTRY, Op


def control_op(name: str) -> Op:
    """Return an op without its own kernel: `runtime.control` runs its blocks."""

    def kernel(xp: ArrayModule, *input: Array, **attrs: Any) -> Any:
        raise RunError(f"{name} cannot be called directly, because it contains blocks")

    def infer(*specs: TensorSpec, **attrs: Any) -> Any:
        raise RunError(f"{name} has no shape rule: to append it to a block, pass the specs of its outputs")

    kernel.__name__ = name
    kernel.__doc__ = f"Runs the blocks of {name}."
    op = Op(kernel, infer=infer, outputs=("*out",))
    op.joint_vjp = kernel  # makes the op differentiable; has_gradient() below decides for each input
    return op


def trace_block(
    program: Program, function: Callable[..., Any], args: Sequence[Any], writes: bool = False
) -> tuple[Block, Any]:
    """Call `function` with a new current block. If the function raises an error, the program is restored.

    If `writes` is True, the function may write outer variables, which the caller handles (`convert_to_ssa`). Otherwise
    a write is an error.
    """
    count = len(program.blocks)
    outer = program.current_block_idx
    with program.within(current_block_idx=outer):
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
            program.touch()


def free_names(block: Block, results: Sequence[str] = ()) -> list[str]:
    """Return the names that the block reads before it assigns them, in the order of their first use."""
    made: set[str] = set()
    free: dict[str, None] = {}
    for operator in block.ops:
        free.update((n, None) for n in operator.inputs if n is not None and n not in made)
        made.update(n for n in operator.outputs if n is not None)
    free.update((n, None) for n in results if n not in made)
    return list(free)


def materialize(block: Block, value: Any, like: Sequence[Any] = ()) -> Variable:
    """Convert a result of a traced function to a Variable. Constants take the dtype of `like`.

    Raises UsageError for None.
    """
    made = block.as_variable(value, like)
    if made is None:
        raise UsageError("a function returned None where a Variable is needed", site=site(), fix="return a value")
    return made


def declare_like(block: Block, prefix: str, variables: Sequence[Variable]) -> list[Variable]:
    """Declare new variables in `block` with the specs of the given variables."""
    return [block.declare(Variable(block, names(prefix), v.spec, stop_gradient=v.stop_gradient)) for v in variables]


def zero_filled_douts(block: Block, operator: Operator, douts: Sequence[Variable | None], count: int) -> list[Variable]:
    """Return the gradients of the first `count` outputs, with zeros for outputs without a gradient."""
    full: list[Variable] = []
    for name, dout in zip(operator.outputs[:count], douts, strict=False):
        assert name is not None
        if dout is None:
            dout = block.append(REGISTRY["zeros_like"], [operator.block.var_of(name)], {}).result()
        full.append(dout)
    return full


DeclareGrads = Callable[[Sequence[int]], list[Variable]]  # declares the gradients of inputs, by position


class BlockGradient(NamedTuple):
    """Gradient rule of a control op: a test for inputs with a gradient, and a function that appends the operators."""

    has_gradient: Callable[[Operator, int], bool]
    append: Callable[[Block, Operator, tuple[int, ...], Sequence[Variable | None], DeclareGrads], list[Operator]]


BLOCK_GRADIENTS: dict[Op, BlockGradient] = {}  # by control op; filled where the ops are defined


def has_gradient(operator: Operator, position: int) -> bool:
    """True if the input at `position` of a control operator has a gradient."""
    found = BLOCK_GRADIENTS.get(operator.op)
    return found is None or found.has_gradient(operator, position)


def append_block_gradient(
    block: Block,
    operator: Operator,
    wrt: tuple[int, ...],
    douts: list[Variable | None],
    declare_grads: DeclareGrads,
) -> list[Operator]:
    """Append the gradient of a control operator. `declare_grads` declares the variables of the gradients."""
    found = BLOCK_GRADIENTS.get(operator.op)
    if found is None:
        raise UnsupportedError(
            f"{operator.type}: the gradient of a gradient through a loop is not supported",
            site=operator.site,
            fix="where second-order gradients are needed, unroll the loop, or use cond instead of a loop",
        )
    return found.append(block, operator, wrt, douts, declare_grads)


def check_bool(value: Any, what: str, where: str) -> None:
    """Raise UsageError or DTypeError if `value` is not a bool Variable (in dygraph, a Tensor)."""
    check_variable(value, what, where)
    if value.dtype.kind != "b":
        raise DTypeError(
            f"The data type of '{what}' in {where} must be ['bool'], but received {value.dtype.name}.",
            facts={value.name: value.spec if isinstance(value, Variable) else value.shape},
            site=site(),
            fix=f"compare the value, or cast({value.name}, 'bool')",
        )


def check_variable(value: Any, what: str, where: str) -> None:
    """Raise UsageError if `value` is not a Variable (in dygraph, a Tensor)."""
    if not (isinstance(value, Variable) if mode.static else hasattr(value, "__apply_op__")):
        raise UsageError(
            f"The type of '{what}' in {where} must be {Variable}, but received {type(value)}.", site=site()
        )


def eager_condition(value: Any, what: str) -> bool:
    """Return the value of a condition in dygraph. Raises ModeError (an AssertionError) unless it is a single bool."""
    if not hasattr(value, "__apply_op__"):
        raise ModeError(f"{what} must be Variable, but received {type(value)}", site=site())
    if value.size != 1:
        raise ModeError(
            f"{what}: condition input's numel should be 1", facts={"shape": value.shape}, site=site(), fix="use all()"
        )
    return bool(value)


def join_shapes(a: Shape, b: Shape) -> Shape:
    """Return the shape that covers two shapes of the same rank. Dims that differ become unknown."""
    return tuple(x if x == y else None for x, y in zip(a, b, strict=True))


def join_specs(a: TensorSpec, b: TensorSpec, what: str) -> TensorSpec:
    """Return the spec that covers two specs. Dims that differ become unknown.

    Raises DTypeError or ArgumentError, with `what` in the text, if this is not possible.
    """
    facts = {"before": a, "after": b}
    if a.dtype is not b.dtype:
        raise DTypeError(
            f"{what} changes its data type in body", facts=facts, site=site(), fix="cast the variable back in body"
        )
    if len(a.shape) != len(b.shape):
        raise ArgumentError(
            f"{what} changes its rank in body", facts=facts, site=site(), fix="reshape the variable back in body"
        )
    return TensorSpec(join_shapes(a.shape, b.shape), a.dtype)


def write_back(outer: Variable, spec: TensorSpec, stop_gradient: bool) -> Variable:
    """Add an output to the operator that owns a block, for an outer variable that the block writes."""
    outer.spec = join_specs(outer.spec, spec, f"{outer.name}, which a block writes,")
    outer.stop_gradient = stop_gradient or not outer.dtype.floating
    return outer
