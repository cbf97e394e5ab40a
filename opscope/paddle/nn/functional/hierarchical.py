"""Hierarchical softmax loss: a class is found by a path through a tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ops.elementwise.arithmetic import clip, maximum
from opscope.ops.indexing.gather import gather
from opscope.ops.manipulation.reshape import reshape, squeeze, unsqueeze
from opscope.ops.nn.activation import softplus
from opscope.ops.public_functions import public
from opscope.ops.reduction import sum
from opscope.ops.registry import REGISTRY
from opscope.paddle.functions.arithmetic import cast
from opscope.paddle.functions.fill import assign


def turns_loss(input: Any, places: Any, turns: Any, there: Any, weight: Any, bias: Any) -> Any:
    """Return the loss [N, 1] of the `turns` at the nodes `places` [N, L] for input [N, D]; `there` masks missing nodes.

    weight [nodes, D], bias [nodes, 1] or None; turns and there are floats, 0 or 1.
    """
    embed = REGISTRY["embedding"]
    score = sum(embed(places, weight) * unsqueeze(input, axis=[1]), axis=[-1])
    if bias is not None:
        score = score + squeeze(embed(places, bias), axis=[-1])
    score = clip(score, min=-40.0, max=40.0)
    return sum((softplus(score) - turns * score) * there, axis=[1], keepdim=True)


def paths(classes: int) -> tuple[Any, Any, Any]:
    """Return paths to the classes of a complete binary tree: inner nodes, turns, and a mask of existing nodes."""
    longest = (2 * classes - 1).bit_length() - 1
    made = np.zeros((3, classes, longest), "int64")
    for label in range(classes):
        code = label + classes
        for bit in range(code.bit_length() - 1):
            made[:, label, bit] = (code >> (bit + 1)) - 1, (code >> bit) & 1, 1
    return made[0], made[1], made[2]


@public
def hsigmoid_loss(
    input: Any,
    label: Any,
    num_classes: int,
    weight: Any,
    bias: Any = None,
    path_table: Any = None,
    path_code: Any = None,
    is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """Return the loss [N, 1] of label [N] or [N, 1], by turns through a binary tree of the classes.

    weight [num_classes - 1, D] and bias [num_classes - 1, 1] belong to the inner nodes of a complete tree. For another
    tree, path_table [N, L] has the nodes on each path, with -1 after its end, and path_code [N, L] has the turns.
    Raises ArgumentError (a ValueError) for fewer than two classes, and for only one of path_table and path_code.
    Source: Morin & Bengio 2005.
    """
    if num_classes < 2:
        raise ArgumentError(f"num_classes must be at least 2, but it is {num_classes}", site=site())
    if (path_table is None) != (path_code is None):
        raise ArgumentError(
            "path_table and path_code must both be passed, or both be left out",
            site=site(),
            fix="pass both, or neither",
        )
    if path_table is None:
        at = reshape(label, shape=[-1])
        places, turns, there = (gather(assign(table), at) for table in paths(num_classes))
    else:
        places, turns, there = maximum(path_table, 0), path_code, path_table >= 0
    turns, there = cast(turns, input.dtype), cast(there, input.dtype)
    return turns_loss(input, places, turns * there, there, weight, bias)
