"""Decoding: the best sequence, followed backwards through the choices of each step."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int64
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import samples
from opscope.ops.registry import Sample, op


def _infer_same_shape(ids: TensorSpec, parents: TensorSpec) -> TensorSpec:
    if (
        ids.rank != 3
        or parents.rank != 3
        or any(None not in (a, b) and a != b for a, b in zip(ids.shape, parents.shape, strict=True))
    ):
        raise ArgumentError(
            "The shape of Input(Parents) must be same with the shape of Input(Ids).",
            facts={"ids": ids, "parents": parents}, fix="give both the shape [steps, batch, beams]",
        )  # fmt: skip
    return ids


@op(
    dtype_kinds="iu",
    infer=_infer_same_shape,
    check_shapes=True,
    samples=lambda: [Sample((samples.integers(3, 2, 2, below=9), samples.integers(3, 2, 2, below=2)))],
)
def gather_tree(xp: ArrayModule, ids: Array, parents: Array) -> Array:
    """Return the sequences of a beam search: for each beam of the last step, the ids from the first to the last step.

    ids and parents [steps, batch, beams]: the chosen ids, and the beam of the previous step that each choice continues.
    """
    out = xp.empty_like(ids)
    if not ids.shape[0]:
        return out
    out[-1], at = ids[-1], parents[-1]
    for step in range(ids.shape[0] - 2, -1, -1):
        out[step] = xp.take_along_axis(ids[step], at, axis=1)
        at = xp.take_along_axis(parents[step], at, axis=1)
    return out


def _viterbi(
    potentials: TensorSpec, transitions: TensorSpec, lengths: TensorSpec, *, include_bos_eos_tag: bool = True
) -> list[TensorSpec]:
    if potentials.rank != 3 or transitions.rank != 2 or lengths.rank != 1:
        raise ShapeError(
            "viterbi_decode: potentials must be [batch, length, tags], transitions [tags, tags] and lengths [batch]",
            facts={"potentials": potentials, "transitions": transitions, "lengths": lengths},
            fix="reshape the input that differs",
        )
    batch, _, tags = potentials.shape
    for size in transitions.shape:
        if None not in (size, tags) and size != tags:
            raise ArgumentError(f"The number of tags of Input ({tags}) and Transition ({size}) should be equal.")
    if None not in (batch, lengths.shape[0]) and batch != lengths.shape[0]:
        raise ArgumentError("The batch size of Input and Length should be equal.", facts={"lengths": lengths})
    return [potentials.with_shape((batch,)), TensorSpec((batch, None), int64)]


_LENGTHS = np.array([4, 2, 1])


@op(
    dtype_kinds={"potentials": "f", "transitions": "f", "lengths": "iu"},
    infer=_viterbi,
    check_shapes=True,
    outputs=("scores", "paths"),
    samples=lambda: [
        Sample(
            (samples.distinct(3, 5, 4), samples.distinct(4, 4, seed=1), _LENGTHS), {"include_bos_eos_tag": tag}, False
        )
        for tag in (True, False)
    ],
)
def viterbi_decode(
    xp: ArrayModule, potentials: Array, transitions: Array, lengths: Array, *, include_bos_eos_tag: bool = True
) -> Array:
    """Return the score of the best sequence of tags [batch], and its tags [batch, longest], with 0 after the end.

    The score of a sequence is the sum of its potentials [batch, length, tags] and its transitions [from, to]. With
    include_bos_eos_tag, a sequence starts from the last tag, and row -2 of transitions is added for the end, as in
    Paddle.
    """
    host = to_host(lengths)
    longest = int(host.max()) if host.size else 0
    if longest > potentials.shape[1] or (host.size and host.min() < 0):
        raise ArgumentError(f"viterbi_decode: lengths must be 0 to {potentials.shape[1]}, not {host.tolist()}")
    alive = lengths[:, None]
    alpha = potentials[:, 0] + transitions[-1] if include_bos_eos_tag else potentials[:, 0] + 0
    end = transitions[-2] if include_bos_eos_tag else xp.zeros_like(transitions[0])
    alpha = xp.where(alive == 1, alpha + end, alpha)
    choices: list[Any] = []
    for t in range(1, longest):
        ways = alpha[:, :, None] + transitions[None]
        choices.append(xp.argmax(ways, axis=1))
        now = xp.max(ways, axis=1) + potentials[:, t]
        alpha = xp.where(t < alive, xp.where(alive == t + 1, now + end, now), alpha)
    at = xp.argmax(alpha, axis=1)
    paths = xp.zeros((potentials.shape[0], longest), dtype="int64")
    for t in range(longest - 1, -1, -1):
        paths[:, t] = xp.where(t < lengths, at, 0)
        if t:
            back = xp.take_along_axis(choices[t - 1], at[:, None], axis=1)[:, 0]
            at = xp.where(t < lengths, back, at)
    return [xp.max(alpha, axis=1), paths]
