"""The walk back through the tape: the same for `backward`, `grad` and `create_graph`.

Gradients are plain arrays, or Tensors when they are to be differentiated again.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import Any

from opscope.eager.tape import Hooks, Node, Tracked, edge_of, grad_mode
from opscope.errors import RunError, UsageError


class Walk:
    """One reverse walk. `wanted` maps edges or leaves to be captured, not accumulated; `blocked` let nothing through.

    Edges are (node, output index); leaves are known by their id.
    """

    def __init__(
        self,
        create_graph: bool,
        retain_graph: bool,
        wanted: dict[Any, int] | None = None,
        blocked: Iterable[Any] = (),
    ) -> None:
        self.among, self.blocked = frozenset(blocked), frozenset[Any]()
        self.create_graph = create_graph
        self.retain_graph = retain_graph
        self.wanted = wanted
        self.found: dict[int, Any] = {}
        self.pending: dict[Node, list[Any]] = {}
        self.queue: list[tuple[int, Node]] = []
        self.leaves: dict[int, tuple[Tracked, Any]] = {}

    def run(self, roots: Iterable[tuple[Tracked, Any]]) -> None:
        """From the roots (tensor, gradient) to the leaves."""
        roots = list(roots)
        if not roots:
            return
        self.kind = type(roots[0][0])
        with grad_mode(self.create_graph):
            for tensor, grad in roots:
                self._receive(edge_of(tensor), grad if self.create_graph else grad._value)
            self.blocked = self.among  # what begins at a blocked tensor goes on
            while self.queue:
                _, node = heapq.heappop(self.queue)
                self._visit(node, self.pending.pop(node))
            for tensor, grad in self.leaves.values():
                self._arrive(tensor, grad)

    def _receive(self, edge: Any, grad: Any) -> None:
        if grad is None or edge is None:
            return
        if self.blocked and (id(edge) if isinstance(edge, Tracked) else edge) in self.blocked:
            return
        if isinstance(edge, Tracked):
            former = self.leaves.get(id(edge))
            self.leaves[id(edge)] = (edge, grad if former is None else former[1] + grad)
            return
        node, index = edge
        slots = self.pending.get(node)
        if slots is None:
            slots = self.pending[node] = [None] * node.pullback.n_out
            heapq.heappush(self.queue, (-node.order, node))
        slots[index] = grad if slots[index] is None else slots[index] + grad

    def _visit(self, node: Node, douts: list[Any]) -> None:
        if node.hooks or self.wanted is not None:
            self._show(node, douts)
        grads = node.pull(douts, self.kind if self.create_graph else None)
        for edge, grad in zip(node.edges, grads, strict=True):
            self._receive(edge, grad)
        if not self.retain_graph:
            node.release()

    def _show(self, node: Node, douts: list[Any]) -> None:
        """The gradients of a node's outputs to those who asked for them; hooks may replace them."""
        for index, hooks in node.hooks.items():
            if douts[index] is not None:
                douts[index] = self._hooked(hooks, douts[index])
        if self.wanted is None:
            return
        for index, dout in enumerate(douts):
            if (node, index) in self.wanted:
                self.found[self.wanted[(node, index)]] = dout

    def _hooked(self, hooks: Hooks, grad: Any) -> Any:
        tensor = self._plain(grad)
        for hook in list(hooks.values()):
            result = hook(tensor)
            if result is not None and not isinstance(result, Tracked):
                raise UsageError(
                    f"a hook must return a Tensor or None, but returned {type(result).__name__}",
                    facts={"hook": getattr(hook, "__name__", repr(hook))},
                    fix="return paddle.to_tensor(...) of it",
                )
            if result is not None and result._value.dtype != tensor._value.dtype:
                before, after = tensor._value.dtype.name, result._value.dtype.name
                raise RunError(
                    f"The dtype of tensor before({before}) and after({after}) hook are not consistent",
                    facts={"hook": getattr(hook, "__name__", repr(hook))},
                    fix=f"return result.astype({before!r})",
                )
            tensor = tensor if result is None else result
        return tensor if self.create_graph else tensor._value

    def _plain(self, grad: Any) -> Any:
        return grad if isinstance(grad, Tracked) else self.kind(grad)

    def _arrive(self, tensor: Tracked, grad: Any) -> None:
        if self.wanted is not None:
            if id(tensor) in self.wanted:
                self.found[self.wanted[id(tensor)]] = grad
            return
        if tensor._hooks:
            grad = self._hooked(tensor._hooks, grad)
        tensor.accumulate(grad)
        for hook in tensor.accumulated:
            hook()
