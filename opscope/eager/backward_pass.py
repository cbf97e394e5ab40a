"""BackwardPass, which traverses the tape in reverse order for `backward` and `grad`.

Gradients are arrays, or Tensors if they must be differentiated again (`create_graph`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any

from opscope.core.annotations import Array
from opscope.eager.optimizers.zero_gradients import FACTOR_OPS, linked_to_factors
from opscope.eager.sparse_gradient import SelectedRows, as_tensor
from opscope.eager.tape import Hooks, TapeNode, Tracked, edge_of, grad_recording, zeros
from opscope.errors import RunError, ShapeError, UsageError

Leaves = Mapping[int, tuple[Tracked, Any]]  # by id: each leaf that a pass has reached, with the gradient that it added
backward_listeners: list[Callable[[Leaves], None]] = []  # called after a pass that has accumulated gradients


class BackwardPass:
    """Traversal of the tape in reverse order, which computes gradients.

    Gradients of edges and leaves in `wanted` are returned, and are not added to `.grad`.

        Edges and leaves in `blocked` stop gradients. An edge is a pair (node, output index). A leaf is identified by
        its id.
    """

    def __init__(
        self,
        create_graph: bool,
        retain_graph: bool,
        wanted: dict[Any, int] | None = None,
        blocked: Iterable[Any] = (),
    ) -> None:
        self.no_grad, self.blocked = frozenset(blocked), frozenset[Any]()
        self.create_graph = create_graph
        self.retain_graph = retain_graph
        self.wanted = wanted
        self.captured: dict[int, Any] = {}
        self.pending: dict[TapeNode, list[Any]] = {}
        self.queue: list[tuple[int, TapeNode]] = []
        self.leaves: dict[int, tuple[Tracked, Any]] = {}

    def run(self, roots: Iterable[tuple[Tracked, Any]]) -> None:
        """Propagate gradients from the roots to the leaves. Each root is a pair (tensor, gradient)."""
        roots = list(roots)
        if not roots:
            return
        self.tensor_class = type(roots[0][0])
        with grad_recording(self.create_graph):
            for tensor, grad in roots:
                self._add_gradient(edge_of(tensor), grad if self.create_graph else grad._value)
            self.blocked = self.no_grad  # a root may be a blocked tensor
            while self.queue:
                _, node = heappop(self.queue)
                self._run_node(node, self.pending.pop(node))
            for tensor, grad in self.leaves.values():
                self._finish_leaf(tensor, grad)
        if backward_listeners and self.wanted is None:
            for listener in tuple(backward_listeners):
                listener(self.leaves)

    def _add_gradient(self, edge: Any, grad: Array) -> None:
        if grad is None or edge is None:
            return
        if self.blocked and (id(edge) if isinstance(edge, Tracked) else edge) in self.blocked:
            return
        if isinstance(edge, Tracked):
            former = self.leaves.get(id(edge))
            self.leaves[id(edge)] = (edge, grad if former is None else TapeNode.sum(former[1], grad, edge))
            return
        node, index = edge
        slots = self.pending.get(node)
        if slots is None:
            slots = self.pending[node] = [None] * node.pullback.n_out
            slots[index] = grad
            heappush(self.queue, (-node.order, node))
        else:
            former = slots[index]
            slots[index] = grad if former is None else TapeNode.sum(former, grad, edge)

    def _run_node(self, node: TapeNode, douts: list[Any]) -> None:
        if node.hooks or self.wanted is not None:
            self._run_hooks_and_capture(node, douts)
        grads = node.pull(douts, self.tensor_class if self.create_graph else None)
        if self.create_graph and node.op.name in FACTOR_OPS:
            grads = linked_to_factors(node, grads)
        edges = node.edges
        if len(edges) == 1:
            self._add_gradient(edges[0], grads[0])
        else:
            for edge, grad in zip(edges, grads, strict=True):
                self._add_gradient(edge, grad)
        if not self.retain_graph:
            node.release()

    def _run_hooks_and_capture(self, node: TapeNode, douts: list[Any]) -> None:
        """Call the hooks on the outputs of a node, and store the gradients in `wanted`. A hook may replace a gradient.

        As in Paddle, the hooks of an unused output receive zeros if another output of the node is used. There are two
        exceptions: outputs of a PyLayer, and outputs that are not floating-point, such as indices.
        """
        for index, hooks in node.hooks.items():
            if douts[index] is None and node.specs is not None and not node.op.opaque:
                spec = node.specs[index]
                douts[index] = None if spec is None or spec.dtype.kind not in "fc" else zeros(spec)
            if douts[index] is not None:
                douts[index] = self._apply_hooks(hooks, douts[index])
        if self.wanted is None:
            return
        for index, dout in enumerate(douts):
            if (node, index) in self.wanted:
                self.captured[self.wanted[(node, index)]] = dout

    def _apply_hooks(self, hooks: Hooks, grad: Array) -> Any:
        tensor = self._as_tensor(grad)
        for hook in list(hooks.values()):
            result = hook(tensor)
            if result is not None and not isinstance(result, Tracked):
                raise UsageError(
                    f"a hook must return a Tensor or None, but returned {type(result).__name__}",
                    facts={"hook": getattr(hook, "__name__", repr(hook))},
                    fix="return paddle.to_tensor(value)",
                )
            if result is not None and result.shape != tensor.shape:
                raise ShapeError(
                    f"a hook must not change the shape of the gradient: {tensor.shape} became {result.shape}",
                    facts={"hook": getattr(hook, "__name__", repr(hook))},
                    fix="return a gradient of the same shape, or None for no change",
                )
            if result is not None and result._value.dtype != tensor._value.dtype:
                before, after = tensor._value.dtype.name, result._value.dtype.name
                raise RunError(
                    f"The dtype of tensor before({before}) and after({after}) hook are not consistent",
                    facts={"hook": getattr(hook, "__name__", repr(hook))},
                    fix=f"return result.astype({before!r})",
                )
            tensor = tensor if result is None else result
        return tensor if self.create_graph else getattr(tensor, "selected", None) or tensor._value

    def _as_tensor(self, grad: Array) -> Any:
        if isinstance(grad, SelectedRows):
            return as_tensor[0](grad, True)
        return grad if isinstance(grad, Tracked) else self.tensor_class(grad, stop_gradient=False)

    def _finish_leaf(self, tensor: Tracked, grad: Array) -> None:
        if self.wanted is not None:
            if id(tensor) in self.wanted:
                self.captured[self.wanted[id(tensor)]] = grad
            return
        if tensor._hooks:
            grad = self._apply_hooks(tensor._hooks, grad)
        tensor.accumulate(grad)
        for hook in tensor.backward_hooks:
            hook()
