"""Evaluation of chunks in tagged sequences: numbers of inferred chunks, labeled chunks and correct chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import float32, int64
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.ops.registry import Sample, op
from opscope.ops.sequence.sequences import checked


class Scheme(NamedTuple):
    """Number of tags of a chunk type, and its tags for the first, inner, last and only element of a chunk; -1: none."""

    tags: int
    begin: int
    inside: int
    end: int
    single: int


SCHEMES = {
    "IOB": Scheme(2, 0, 1, -1, -1),
    "IOE": Scheme(2, -1, 0, 1, -1),
    "IOBES": Scheme(4, 0, 1, 2, 3),
    "plain": Scheme(1, -1, -1, -1, -1),
}


def _ends(scheme: Scheme, tag: int, after: int) -> bool:
    """True if a chunk ends between two elements of the same type."""
    if tag in (scheme.begin, scheme.inside):
        return after in (scheme.begin, scheme.single)
    return tag in (scheme.end, scheme.single)


def _chunk_begins(scheme: Scheme, tag: int, after: int) -> bool:
    """True if a chunk begins between two elements of the same type."""
    if after in (scheme.inside, scheme.end):
        return tag in (scheme.end, scheme.single)
    return after in (scheme.begin, scheme.single)


def chunks(labels: Sequence[int], scheme: Scheme, types: int) -> Iterator[tuple[int, int, int]]:
    """Return (first, last, type) of each chunk of a sequence; labels >= types * tags belong to no chunk."""
    start, tag, kind = -1, -1, types
    for i, label in enumerate(labels):
        before, former = tag, kind
        kind, tag = divmod(label, scheme.tags)
        other = kind != former
        if start >= 0 and (other or (kind != types and _ends(scheme, before, tag))):
            yield start, i - 1, former
            start = -1
        if kind != types and (other or _chunk_begins(scheme, before, tag)):
            start = i
    if start >= 0:
        yield start, len(labels) - 1, kind


def _counted(*_: TensorSpec, **__: Any) -> list[TensorSpec]:
    return [TensorSpec((1,), float32)] * 3 + [TensorSpec((1,), int64)] * 3


@op(
    dtype_kinds={"inference": "iu", "label": "iu"},
    infer=_counted,
    outputs=("precision", "recall", "f1", "num_infer", "num_label", "num_correct"),
    samples=lambda: [
        Sample(
            (np.array([0, 1, 4, 2, 3]), np.array([0, 1, 4, 2, 2]), np.array([0, 3, 5])),
            {"chunk_scheme": "IOB", "num_chunk_types": 2, "excluded_chunk_types": ()},
        )
    ],
)
def chunk_eval(
    xp: ArrayModule,
    inference: Array,
    label: Array,
    offsets: Array,
    *,
    chunk_scheme: str,
    num_chunk_types: int,
    excluded_chunk_types: Sequence[int] = (),
) -> Array:
    """Return precision, recall and F1 of chunks, float32 [1], and counts of inferred, labeled and correct chunks."""
    bounds = checked(offsets, label.shape[0]).tolist()
    sides: list[set[tuple[int, ...]]] = []
    for side in (inference, label):
        host = to_host(side).reshape(-1).tolist()
        sides.append({
            (i, *chunk)
            for i in range(len(bounds) - 1)
            for chunk in chunks(host[bounds[i] : bounds[i + 1]], SCHEMES[chunk_scheme], num_chunk_types)
            if chunk[2] not in excluded_chunk_types
        })  # fmt: skip
    found, true = sides
    both = len(found & true)
    precision, recall = both / max(len(found), 1), both / max(len(true), 1)
    f1 = 2 * precision * recall / (precision + recall) if both else 0.0
    scores = [xp.asarray(np.array([v], "float32")) for v in (precision, recall, f1)]
    return [*scores, *(xp.asarray(np.array([n], "int64")) for n in (len(found), len(true), both))]
