"""Recompute: backward makes again what lies between checkpoints, instead of keeping it.

The forward operators that lead to the loss are cut into segments at the checkpoints. What crosses the borders of a
segment is held; everything else of it is computed again, as `<name>.subprog_<number>`, right before its gradients.
Random numbers are not drawn again: dropout reads a seed that is held, and the results of other random operators, and
of the user's functions, are held themselves.
Source: Chen et al. 2016, Training Deep Nets with Sublinear Memory Cost.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from opscope.core.dtype import as_dtype
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.errors import UnsupportedError
from opscope.ir.compat.program_ops import program_op
from opscope.ir.gradients.saved_values import saved_value
from opscope.ir.program.program import Block, Operator, Variable

_SEEDS = TensorSpec((1,), as_dtype("int32"))


def _seed(xp: Any, rng: Any, *, seed: int = 0) -> Any:
    """A number, not 0, that makes the same random numbers wherever it is used; `seed` itself unless that is 0."""
    return xp.full((1,), seed, dtype="int32") if seed else rng.on(xp).integers(1, 2**31 - 1, size=(1,)).astype("int32")


SEED = program_op("seed", _seed, lambda **_: _SEEDS)


class _Recomputed(NamedTuple):
    """What an operator of a segment reads and writes when it is computed again, by its own names."""

    reads: dict[str, Variable]
    writes: dict[str, Variable]


class Recompute:
    """The segments of a path of operators, and what of them has been computed again so far."""

    def __init__(self, block: Block, path: Sequence[Operator], checkpoints: Sequence[str]) -> None:
        self.block = block
        self.checkpoints = _sorted_checkpoints(path, checkpoints)
        path = _with_seeds(block, path)
        self.segments = [path[a:b] for a, b in _segment_bounds(path, self.checkpoints)]
        self.held = self._held(path)
        self._segment = {id(o): i for i, segment in enumerate(self.segments) for o in segment}
        self._twins: dict[int, _Recomputed] = {}
        for operator in (o for segment in self.segments for o in segment):
            if operator.blocks:
                raise UnsupportedError(
                    f"Recompute don't support ops with sub_block, invoke op: {operator!r}", site=operator.site,
                    fix="choose checkpoints before and after it, so that it lies between segments",
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

    def enter(self, operator: Operator) -> None:
        """Append the segment of this operator again, if that has not been done."""
        number = self._segment.get(id(operator))
        if number is not None and id(operator) not in self._twins:
            self._again(self.segments[number], f".subprog_{len(self.segments) - 1 - number}")

    def value(self, operator: Operator, name: str, own: bool) -> Variable:
        """What `operator` has read (or, with own=False, written) under that name, computed again or held."""
        twins = self._twins.get(id(operator))
        found = None if twins is None else (twins.reads if own else twins.writes).get(name)
        return saved_value(operator, name, own) if found is None else found

    def _again(self, segment: Sequence[Operator], suffix: str) -> None:
        now: dict[str, Variable] = {}
        for operator in segment:
            reads = {n: now[n] for n in operator.inputs if n is not None and n in now}
            writes = {n: self._twin(n, suffix) for n in operator.outputs if n is not None and not self._stays(n)}
            self._twins[id(operator)] = _Recomputed(reads, writes)
            if writes:
                values = [None if n is None else self.value(operator, n, True) for n in operator.inputs]
                outs = [None if n is None else writes.get(n) for n in operator.outputs]
                specs = [None if o is None else o.spec for o in outs]
                self.block.append(operator.op, values, operator.attrs, outputs=outs, specs=specs, of=operator)
            for name in operator.outputs:
                if name is not None:
                    now.pop(name, None)
            now.update(writes)

    def _stays(self, name: str) -> bool:
        """True for what is there still, and must not be written again: statistics of a batch_norm, too."""
        return name in self.held or self.block.var_of(name).persistable

    def _twin(self, name: str, suffix: str) -> Variable:
        like, wanted, number = self.block.var_of(name), name + suffix, 1
        while self.block.find(wanted) is not None:
            wanted, number = f"{name}{suffix}@{number}", number + 1
        return self.block.declare(Variable(self.block, wanted, like.spec, stop_gradient=like.stop_gradient))


def _keeps_results(operator: Operator) -> bool:
    """True if it must run once only: it draws, or calls the user's Python."""
    return operator.op.opaque or (operator.op.random and not _seeded(operator) and operator.attrs.get("training", True))


def _seeded(operator: Operator) -> bool:
    return operator.op.name == "dropout" and len(operator.inputs) > 1 and operator.inputs[1] is not None


def _with_seeds(block: Block, path: Sequence[Operator]) -> list[Operator]:
    """The path, with every dropout that draws reading an operator `seed` before it."""
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
    """The checkpoints that the path knows, in the order in which it makes them: what it is given comes first."""
    made = {n: i for i, o in enumerate(path) for n in o.outputs}
    known = {n for o in path for n in (*o.inputs, *o.outputs)}
    return sorted((n for n in dict.fromkeys(checkpoints) if n in known), key=lambda n: made.get(n, -1))


def _segment_bounds(path: Sequence[Operator], checkpoints: Sequence[str]) -> list[tuple[int, int]]:
    """Where segments begin and end, as Paddle cuts them: from who first reads a checkpoint to who makes the next."""
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
