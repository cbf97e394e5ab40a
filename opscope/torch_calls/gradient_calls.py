"""Links from calls of a backward pass to their forward calls, and to the parameters whose gradients they make."""

from __future__ import annotations

from typing import Any

from opscope.core.source import CodePosition
from opscope.eager.pylayer import opaque_op
from opscope.eager.tape import Tracked
from opscope.torch_calls.storages import torch

_NO_NUMBER = 1 << 63  # from which on a node has none: it is a parameter's


class GradientCall:
    """Stand-in for a node of PyTorch's graph: `position` is the position of the forward call.

    `edges` has the parameter whose gradient the calls of the node make, if it is a parameter's.
    """

    __slots__ = ("__weakref__", "edges", "position")
    op = opaque_op("gradient", "A node of PyTorch's graph.")

    def __init__(self, position: CodePosition | None, edges: tuple[Tracked, ...]) -> None:
        self.position = position
        self.edges = edges


class ForwardCalls:
    """The positions of the calls that made the nodes of PyTorch's graph, by the numbers of the nodes."""

    def __init__(self) -> None:
        self._positions: dict[int, CodePosition | None] = {}
        self._nodes: dict[int, GradientCall] = {}

    def note(self, position: CodePosition | None) -> None:
        """A call has run: the node that was made last is its, unless that is known of a call before."""
        self._positions.setdefault(torch.autograd._get_sequence_nr() - 1, position)

    def gradient_call(self, node: Any, parameter: Tracked | None) -> GradientCall:
        """Return the entry for the running node of PyTorch's graph. `parameter`: it accumulates its gradient."""
        number = node._sequence_nr()
        if number >= _NO_NUMBER:
            return GradientCall(None, () if parameter is None else (parameter,))
        found = self._nodes.get(number)
        if found is None:
            found = self._nodes[number] = GradientCall(self._positions.get(number), ())
        return found

    def forget(self) -> None:
        """A step is over. Graphs of it that live on keep their calls, and lose their lines."""
        self._positions.clear()
        self._nodes.clear()
