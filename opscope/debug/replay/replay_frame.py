"""Replay frame: a frame of a run, with cached results of the frame's instructions.

An instruction is "trivially reversible" if no other instruction writes to its outputs. While the program runs forward,
the results of a trivially reversible instruction stay in their slots, and need no entry in the cache. Before the run
first goes back, `fill_cache` adds these entries to the cache.
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from opscope.core.random import Generator
from opscope.debug.replay.program_kind import Arrays, RngState
from opscope.ir.control_flow.while_loop import WHILE
from opscope.ir.program.program import Block, Operator
from opscope.runtime.frame import Context, Frame
from opscope.runtime.plan import Instruction, Plan

ApplyEdits = Callable[[Frame, list[Any], int], None]  # applies the edits at a tick to an env


class CachedResult(NamedTuple):
    """Result of an instruction for the inputs `inputs`. `outputs` has the computed arrays, by slot.

    `ticks` is the number of places that the instruction passes. `call_results`, `rng_states` and `edits` contain only
    data from inside the instruction. The ticks in this data are counted from the start of the instruction.
    """

    step: Any
    inputs: tuple[Any, ...]
    outputs: tuple[tuple[int, Any], ...]
    ticks: int = 1
    call_results: tuple[tuple[int, Arrays], ...] = ()
    rng_states: tuple[tuple[int, RngState], ...] = ()
    edits: tuple[Any, ...] = ()


class ReplayFrame:
    """A frame on the stack of a cursor, with the results of its instructions.

    For each instruction that has run, `start_ticks` has the tick before the instruction, and `results` has its result
    (None: not cached). For each instruction, `cache` contains all results of its executions so far, and `rng_states`
    contains the random state before its first execution. If the frame runs the body of a while loop, `iteration` is
    the number of the iteration, counted from 1; otherwise 0.
    """

    __slots__ = (
        *("cache", "frame", "initial_env", "iteration", "iterations_begun", "results", "rng_states", "start_ticks"),
        "trivially_reversible",
    )

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.initial_env = list(frame.env)
        self.trivially_reversible = _trivially_reversible(frame.plan)
        self.start_ticks: list[int] = []
        self.results: list[CachedResult | None] = []
        self.cache: dict[int, list[CachedResult]] = {}
        self.rng_states: dict[int, RngState] = {}
        self.iteration = 0
        self.iterations_begun = 0  # of the running while loop

    def begin_block(self, block: int, tick: int) -> int:
        """Begin a block of the running operator at a tick; `block` is the index of the block.

        Returns the number of the iteration, counted from 1; 0 if the block is not the body of a loop.
        """
        if self.start_ticks and tick == self.start_ticks[-1] + 1:  # the first block: the operator has just begun
            self.iterations_begun = 0
        operator = None if self.frame.done else self.frame.next.operator
        if operator is None or operator.op is not WHILE or block != operator.attrs["blocks"][1]:
            return 0
        self.iterations_begun += 1
        return self.iterations_begun

    @property
    def previous_operator(self) -> Operator | None:
        """The operator of this block that ran last; None at the beginning of the block."""
        instructions = self.frame.plan.instructions
        for index in range(self.frame.pc - 1, -1, -1):
            if instructions[index].kind == "op":
                return instructions[index].operator
        return None

    @property
    def next_operator(self) -> Operator | None:
        """The operator that runs next or is running; None at the end of the block."""
        return None if self.frame.done else self.frame.next.operator

    @property
    def block(self) -> Block:
        """The block that this frame executes."""
        return self.frame.plan.block

    @property
    def given(self) -> list[str]:
        """The variables that are fed to the block."""
        return [name for name, _ in self.frame.plan.feeds]

    @property
    def operators(self) -> list[Operator]:
        """The operators of the block, in the order of execution."""
        return [each.operator for each in self.frame.plan.instructions if each.kind == "op"]

    @property
    def ran(self) -> list[Operator]:
        """The operators of the block that have run before this position."""
        return [each.operator for each in self.frame.plan.instructions[: self.frame.pc] if each.kind == "op"]

    @property
    def first_tick(self) -> int | None:
        """The tick before the first instruction; None if this position is the first position."""
        return self.start_ticks[0] if self.start_ticks else None

    @property
    def called_at(self) -> None:
        """None, because no line of the user's code calls the operators of a block one by one."""

    def names(self) -> Iterable[str]:
        """Return the names of the variables that have a slot in this frame."""
        return self.frame.plan.slots

    def value(self, name: str) -> Any:
        """Return the value of a variable at this position; None if the variable has no value."""
        return self.frame.value(name)

    @property
    def running_tick(self) -> int | None:
        """The tick before the instruction that is running; None between two instructions.

        At a stop, an instruction is running only if it has blocks or calls a user's function.
        """
        return self.start_ticks[self.frame.pc] if len(self.start_ticks) > self.frame.pc else None

    @property
    def previous_tick(self) -> int | None:
        """The tick before the operator of this block that is running, or that ran last if no operator is running.

        The tick is None if no operator has run.
        """
        if self.running_tick is not None:
            return self.running_tick
        for index in range(self.frame.pc - 1, -1, -1):
            if self.frame.plan.instructions[index].kind == "op":
                return self.start_ticks[index]
        return None

    def fork(self, context: Context) -> ReplayFrame:
        """Return a copy of the frame at this position, in another context.

        You must call `fill_cache` before `fork`.
        """
        fork = ReplayFrame(self.frame.fork(context))
        fork.initial_env = [context, *self.initial_env[1:]]
        fork.start_ticks, fork.results = list(self.start_ticks), list(self.results)
        fork.cache, fork.rng_states = {i: list(m) for i, m in self.cache.items()}, dict(self.rng_states)
        return fork

    def fill_cache(self, apply_edits: ApplyEdits) -> None:
        """Add the results of trivially reversible instructions to the cache."""
        if None not in self.results:
            return
        frame, env = self.frame, list(self.initial_env)
        for index, (tick, cached) in enumerate(zip(self.start_ticks, self.results, strict=True)):
            apply_edits(frame, env, tick)
            instruction = frame.plan.instructions[index]
            if cached is None and self.trivially_reversible[index]:
                outputs = tuple([(slot, frame.env[slot]) for slot in instruction.writes])
                cached = self.results[index] = CachedResult(instruction.step, read_inputs(instruction, env), outputs)
                self.cache.setdefault(index, []).append(cached)
            for slot, value in cached.outputs if cached is not None else ():
                env[slot] = value

    def env_before(self, index: int, tick: int, apply_edits: ApplyEdits) -> list[Any]:
        """Return the values in all slots as they were before instruction `index`, which starts at `tick`.

        You must call `fill_cache` before this method.
        """
        env = list(self.initial_env)
        for begin, cached in zip(self.start_ticks[:index], self.results[:index], strict=True):
            apply_edits(self.frame, env, begin)
            for slot, value in cached.outputs if cached is not None else ():
                env[slot] = value
        apply_edits(self.frame, env, tick)
        return env


def read_inputs(instruction: Instruction, env: list[Any]) -> tuple[Any, ...]:
    """Return the values that an instruction reads."""
    return tuple([env[slot] for slot in instruction.reads])


def _trivially_reversible(plan: Plan) -> tuple[bool, ...]:
    found = _reversible_by_plan.get(plan)
    if found is None:
        given = [slot for group in (plan.feeds, plan.extra_feeds, plan.loads) for _, slot in group]
        sets = Counter(given)
        for i in plan.instructions:
            if i.kind == "op":
                sets.update({*i.writes, *(i.reads if i.operator.op.opaque else ())})  # functions may set() inputs
        found = _reversible_by_plan[plan] = tuple(
            i.kind == "op"
            and not (i.plans or i.operator.op.opaque or i.operator.op.random)
            and all(sets[slot] == 1 for slot in i.writes)
            for i in plan.instructions
        )
    return found


_reversible_by_plan: weakref.WeakKeyDictionary[Plan, tuple[bool, ...]] = weakref.WeakKeyDictionary()


class RestoredRng:
    """Context manager: inside the `with` block, a random generator continues from the state `state`.

    After the `with` block, the generator continues from the state that it had before.
    """

    def __init__(self, rng: Generator, state: RngState) -> None:
        self.rng, self.state, self.saved = rng, state, rng.get_state()

    def __enter__(self) -> None:
        self.rng.set_state(self.state)

    def __exit__(self, *_: object) -> None:
        self.rng.set_state(self.saved)


def rng_advanced(before: RngState, after: RngState) -> bool:
    """Return True if a generator has drawn numbers, or was seeded, between the states `before` and `after`."""
    return _stream_position(before) != _stream_position(after)


def _stream_position(state: RngState) -> tuple[Any, ...]:
    inner = state["state"]
    rest = state["buffer_pos"], state["has_uint32"], state["uinteger"]
    return (*rest, inner["counter"].tobytes(), inner["key"].tobytes())
