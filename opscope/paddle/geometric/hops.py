"""A part of a graph: some nodes, neighbors of theirs, neighbors of those."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ops.api import public
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import reshape
from opscope.ops.random.graph_neighbors import graph_reindex, graph_sample_neighbors
from opscope.paddle.functions.fill import arange


@public
def graph_khop_sampler(
    row: Any,
    colptr: Any,
    input_nodes: Any,
    sample_sizes: Sequence[int],
    sorted_eids: Any = None,
    return_eids: bool = False,
    name: str | None = None,
) -> Any:
    """(sources [edges, 1], destinations [edges, 1], all nodes, the places of input_nodes among them, edge ids).

    In each round at most so many neighbors are drawn of each node that the round before has found; sources and
    destinations are places among all nodes. The ids are there if return_eids. Raises ArgumentError (a ValueError) for
    return_eids without sorted_eids, and for no rounds.
    """
    if return_eids and sorted_eids is None:
        raise ArgumentError("`sorted_eid` should not be None if return_eids is True.", site=site())
    if not sample_sizes:
        raise ArgumentError("sample_sizes says nothing", site=site(), fix="give a number for each round")
    start = reshape(input_nodes, shape=[-1])
    nodes = new = start
    found: list[list[Any]] = [[], [], []]
    asked: list[Any] = []
    src: Any = None
    dst: Any = None
    for size in sample_sizes:
        drawn = graph_sample_neighbors(row, colptr, new, sorted_eids if return_eids else None, sample_size=size)
        asked.append(new)
        for kept, part in zip(found, drawn, strict=True):
            kept.append(part)
        neighbors, counts, _ = (concat_split.concat(parts, axis=0) for parts in found)
        known = int(nodes.shape[0])
        src, dst, nodes = graph_reindex(concat_split.concat(asked, axis=0), neighbors, counts)
        new = nodes[known:]
    edges = (reshape(src, shape=[-1, 1]), reshape(dst, shape=[-1, 1]))
    ids = (concat_split.concat(found[2], axis=0),) if return_eids else ()
    return (*edges, nodes, arange(int(start.shape[0]), dtype=start.dtype), *ids)
