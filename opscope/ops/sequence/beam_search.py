"""Beam search over sequences with a LoD of two levels: a step of the search, and the final sentences.

The outer level of a LoD has the candidates of a source sentence; the inner level has the rows that continue each
candidate.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int32, int64
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError
from opscope.ops.registry import Sample, op
from opscope.ops.sequence.sequences import checked

_SENTENCES = (np.array([0, 2, 3]), np.arange(4))


def _search_samples() -> list[Sample]:
    pre_ids, pre_scores = np.array([[1], [2], [0]]), np.array([[-0.1], [-0.2], [-0.3]])
    ids, scores = np.array([[4, 2], [3, 5], [1, 6]]), np.array([[0.5, 0.3], [0.6, 0.1], [0.9, 0.2]])
    attrs = {"beam_size": 2, "end_id": 0, "level": 0}
    return [
        Sample(
            (pre_ids, pre_scores, given, scores, *_SENTENCES), {**attrs, "is_accumulated": accumulated}, smooth=False
        )
        for given, accumulated in ((ids, True), (None, False))
    ]


class _Candidate(NamedTuple):
    """Word that can continue a row."""

    row: int
    word: int
    score: float

    def is_worse(self, other: _Candidate) -> bool:
        return (self.score, self.row) < (other.score, other.row)


def _infer_search(
    pre_ids: TensorSpec, pre_scores: TensorSpec, ids: TensorSpec | None, scores: TensorSpec, *offsets: TensorSpec,
    beam_size: int, end_id: int, level: int, is_accumulated: bool,
) -> list[TensorSpec]:  # fmt: skip
    return [
        TensorSpec((None, 1), int64), TensorSpec((None, 1), pre_scores.dtype), TensorSpec((None,), int32),
        TensorSpec((offsets[level].shape[0],), int64), TensorSpec((dims.add(pre_ids.shape[0], 1),), int64),
    ]  # fmt: skip


@op(
    dtype_kinds={"pre_ids": "iu", "pre_scores": "f", "ids": "iu", "scores": "f"},
    infer=_infer_search,
    check_shapes=True,
    outputs=("selected_ids", "selected_scores", "parent_idx", "sources", "candidates"),
    samples=_search_samples,
)
def beam_search(
    xp: ArrayModule, pre_ids: Array, pre_scores: Array, ids: Array, scores: Array, *offsets: Array,
    beam_size: int, end_id: int, level: int, is_accumulated: bool,
) -> Any:  # fmt: skip
    """Return the beam_size best words of each source sentence: ids [N, 1], scores [N, 1], parents [N], and their LoD.

    Row i of ids and scores [rows, K] has the words that can follow pre_ids[i]; without ids, the columns are the words.
    A row that has ended can only end again. If all candidates of a sentence have ended, its rows are dropped.
    Order and ties are as in the kernel of Paddle 2.6.2.
    """
    rows = pre_ids.shape[0]
    bounds = checked(offsets[-1], rows)
    for outer in offsets[level:-1][::-1]:
        bounds = bounds[to_host(outer)]
    words, before = to_host(pre_ids).reshape(-1).tolist(), to_host(pre_scores).reshape(-1)
    given = to_host(scores).reshape(rows, -1)
    named = None if ids is None else to_host(ids).reshape(rows, -1)
    if not is_accumulated:
        with np.errstate(divide="ignore"):
            given = before[:, None] + np.log(given)
    chosen: list[list[_Candidate]] = [[] for _ in range(rows)]
    for begin, end in itertools.pairwise(bounds.tolist()):
        best: list[_Candidate] = []
        for row in range(begin, end):
            if words[row] == end_id:
                _insert(best, _Candidate(row, end_id, float(before[row])), beam_size)
                continue
            for column, score in enumerate(given[row].tolist()):
                word = column if named is None else int(named[row, column])
                _insert(best, _Candidate(row, word, score), beam_size)
        if all(c.word == end_id and words[c.row] == end_id for c in best):
            continue
        for candidate in best:
            chosen[candidate.row].append(candidate)
    flat = [candidate for of_row in chosen for candidate in of_row]
    return [
        xp.asarray([c.word for c in flat], dtype="int64").reshape(-1, 1),
        xp.asarray([c.score for c in flat], dtype=pre_scores.dtype).reshape(-1, 1),
        xp.asarray([c.row for c in flat], dtype="int32"),
        xp.asarray(bounds, dtype="int64"),
        xp.asarray([0, *itertools.accumulate(map(len, chosen))], dtype="int64"),
    ]


def _insert(best: list[_Candidate], new: _Candidate, size: int) -> None:
    """Keep the best candidates in order. Among equal candidates in a full list, the last one stays, as in Paddle."""
    if len(best) == size:
        if new.is_worse(best[-1]):
            return
        best.pop()
    at = len(best)
    while at and best[at - 1].is_worse(new):
        at -= 1
    best.insert(at, new)


def _decode_samples() -> list[Sample]:
    ids = np.array([[[9], [9]], [[2], [3]], [[0], [4]]])
    scores = np.array([[[0.0], [0.0]], [[-0.2], [-0.3]], [[-0.6], [-0.5]]])
    two = np.array([[0, 1, 2]] * 3)
    return [Sample((ids, scores, two, two), {"beam_size": 1, "end_id": 0}, smooth=False)]


def _infer_decode(
    ids: TensorSpec, scores: TensorSpec, sources: TensorSpec, candidates: TensorSpec, *, beam_size: int, end_id: int
) -> list[TensorSpec]:
    return [TensorSpec((None,), int64), TensorSpec((None,), scores.dtype), *[TensorSpec((None,), int64)] * 2]


@op(
    infer=_infer_decode,
    outputs=("sentence_ids", "sentence_scores", "sources", "sentences"),
    samples=_decode_samples,
)
def beam_search_decode(
    xp: ArrayModule, ids: Array, scores: Array, sources: Array, candidates: Array, *, beam_size: int, end_id: int
) -> Any:
    """Return the sentences, best sentence of a source first: ids [N], scores [N], and their LoD.

    The inputs are arrays of the selections of the steps, and of the two levels of their LoD. A sentence is read
    backwards from the last step at which its source had candidates; repeated ends are left out. Raises ArgumentError if
    a source has more than beam_size candidates.
    """
    steps = [
        _Step(*(to_host(part[k]).reshape(-1).tolist() for part in (ids, scores, sources, candidates)))
        for k in range(ids.shape[0])
    ]
    found = [_sentences(steps, source, end_id) for source in range(len(steps[0].sources) - 1)] if steps else []
    for source, each in enumerate(found):
        if len(each) > beam_size:
            raise ArgumentError(
                f"beam_search_decode: source {source} has {len(each)} candidates at its end, but beam_size "
                f"is {beam_size}",
                fix="pass the beam_size of beam_search",
            )
    flat = [sentence for each in found for sentence in each]
    dtype = scores.dtype if scores.dtype.kind == "f" else scores[0].dtype
    return [
        xp.asarray([word for sentence in flat for word, _ in sentence], dtype="int64"),
        xp.asarray([score for sentence in flat for _, score in sentence], dtype=dtype),
        xp.asarray([0, *itertools.accumulate(map(len, found))], dtype="int64"),
        xp.asarray([0, *itertools.accumulate(map(len, flat))], dtype="int64"),
    ]


class _Step(NamedTuple):
    """Selection of a step of the search, and the levels of its LoD."""

    ids: Sequence[int]
    scores: Sequence[float]
    sources: Sequence[int]
    candidates: Sequence[int]


def _sentences(steps: Sequence[_Step], source: int, end_id: int) -> list[list[tuple[int, float]]]:
    """Return the sentences of a source as lists of (word, score); the sentence with the best last score is first."""
    backwards: list[list[tuple[int, float]]] = []
    rows: list[int] = []  # where each sentence is at the step that follows
    for step in reversed(steps):
        first, last = step.sources[source], step.sources[source + 1]
        if not rows:
            rows = list(range(step.candidates[first], step.candidates[last]))
            backwards = [[] for _ in rows]
        for sentence, row in zip(backwards, rows, strict=True):
            if step.ids[row] != end_id or not sentence:
                sentence.append((step.ids[row], step.scores[row]))
        rows = [_parent(step.candidates, row) for row in rows]
    backwards.sort(key=lambda sentence: -sentence[0][1] if not math.isnan(sentence[0][1]) else math.inf)
    return [sentence[::-1] for sentence in backwards]


def _parent(candidates: Sequence[int], row: int) -> int:
    """Return the candidate of the previous step that a row continues."""
    return int(np.searchsorted(candidates, row, side="right")) - 1


__all__ = ["beam_search", "beam_search_decode"]
