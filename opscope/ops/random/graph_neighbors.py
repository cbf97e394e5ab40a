"""Neighbors in a graph: some of them, drawn at random, and nodes numbered anew.

A graph is what Paddle calls CSC: the neighbors of node n are row[colptr[n]:colptr[n + 1]]. This is host work: the
lengths depend on the values.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.dtype import int32
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError
from opscope.ops.random.distributions import stream
from opscope.ops.registry import Sample, op

_ROW, _COLPTR = np.array([3, 7, 0, 9, 1, 4, 2]), np.array([0, 2, 4, 5, 6, 7])
_NODES, _EDGES = np.array([0, 4, 1]), np.arange(7)


def _sampled(row: TensorSpec, colptr: TensorSpec, nodes: TensorSpec, eids: Any = None, **_: Any) -> list[TensorSpec]:
    for what, given in (("colptr", colptr), ("input_nodes", nodes)):
        if given.dtype is not row.dtype or row.dtype.kind not in "iu":
            raise ArgumentError(f"row and {what} have one integer dtype", facts={"row": row, what: given})
    return [row.with_shape((None,)), TensorSpec((nodes.shape[0],), int32), row.with_shape((None,))]


def _around(colptr: Any, nodes: Any) -> list[Any]:
    """Of each node where its neighbors are in row."""
    starts, nodes = (to_host(v).reshape(-1) for v in (colptr, nodes))
    if nodes.size and (nodes.min() < 0 or nodes.max() + 1 >= starts.size):
        raise ArgumentError(f"input_nodes are numbers from 0 to {starts.size - 2}", fix="see that colptr is complete")
    return [np.arange(int(starts[n]), int(starts[n + 1])) for n in nodes]


def _picked(xp: Any, row: Any, eids: Any, places: list[Any]) -> list[Any]:
    flat = np.concatenate([np.empty(0, "int64"), *places]).astype("int64")
    row, counts = to_host(row).reshape(-1), np.array([p.size for p in places], "int32")
    edges = flat if eids is None else to_host(eids).reshape(-1)[flat]
    return [xp.asarray(row[flat]), xp.asarray(counts), xp.asarray(edges.astype(row.dtype))]


@op(
    infer=lambda row, colptr, nodes, eids=None, *, sample_size=-1, seed=0: _sampled(row, colptr, nodes, eids),
    outputs=("neighbors", "count", "edges"),
    checked=True,
    samples=lambda: [
        Sample((_ROW, _COLPTR, _NODES), {"sample_size": 1}),
        Sample((_ROW, _COLPTR, _NODES, _EDGES * 2), {"sample_size": 1}),
    ],
)
def graph_sample_neighbors(
    xp: Any, rng: Any, row: Any, colptr: Any, nodes: Any, eids: Any = None, *, sample_size: int = -1, seed: int = 0
) -> Any:
    """Of each node at most sample_size of its neighbors (all, below 0), how many, and the ids of their edges."""
    places, draws = _around(colptr, nodes), stream(np, rng, seed)
    if sample_size >= 0:
        places = [p if p.size <= sample_size else p[draws.permutation(p.size)[:sample_size]] for p in places]
    return _picked(xp, row, eids, places)


@op(
    infer=lambda row, colptr, weight, nodes, eids=None, *, sample_size=-1, seed=0: _sampled(row, colptr, nodes, eids),
    outputs=("neighbors", "count", "edges"),
    checked=True,
    samples=lambda: [Sample((_ROW, _COLPTR, np.arange(7) + 1.0, _NODES), {"sample_size": 1}, smooth=False)],
)
def weighted_sample_neighbors(
    xp: Any,
    rng: Any,
    row: Any,
    colptr: Any,
    weight: Any,
    nodes: Any,
    eids: Any = None,
    *,
    sample_size: int = -1,
    seed: int = 0,
) -> Any:
    """graph_sample_neighbors, drawn without replacement by the weights of the edges.

    Source: Efraimidis & Spirakis 2006: the largest of log(u) / weight.
    """
    places, draws, weight = _around(colptr, nodes), stream(np, rng, seed), to_host(weight).reshape(-1)
    if sample_size >= 0:
        with np.errstate(divide="ignore"):
            keys = [np.log(draws.random(size=(p.size,))) / weight[p] for p in places]
        places = [
            p if p.size <= sample_size else p[np.argsort(-k, kind="stable")[:sample_size]]
            for p, k in zip(places, keys, strict=True)
        ]
    return _picked(xp, row, eids, places)


def _renumbered(x: TensorSpec, neighbors: TensorSpec, count: TensorSpec) -> list[TensorSpec]:
    if x.dtype is not neighbors.dtype or x.dtype.kind not in "iu":
        raise ArgumentError("x and neighbors have one integer dtype", facts={"x": x, "neighbors": neighbors})
    return [neighbors, neighbors, x.with_shape((None,))]


@op(
    infer=_renumbered,
    outputs=("src", "dst", "nodes"),
    checked=True,
    samples=lambda: [
        Sample((np.array([0, 1, 2]), np.array([8, 9, 0, 4, 7, 6, 7]), np.array([2, 3, 2], "int32"))),
        Sample((np.array([5]), np.array([], "int64"), np.array([0], "int32"))),
    ],
)
def graph_reindex(xp: Any, x: Any, neighbors: Any, count: Any) -> Any:
    """(numbers of the neighbors, numbers of the nodes they belong to, all nodes by number): x come first.

    count: how many of the neighbors belong to each node of x, or of x several times over.
    """
    nodes, others, counts = (to_host(v).reshape(-1) for v in (x, neighbors, count))
    if counts.sum() != others.size or (nodes.size and counts.size % nodes.size):
        raise ArgumentError(
            f"count says {counts.sum()} neighbors of {counts.size} nodes, there are {others.size} of {nodes.size}"
        )
    every, first = np.unique(np.concatenate([nodes, others]), return_index=True)
    order = np.argsort(first)
    number = np.empty(every.size, "int64")
    number[order] = np.arange(every.size)
    dst = np.repeat(np.tile(np.arange(nodes.size), counts.size // max(nodes.size, 1)), counts)
    src = number[np.searchsorted(every, others)]
    return [xp.asarray(v.astype(nodes.dtype)) for v in (src, dst, every[order])]
