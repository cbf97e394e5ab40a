"""StaticPyLayerBlock: static_pylayer with blocks that are built inside `with` instead of traced from functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError
from opscope.ir.compat.variable_methods import GRAD
from opscope.ir.control_flow.block_guards import new_block
from opscope.ir.control_flow.static_pylayer import PYLAYER
from opscope.ir.op_roles import BACKWARD
from opscope.ir.program.block_ops import declare_like, free_names
from opscope.ir.program.context import defaults, require_static
from opscope.ir.program.outer_writes import convert_to_ssa
from opscope.ir.program.program import Block, Operator, Variable


class StaticPyLayerBlock:
    """Operator that consists of the operators inside `with manager.block():`.

    The operators inside `with manager.block(True):` are its gradient. The forward block sets `manager.fwd_outputs` to
    its results, including the outer variables that it assigns. The backward block reads `out@GRAD` of each result, and
    assigns `x@GRAD` of each input. `manager.var_old_to_new` can map `x@GRAD` to another name.
    Source: paddle/static/nn/static_pylayer.py of 2.6.
    """

    def __init__(self, inputs: Sequence[Any], name: str | None = None) -> None:
        require_static("StaticPyLayerBlock")
        self.fwd_inputs: list[Variable] = [v for v in inputs if isinstance(v, Variable)]
        self.fwd_outputs: list[Variable] = []
        self.var_old_to_new: dict[str, str] = {}
        self.is_backward_block = False
        self._program = self.fwd_inputs[0].program if self.fwd_inputs else defaults.main
        self._operator: Operator | None = None

    @contextmanager
    def block(self, is_backward_block: bool = False) -> Iterator[StaticPyLayerBlock]:
        """Build the forward block, or the backward block after it.

        Raises ArgumentError if the backward block comes first. Raises UnsupportedError if the forward block writes
        outer variables that are not in fwd_outputs.
        """
        if is_backward_block and self._operator is None:
            raise ArgumentError("the forward block of a StaticPyLayerBlock must come first", site=site())
        self.is_backward_block = is_backward_block
        program, parent = self._program, self._program.current_block()
        role = BACKWARD if is_backward_block else program.role
        with program.within(role=role), new_block(program, []) as body:
            yield self
        if self._operator is None:
            self._operator = self._complete(parent, body)
        else:
            self._complete_backward(parent, body, self._operator)

    @property
    def forward_block_index(self) -> int | None:
        """Index of the forward block."""
        return None if self._operator is None else self._operator.attrs["blocks"][0]

    @property
    def backward_block_index(self) -> int | None:
        """Index of the backward block."""
        blocks = () if self._operator is None else self._operator.attrs["blocks"][1:]
        return blocks[0] if blocks else None

    @property
    def fwd_op_index(self) -> int | None:
        """Index of the operator in its block."""
        return None if self._operator is None else self._operator.idx

    def _complete(self, parent: Block, body: Block) -> Operator:
        names = [v.name for v in self.fwd_outputs]
        last_version = convert_to_ssa(body, {})
        if other := [n for n in last_version if n not in names]:
            raise UnsupportedError(
                f"the block writes {other[0]}, which was made outside the block",
                site=site(),
                fix="add the variable to fwd_outputs",
            )
        ends: tuple[str, ...] = tuple(str(last_version.get(n, n)) for n in names)
        found = {n: parent.find(n) for n in names}
        outs = [parent.declare(Variable(parent, n, body.var_of(n).spec)) if v is None else v for n, v in found.items()]
        explicit = [v.name for v in self.fwd_inputs]
        captured = [n for n in free_names(body, ends) if n not in explicit and n not in body.vars]
        attrs: dict[str, Any] = {"blocks": (body.idx,), "params": (*explicit, *captured), "results": (ends,)}
        attrs |= {"n_inputs": len(explicit), "saved": ((),)}
        inputs = [*self.fwd_inputs, *(parent.var_of(n) for n in captured)]
        specs = [body.var_of(n).spec for n in ends]
        for out, spec in zip(outs, specs, strict=True):
            out.spec, out.stop_gradient = spec, True
        return parent.append(PYLAYER, inputs, attrs, outputs=outs, specs=specs)

    def _complete_backward(self, parent: Block, body: Block, operator: Operator) -> None:
        forward = self._program.blocks[operator.attrs["blocks"][0]]
        for old, new in self.var_old_to_new.items():
            if old in body.vars:
                body.rename(old, new)
        params = [n + GRAD for n in operator.outputs if n is not None]
        for name, out in zip(params, operator.outputs, strict=True):
            if name not in body.vars:
                body.declare(Variable(body, name, parent.var_of(str(out)).spec, stop_gradient=False))
        results = tuple(v.grad_name if v.grad_name in body.vars else None for v in self.fwd_inputs)
        free = [n for n in free_names(body, [r for r in results if r]) if n not in params]
        saved = [n for n in free if n in forward.vars]
        body.forward_block_idx, forward.backward_block_idx = forward.idx, body.idx
        back = {"block": body.idx, "params": tuple(params), "results": results, "free": tuple(free)}
        operator.attrs |= {"backward": back, "blocks": (forward.idx, body.idx), "saved": (tuple(saved),)}
        saved_outs = declare_like(parent, "pylayer.saved", [forward.vars[n] for n in saved])
        for variable in saved_outs:
            parent.record_write(variable, operator)
        for name in operator.outputs:
            parent.var_of(str(name)).stop_gradient = False
        operator.outputs = (*operator.outputs, *(v.name for v in saved_outs))
        self._program.touch()


__all__ = ["StaticPyLayerBlock"]
