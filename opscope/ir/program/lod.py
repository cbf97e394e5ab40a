"""LoD (level of detail): a batch of sequences of different lengths is stored as its rows and their offsets.

The offsets of each level, [N + 1] int64, are ordinary variables. The offsets of an input `x` are fed as `x@LOD_0`.
`lod_reset` attaches offsets that operators compute. The offsets of other variables follow from the program. If an
operator keeps the rows of its first input, its outputs have the LoD of this input.
"""

from __future__ import annotations

from typing import NamedTuple

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ir.program.program import GRAD, Block, Operator, Variable
from opscope.ops import infer
from opscope.ops.sequence.sequences import lod_reset

_OFFSETS_MARK = "@LOD_"

# The ops that copy the LoD of their first input to the output in Paddle 2.6.2: those with an elementwise shape rule,
# and the named ones. All others drop it: reductions, matmul (but not mul, which layers use), transpose, gather, argmax.
_ELEMENTWISE_RULES = (infer.same, infer.along_axis, infer.floating, infer.broadcast, infer.predicate)
_ROWWISE_OPS = frozenset((
    *("mul", "embedding", "one_hot", "cast", "cast_like", "scale", "dropout", "divide", "logical_not", "where", "pad"),
    *("split", "stack", "reshape", "squeeze", "unsqueeze", "flatten", "expand", "tile", "full_like", "topk"),
    *("argsort", "cumsum", "layer_norm", "batch_norm", "group_norm", "softmax_with_cross_entropy", "prelu", "isnan"),
    *("isinf", "isfinite", "sequence_softmax"),
))  # fmt: skip


class LodSource(NamedTuple):
    """Origin of a LoD: a data variable whose feed has the LoD, or a lod_reset operator."""

    data: Variable | None = None
    reset_op: Operator | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables with the offsets, outermost level first."""
        if self.reset_op is not None:
            return tuple(n for n in self.reset_op.inputs[1:] if n is not None)
        assert self.data is not None
        return tuple(f"{self.data.name}{_OFFSETS_MARK}{level}" for level in range(self.data.lod_level))


def lod_source(variable: Variable) -> LodSource | None:
    """Return the origin of a variable's LoD. Return None without a LoD."""
    seen: set[str] = set()
    while variable.name not in seen:
        seen.add(variable.name)
        if variable.name.endswith(GRAD):
            kept = variable.block.find(variable.name.removesuffix(GRAD))
        elif variable.op is None or variable.name in variable.op.inputs:
            return LodSource(data=variable) if variable.is_data else None
        elif variable.op.op is lod_reset:
            return LodSource(reset_op=variable.op)
        else:
            kept = _lod_input(variable.op)
        if kept is None:
            return None
        variable = kept
    return None


def _lod_input(operator: Operator) -> Variable | None:
    """Return the input whose LoD the operator copies to its outputs."""
    op = operator.op
    if op.name == "getitem":
        hands_on = tuple(operator.attrs["index"])[:1] == ((None, None, None),)
    elif op.name == "concat":
        hands_on = operator.attrs.get("axis", 0) != 0
    else:
        hands_on = op.name in _ROWWISE_OPS or getattr(op.infer, "__wrapped__", op.infer) in _ELEMENTWISE_RULES
    first = operator.inputs[0] if hands_on and operator.inputs else None
    return None if first is None else operator.block.find(first)


def lod_of(variable: Variable) -> tuple[Variable, ...]:
    """Return the offsets of each level, outermost level first. Return () if the variable has no LoD.

    Declares the offsets of a data variable if needed.
    """
    source = lod_source(variable)
    if source is None:
        return ()
    if source.data is None:
        assert source.reset_op is not None
        return tuple(map(source.reset_op.block.var_of, source.names))
    block: Block = source.data.block
    return tuple(
        block.vars[n] if n in block.vars else block.create_var(n, [None], "int64", stop_gradient=True, is_data=True)
        for n in source.names
    )


def offsets_of(variable: Variable, where: str, what: str = "X") -> Variable:
    """Return the offsets of the innermost level. A data variable without a LoD gets lod_level 1.

    Raises ArgumentError if the variable cannot have a LoD.
    """
    source = lod_source(variable)
    if source is not None and source.data is not None and not source.data.lod_level:
        source.data.lod_level = 1
    levels = lod_of(variable)
    if not levels:
        raise ArgumentError(
            f"Input({what}) of {where} does not contain LoD information: {variable.name} is not computed row by row "
            "from a variable with LoD information", facts={variable.name: variable.spec}, site=site(),
            fix="call lod_reset(x, y) to give x the LoD of y",
        )  # fmt: skip
    return levels[-1]


def rows_name(name: str) -> str:
    """Return the name of the data variable whose offsets this variable has. Return "" if it has no offsets."""
    return name.rpartition(_OFFSETS_MARK)[0]


__all__ = ["LodSource", "lod_of", "lod_source", "offsets_of", "rows_name"]
