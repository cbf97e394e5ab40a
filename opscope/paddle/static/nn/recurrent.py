"""StaticRNN: the code in a `with` block is one step, which runs for each element of sequences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from opscope.core.described import Described
from opscope.core.public_calls import notes_methods
from opscope.core.source import site
from opscope.core.spec import TensorSpec
from opscope.core.state import names
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.ir.control_flow.tensor_array import CREATE, LENGTH, READ, WRITE
from opscope.ir.control_flow.while_loop import TracedLoop
from opscope.ir.program import context
from opscope.ir.program.context import require_static
from opscope.ir.program.program import Block, Program, Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.nn.layer.cells import zeros_for

BEFORE, WITHIN, AFTER = "before", "within", "after"


class Carried(NamedTuple):
    """A value that a step passes to the next step: its start outside of the block, and its name inside."""

    start: Variable
    inner: Variable


@notes_methods
class StaticRNN(Described):
    """A recurrent network: `with rnn.step():` contains the code of each step, and `rnn()` returns the results.

    The first dim of a sequence is its steps, [T, N, *]; T may be unknown. Gradients flow through all steps.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/layers/StaticRNN.html
    """

    def __init__(self, name: str | None = None) -> None:
        require_static("StaticRNN")
        self._status = BEFORE
        self._parent: Block | None = None
        self._body: Block | None = None
        self._cond: Block | None = None
        self._count: Carried | None = None
        self._inputs: dict[str, Variable] = {}  # the sequence, by the name of its element
        self._carried: dict[str, Carried] = {}  # memories, by the name inside
        self._updates: dict[str, Variable] = {}
        self._outputs: list[Variable] = []
        self._made: list[Variable] = []

    # --- the step -----------------------------------------------------------------------------------

    @contextmanager
    def step(self) -> Iterator[None]:
        """Open the block of each step. If the code in the block raises an error, the program does not change."""
        if self._status != BEFORE:
            raise ModeError(
                "a StaticRNN can have only one block `with rnn.step():`", site=site(), fix="make another StaticRNN"
            )
        program: Program = context.defaults.main
        outer, blocks = program.current_block_idx, len(program.blocks)
        self._parent = program.current_block()
        with program.within(current_block_idx=outer):
            self._cond = program._create_block(outer)
            self._body = program._create_block(outer)
        self._status = WITHIN
        try:
            with program.within(current_block_idx=self._body.idx):
                self._count = self._enter(self._outside(REGISTRY["full"], shape=(1,), fill_value=0, dtype="int64"))
                yield
                self._finish()
        except BaseException:
            del program.blocks[blocks:]
            raise
        finally:
            program.touch()
        self._status = AFTER

    def step_input(self, x: Any) -> Variable:
        """Return the element [*] of a sequence x [T, *] for the current step.

        Raises ModeError (an AssertionError) outside of `with rnn.step():`, UsageError if x is not a Variable,
        ArgumentError for sequences of different lengths, and for a sequence that is made in the step.
        """
        self._check_within("step_input")
        if not isinstance(x, Variable):
            raise UsageError("step_input needs a Variable", facts={"given": type(x).__name__}, site=site())
        self._check_outside(x)
        lengths = {v.spec.shape[0] for v in (*self._inputs.values(), x)} - {None}
        if len(lengths) > 1:
            raise ArgumentError(
                "all step inputs of a StaticRNN must have the same length T", facts={"T": sorted(lengths)}, site=site()
            )
        assert self._body is not None and self._count is not None
        made: Variable = self._body.append(READ, [x, self._count.inner], {}, prefix="rnn_input.tmp").result()
        self._inputs[made.name] = x
        return made

    def memory(
        self,
        init: Any = None,
        shape: Sequence[int] | None = None,
        batch_ref: Any = None,
        init_value: float = 0.0,
        init_batch_dim_idx: int = 0,
        ref_batch_dim_idx: int = 1,
    ) -> Variable:
        """Return the value that update_memory has set in the step before.

        In the first step, the value is `init`, or a tensor of `shape` filled with `init_value`; -1 in `shape` is the
        batch size. The batch size is dim ref_batch_dim_idx of batch_ref, a sequence [T, N, *] or its element. Raises
        ArgumentError if neither init nor both shape and batch_ref are given.
        """
        self._check_within("memory")
        if init is None:
            if shape is None or batch_ref is None:
                raise ArgumentError(
                    "if init is None, memory() needs shape and batch_ref", site=site(), fix="pass shape and batch_ref"
                )
            init = self._start(list(shape), batch_ref, init_value, init_batch_dim_idx, ref_batch_dim_idx)
        self._check_outside(init)
        entered = self._enter(init)
        self._carried[entered.inner.name] = entered
        return entered.inner

    def _start(self, shape: list[int], ref: Variable, value: float, at: int, ref_at: int) -> Variable:
        if at != 0:
            raise ArgumentError(
                "memory: the batch must be the first dim of shape", site=site(), fix="leave init_batch_dim_idx out"
            )
        sequence = self._inputs.get(ref.name, ref)
        with self._in_parent():
            return zeros_for(sequence, shape[1:], sequence.dtype, value, ref_at)

    def update_memory(self, mem: Variable, var: Variable) -> None:
        """Set the value of `mem` in the next step. Raises ModeError if mem is not a memory of this network."""
        self._check_within("update_memory")
        for given in (mem, var):
            if not isinstance(given, Variable):
                raise UsageError("both arguments of update_memory must be Variables", site=site())
        if mem.name not in self._carried:
            raise ModeError(
                f"{mem.name} is not a memory of this StaticRNN", site=site(), fix="make the memory with memory()"
            )
        self._updates[mem.name] = var

    def step_output(self, o: Variable) -> None:
        """Collect the value of o [*] from every step. `rnn()` returns the collected steps, [T, *]."""
        self._check_within("step_output")
        if not isinstance(o, Variable):
            raise UsageError("step_output needs Variables", facts={"given": type(o).__name__}, site=site())
        self._outputs.append(o)

    def output(self, *outputs: Variable) -> None:
        """Call step_output for each of the outputs."""
        for each in outputs:
            self.step_output(each)

    def __call__(self) -> Any:
        """Return the outputs of step_output, [T, *]; a list if step_output was called several times."""
        if self._status != AFTER:
            raise ModeError("call the StaticRNN for its outputs only after the block `with rnn.step():`", site=site())
        if not self._made:
            raise ArgumentError("the StaticRNN has no output", site=site(), fix="call step_output in the step")
        return self._made[0] if len(self._made) == 1 else list(self._made)

    # --- the loop -----------------------------------------------------------------------------------

    def _check_within(self, what: str) -> None:
        if self._status != WITHIN:
            raise ModeError(
                f"{what} works only inside the block of the StaticRNN",
                site=site(),
                fix=f"call {what} inside `with rnn.step():`",
            )

    def _check_outside(self, x: Variable) -> None:
        if x.block is self._body:
            raise ArgumentError(
                f"{x.name} must be created before the step, because the step would create it again each time",
                site=site(),
                fix="create this variable before rnn.step()",
            )

    @contextmanager
    def _in_parent(self) -> Iterator[None]:
        assert self._parent is not None
        with self._parent.program.within(current_block_idx=self._parent.idx):
            yield

    def _outside(self, op: Any, *inputs: Variable, **attrs: Any) -> Variable:
        """Append an operator before the loop."""
        assert self._parent is not None
        return self._parent.append(op, list(inputs), attrs).result()

    def _enter(self, start: Variable, spec: TensorSpec | None = None) -> Carried:
        """Make a loop variable in both blocks."""
        assert self._body is not None and self._cond is not None
        name, like = names("rnn_mem"), start.spec if spec is None else spec
        inner = [
            # a float may carry a gradient from the step before, whatever its start value does
            block.declare(Variable(block, name, like, stop_gradient=not like.dtype.floating))
            for block in (self._cond, self._body)
        ]
        return Carried(start, inner[1])

    def _finish(self) -> None:
        """Append the loop around the block at the end of the step."""
        parent, body, cond, count = self._parent, self._body, self._cond, self._count
        assert parent is not None and body is not None and cond is not None and count is not None
        if not self._inputs:
            raise ArgumentError(
                "a StaticRNN needs a call of step_input", site=site(), fix="call step_input in the step"
            )
        if missing := [name for name in self._carried if name not in self._updates]:
            raise ArgumentError(
                f"the step never updates the memory {missing[0]}", site=site(), fix="call update_memory"
            )
        sequence = next(iter(self._inputs.values()))
        length = self._outside(LENGTH, sequence)
        gathered = [self._gathered(o) for o in self._outputs]
        carried = [count, *self._carried.values(), *gathered]
        ends = [body.append(REGISTRY["increment"], [count.inner], {"value": 1.0}).result()]
        ends += [self._updates[name] for name in self._carried]
        for array, value in zip(gathered, self._outputs, strict=True):
            ends.append(body.append(WRITE, [array.inner, value, count.inner], {}, prefix="rnn_output.tmp").result())
        going = cond.append(REGISTRY["less_than"], [cond.vars[count.inner.name], length], {}).result()
        body.program.current_block_idx = parent.idx
        loop = TracedLoop(parent, cond, body, going.name)
        outs = loop.append([c.start for c in carried], [c.inner.name for c in carried], [e.name for e in ends])
        self._made = [self._whole(v, sequence.spec.shape[0]) for v in outs[len(outs) - len(gathered) :]]

    def _gathered(self, value: Variable) -> Carried:
        shape = (0, *(0 if d is None else d for d in value.spec.shape))
        start = self._outside(CREATE, shape=shape, dtype=value.dtype.name)
        start.stop_gradient = True
        return self._enter(start, TensorSpec((None, *value.spec.shape), value.dtype))

    def _whole(self, out: Variable, steps: int | None) -> Variable:
        out.spec = TensorSpec((steps, *out.spec.shape[1:]), out.dtype)
        return out


__all__ = ["StaticRNN"]
