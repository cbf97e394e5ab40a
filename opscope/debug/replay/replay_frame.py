"""Level: a frame that is being walked, and what its instructions came to.

An instruction whose outputs nothing else writes needs no memo while the program just goes on: what it made still
stands in its slots. Its memo is made when someone wants to go back (`remember`).
"""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from opscope.core.random import Generator
from opscope.debug.replay.journal import Arrays, State
from opscope.ir.program.program import Operator
from opscope.runtime.frame import Context, Frame
from opscope.runtime.plan import Instruction, Plan

Amend = Callable[[Frame, list[Any], int], None]  # puts what was edited at a place into an env


class Memo(NamedTuple):
    """What an instruction made (`outs`, by slot) of `ins`, passing `ticks` places.

    Relative to the place before it: `results` of functions, random `states` that do not follow from what came before,
    and the `edits` inside that it came to be with.
    """

    step: Any
    ins: tuple[Any, ...]
    outs: tuple[tuple[int, Any], ...]
    ticks: int = 1
    results: tuple[tuple[int, Arrays], ...] = ()
    states: tuple[tuple[int, State], ...] = ()
    edits: tuple[Any, ...] = ()


class Level:
    """A frame that is being walked.

    Of each instruction that has run, `begins` has the tick before it and `used` what it came to, where that is
    remembered; `memos` all that it ever came to, `noise` the random state it was first run with. `plain` says which
    instructions need no memo at once.
    """

    __slots__ = ("begins", "frame", "memos", "noise", "plain", "start", "used")

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.start = list(frame.env)
        self.plain = _plain(frame.plan)
        self.begins: list[int] = []
        self.used: list[Memo | None] = []
        self.memos: dict[int, list[Memo]] = {}
        self.noise: dict[int, State] = {}

    @property
    def came(self) -> Operator | None:
        """The operator that ran last in this block, None at its beginning."""
        instructions = self.frame.plan.instructions
        for index in range(self.frame.pc - 1, -1, -1):
            if instructions[index].kind == "op":
                return instructions[index].operator
        return None

    @property
    def before_last(self) -> int | None:
        """The place before the operator that ran last in this block, None at its beginning."""
        for index in range(self.frame.pc - 1, -1, -1):
            if self.frame.plan.instructions[index].kind == "op":
                return self.begins[index]
        return None

    def fork(self, context: Context) -> Level:
        """The same place in a frame of its own; all must be remembered."""
        plan = self.frame.plan
        twin = Level(Frame(plan, context, [None] * len(plan.feeds)))
        twin.start = [context, *self.start[1:]]
        twin.frame.env, twin.frame.pc = [context, *self.frame.env[1:]], self.frame.pc
        twin.begins, twin.used = list(self.begins), list(self.used)
        twin.memos, twin.noise = {i: list(m) for i, m in self.memos.items()}, dict(self.noise)
        return twin

    def remember(self, amend: Amend) -> None:
        """Make the memos that were left out."""
        if None not in self.used:
            return
        frame, env = self.frame, list(self.start)
        for index, (tick, memo) in enumerate(zip(self.begins, self.used, strict=True)):
            amend(frame, env, tick)
            instruction = frame.plan.instructions[index]
            if memo is None and self.plain[index]:
                outs = tuple([(slot, frame.env[slot]) for slot in instruction.writes])
                memo = self.used[index] = Memo(instruction.step, ins_of(instruction, env), outs)
                self.memos.setdefault(index, []).append(memo)
            for slot, value in memo.outs if memo is not None else ():
                env[slot] = value

    def before(self, index: int, tick: int, amend: Amend) -> list[Any]:
        """The env before an instruction, which is at this tick; all must be remembered."""
        env = list(self.start)
        for begin, memo in zip(self.begins[:index], self.used[:index], strict=True):
            amend(self.frame, env, begin)
            for slot, value in memo.outs if memo is not None else ():
                env[slot] = value
        amend(self.frame, env, tick)
        return env


def ins_of(instruction: Instruction, env: list[Any]) -> tuple[Any, ...]:
    """What an instruction would read."""
    return tuple([env[slot] for slot in instruction.reads])


def _plain(plan: Plan) -> tuple[bool, ...]:
    found = _plains.get(plan)
    if found is None:
        given = [slot for group in (plan.feeds, plan.given, plan.loads) for _, slot in group]
        sets = Counter(given)
        for i in plan.instructions:
            if i.kind == "op":
                sets.update({*i.writes, *(i.reads if i.operator.op.opaque else ())})  # functions may set() inputs
        found = _plains[plan] = tuple(
            i.kind == "op"
            and not (i.plans or i.operator.op.opaque or i.operator.op.random)
            and all(sets[slot] == 1 for slot in i.writes)
            for i in plan.instructions
        )
    return found


_plains: weakref.WeakKeyDictionary[Plan, tuple[bool, ...]] = weakref.WeakKeyDictionary()


class Noise:
    """While it is open, a generator goes on from a state; then from where it was, as if nothing had been drawn."""

    def __init__(self, rng: Generator, state: State) -> None:
        self.rng, self.state, self.kept = rng, state, rng.get_state()

    def __enter__(self) -> None:
        self.rng.set_state(self.state)

    def __exit__(self, *_: object) -> None:
        self.rng.set_state(self.kept)


def drew(before: State, after: State) -> bool:
    """Whether numbers were drawn, or the generator was seeded, between two states."""
    return _position(before) != _position(after)


def _position(state: State) -> tuple[Any, ...]:
    inner = state["state"]
    rest = state["buffer_pos"], state["has_uint32"], state["uinteger"]
    return (*rest, inner["counter"].tobytes(), inner["key"].tobytes())
