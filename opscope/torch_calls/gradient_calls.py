"""Links from calls of a backward pass to their forward calls, and to the parameters whose gradients they compute."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from opscope.core.source import CodePosition
from opscope.eager.pylayer import opaque_op
from opscope.eager.tape import Tracked
from opscope.torch_calls.storages import torch

KEPT_STEPS = 4  # in which a step's graph keeps its lines
MOST_KEPT = 100_000  # nodes whose lines are kept when a step ends
MOST_NODES = 1_000  # of one call
_NO_NUMBER = 1 << 63  # from which on a node has none: it is a parameter's
_next_number: Any = torch.autograd._get_sequence_nr
_is_grad_enabled: Any = torch.is_grad_enabled


class GradientCall:
    """Stand-in for a node of PyTorch's graph: `position` is the position of the forward call.

    If the node computes the gradient of a parameter, `edges` contains this parameter. `begins` is True if no node runs
    yet: the call creates the gradient of the loss, with which a backward pass begins. Then `edges` contains the loss.
    """

    __slots__ = ("__weakref__", "begins", "edges", "position")
    op = opaque_op("gradient", "A node of PyTorch's graph.")

    def __init__(self, position: CodePosition | None, edges: tuple[Tracked, ...], begins: bool = False) -> None:
        self.position = position
        self.edges = edges
        self.begins = begins


class ForwardCalls:
    """Positions of the calls that have created the nodes of PyTorch's graph, by the numbers of the nodes.

    The positions of the last few steps are stored, because a program may use a graph after an optimizer step, for
    example in a GAN.
    """

    def __init__(self) -> None:
        self._positions: dict[int, CodePosition | None] = {}
        self._nodes: dict[int, GradientCall] = {}
        self._next: int = _next_number()  # the number of the first node that is not noted
        self._last: CodePosition | None = None
        self._leaves_node = False
        self._starts: deque[int] = deque([self._next], KEPT_STEPS)  # the numbers at the starts of the last steps

    def note(self, position: CodePosition | None, writes: bool, given: Sequence[Any]) -> None:
        """Record the position of a finished call, for all nodes that were created since the last call.

        If a call writes to a view, PyTorch creates a node for the view after the call. So the first node after such a
        call still belongs to it. `writes` is True if this call writes to an argument. `given` are its arguments.
        """
        made: int = _next_number()
        if made != self._next:
            for number in range(max(self._next, made - MOST_NODES), made):
                self._positions[number] = self._last if self._leaves_node and number == self._next else position
            self._next = made
        self._last = position
        self._leaves_node = writes and _is_grad_enabled() and _writes_view(given)

    def skip(self) -> None:
        """Record that some calls were skipped. The nodes that these calls have created get no position."""
        self._next, self._last, self._leaves_node = _next_number(), None, False

    def gradient_call(self, node: Any, parameter: Tracked | None) -> GradientCall:
        """Return the GradientCall of a running node.

        parameter: the parameter whose gradient the node accumulates, or None.
        """
        number = node._sequence_nr()
        if number >= _NO_NUMBER:
            return GradientCall(None, () if parameter is None else (parameter,))
        found = self._nodes.get(number)
        if found is None:
            found = self._nodes[number] = GradientCall(self._positions.get(number), ())
        return found

    def end_step(self) -> None:
        """Delete the positions of old steps. If a graph of an old step is used later, its calls have no position."""
        self._nodes.clear()
        first = max(self._starts[0], self._next - MOST_KEPT)
        for number in [number for number in self._positions if number < first]:
            del self._positions[number]
        self._starts.append(self._next)


def _writes_view(given: Sequence[Any]) -> bool:
    """Return True if the first argument of a call is a view, and one of its arguments has a gradient."""
    tensors = [each for each in given if isinstance(each, torch.Tensor)]
    return bool(tensors) and tensors[0]._is_view() and any(each.requires_grad for each in tensors)
