"""Recompute: backward computes the values between checkpoints again, instead of keeping them.

The forward operators that lead to the loss are split into segments at the checkpoints. Values that cross the border of
a segment stay in memory. All other values are computed again as `<name>.subprog_<number>`, right before the gradients
of their segment. Random numbers are not drawn again. The seed of dropout is stored. The results of other random
operators and of Python functions are also stored. Source: Chen et al. 2016, Training Deep Nets with Sublinear Memory
Cost.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from opscope.core.annotations import ArrayModule
from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.errors import UnsupportedError
from opscope.ir.compat.program_ops import program_op
from opscope.ir.gradients.saved_values import saved_value
from opscope.ir.program.program import Block, Operator, Variable

_SEEDS = TensorSpec((1,), as_dtype("int32"))


def _seed(xp: ArrayModule, rng: Any, *, seed: int = 0) -> Any:
    """Return `seed`. If it is 0, return a random seed that is not 0."""
    return (
        xp.full((1,), seed, dtype="int32")
        if seed
        else rng.array_generator(xp).integers(1, 2**31 - 1, size=(1,)).astype("int32")
    )


SEED = program_op("seed", _seed, lambda **_: _SEEDS)


class _Recomputed(NamedTuple):
    """Variables that a recomputed operator reads and writes, by their original names."""

    reads: dict[str, Variable]
    writes: dict[str, Variable]


class Recompute:
    """Segments of a path of operators, and the values that were recomputed until now."""

    def __init__(self, block: Block, path: Sequence[Operator], checkpoints: Sequence[str]) -> None:
        self.block = block
        self.checkpoints = _sorted_checkpoints(path, checkpoints)
        path = _with_seeds(block, path)
        self.segments = [path[a:b] for a, b in _segment_bounds(path, self.checkpoints)]
        self.held = self._held(path)
        self._segment = {id(o): i for i, segment in enumerate(self.segments) for o in segment}
        self._recomputed: dict[int, _Recomputed] = {}
        for operator in (o for segment in self.segments for o in segment):
            if operator.blocks:
                raise UnsupportedError(
                    f"Recompute don't support ops with sub_block, invoke op: {operator!r}", site=operator.site,
                    fix="choose checkpoints directly before and after this operator",
                )  # fmt: skip

    def _held(self, path: Sequence[Operator]) -> set[str]:
        held = set(self.checkpoints)
        held.update(n for o in path if _keeps_results(o) for n in o.outputs if n is not None)
        made = {n for o in path for n in o.outputs}
        held.update(n for o in path for n in o.inputs if n is not None and n not in made)
        for segment in self.segments:
            inside = {id(o) for o in segment}
            outside = {n for o in path if id(o) not in inside for n in (*o.inputs, *o.outputs)}
            held.update(n for o in segment for n in (*o.inputs, *o.outputs) if n is not None and n in outside)
        return held

    def before_gradient(self, operator: Operator) -> None:
        """Append the recomputation of this operator's segment, unless it has been appended."""
        number = self._segment.get(id(operator))
        if number is not None and id(operator) not in self._recomputed:
            self._recompute(self.segments[number], f".subprog_{len(self.segments) - 1 - number}")

    def value(self, operator: Operator, name: str, written: bool = False) -> Variable:
        """Return the variable with the value that `operator` has read under this name.

        The value is either stored or computed again. If `written` is True, return the value that the operator has
        written.
        """
        recomputed = self._recomputed.get(id(operator))
        found = None if recomputed is None else (recomputed.writes if written else recomputed.reads).get(name)
        return saved_value(operator, name, written) if found is None else found

    def _recompute(self, segment: Sequence[Operator], suffix: str) -> None:
        current: dict[str, Variable] = {}
        for operator in segment:
            reads = {n: current[n] for n in operator.inputs if n is not None and n in current}
            writes = {
                n: self._declare_copy(n, suffix) for n in operator.outputs if n is not None and not self._is_held(n)
            }
            self._recomputed[id(operator)] = _Recomputed(reads, writes)
            if writes:
                values = [None if n is None else self.value(operator, n) for n in operator.inputs]
                outs = [None if n is None else writes.get(n) for n in operator.outputs]
                specs = [None if o is None else o.spec for o in outs]
                self.block.append(operator.op, values, operator.attrs, outputs=outs, specs=specs, of=operator)
            for name in operator.outputs:
                if name is not None:
                    current.pop(name, None)
            current.update(writes)

    def _is_held(self, name: str) -> bool:
        """Return True for values that stay in memory, and for persistable variables, which are written only once."""
        return name in self.held or self.block.var_of(name).persistable

    def _declare_copy(self, name: str, suffix: str) -> Variable:
        like, wanted, number = self.block.var_of(name), name + suffix, 1
        while self.block.find(wanted) is not None:
            wanted, number = f"{name}{suffix}@{number}", number + 1
        return self.block.declare(Variable(self.block, wanted, like.spec, stop_gradient=like.stop_gradient))


def _keeps_results(operator: Operator) -> bool:
    """True if the operator must run only once, because it draws random numbers or calls the user's Python code."""
    return operator.op.opaque or (operator.op.random and not _seeded(operator) and operator.attrs.get("training", True))


def _seeded(operator: Operator) -> bool:
    return operator.op.name == "dropout" and len(operator.inputs) > 1 and operator.inputs[1] is not None


def _with_seeds(block: Block, path: Sequence[Operator]) -> list[Operator]:
    """Return the path with a `seed` operator before every dropout that draws random numbers."""
    made: list[Operator] = []
    for operator in path:
        if operator.op.name == "dropout" and operator.attrs.get("training", True) and not _seeded(operator):
            out = block.declare(Variable(block, names("seed") + ".tmp_0", _SEEDS, stop_gradient=True))
            seed = block.append(
                SEED, (), {"seed": operator.attrs.get("seed", 0)}, outputs=[out], specs=[_SEEDS],
                at=block.ops.index(operator), of=operator,
            )  # fmt: skip
            seed.role = operator.role
            operator.inputs = (operator.inputs[0], out.name)
            made.append(seed)
        made.append(operator)
    return made


def _sorted_checkpoints(path: Sequence[Operator], checkpoints: Iterable[str]) -> list[str]:
    """Return the checkpoints on the path.

    Inputs of the path come first, and then the order is that of their computation.
    """
    made = {n: i for i, o in enumerate(path) for n in o.outputs}
    known = {n for o in path for n in (*o.inputs, *o.outputs)}
    return sorted((n for n in dict.fromkeys(checkpoints) if n in known), key=lambda n: made.get(n, -1))


def _segment_bounds(path: Sequence[Operator], checkpoints: Sequence[str]) -> list[tuple[int, int]]:
    """Return (start, stop) of each segment, as in Paddle.

    A segment goes from the first reader of a checkpoint to the writer of the next checkpoint.
    """
    reads: dict[str | None, int] = {}
    for i, operator in enumerate(path):
        for name in operator.inputs:
            reads.setdefault(name, i)
    made = {n: i for i, o in enumerate(path) for n in o.outputs}
    if len(checkpoints) == 1:
        end = made.get(checkpoints[0], -1)
        return [(0, end + 1)] if end > 0 else []
    cuts: list[tuple[int, int]] = []
    for a, b in itertools.pairwise(checkpoints):
        start, end = reads.get(a, len(path)), made.get(b, -1)
        if start < end:
            cuts.append((start, end + 1))
    if cuts and cuts[0][0]:
        cuts.insert(0, (0, cuts[0][0]))
    return cuts
