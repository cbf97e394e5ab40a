"""Neighbors of nodes, drawn at random."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ops.api import public
from opscope.ops.random import graph_neighbors


def _edges(eids: Any, return_eids: bool) -> None:
    if return_eids and eids is None:
        raise ArgumentError("`eids` should not be None if `return_eids` is True.", site=site())


@public
def sample_neighbors(
    row: Any,
    colptr: Any,
    input_nodes: Any,
    sample_size: int = -1,
    eids: Any = None,
    return_eids: bool = False,
    perm_buffer: Any = None,
    name: str | None = None,
) -> Any:
    """(neighbors, how many of each node, the ids of their edges if return_eids): at most sample_size of each, -1: all.

    The neighbors of node n are row[colptr[n]:colptr[n + 1]]; perm_buffer only makes Paddle faster on a GPU.
    Raises ArgumentError (a ValueError) for return_eids without eids.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/geometric/sample_neighbors_en.html
    """
    _edges(eids, return_eids)
    out = graph_neighbors.graph_sample_neighbors(row, colptr, input_nodes, eids, sample_size=sample_size)
    return tuple(out) if return_eids else tuple(out[:2])


@public
def weighted_sample_neighbors(
    row: Any,
    colptr: Any,
    edge_weight: Any,
    input_nodes: Any,
    sample_size: int = -1,
    eids: Any = None,
    return_eids: bool = False,
    name: str | None = None,
) -> Any:
    """sample_neighbors, where an edge is drawn the more often the larger its weight is."""
    _edges(eids, return_eids)
    out = graph_neighbors.weighted_sample_neighbors(
        row, colptr, edge_weight, input_nodes, eids, sample_size=sample_size
    )
    return tuple(out) if return_eids else tuple(out[:2])


@public
def graph_sample_neighbors(
    row: Any,
    colptr: Any,
    input_nodes: Any,
    eids: Any = None,
    perm_buffer: Any = None,
    sample_size: int = -1,
    return_eids: bool = False,
    flag_perm_buffer: bool = False,
    name: str | None = None,
) -> Any:
    """sample_neighbors under its older name."""
    return sample_neighbors(row, colptr, input_nodes, sample_size, eids, return_eids)
