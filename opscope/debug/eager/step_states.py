"""Arrays that exist between condensed steps, computed from the first step of a stretch (sequence of steps).

The arrays that exist between some of the steps are copied, so that later replays take less time.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from opscope.debug.eager.condensed_step import CondensedStep, Stretch
from opscope.debug.eager.step_replay import State, StepReplay, copied, state_after
from opscope.eager.array_versions import WritesPart

CHECKPOINT_STEPS = 8  # steps between copies of the state, in the stretch that was read last
SHARE = 8  # copies of the state take at most budget / SHARE


class _Reached(NamedTuple):
    """The arrays that exist before step number `following` of a stretch. The next replay may write to these arrays."""

    stretch: Stretch
    following: int
    state: State


class StepStates:
    """Replays of the steps of a stretch (sequence of steps).

    If steps are read in order, each step takes the time of one replay. Any other step takes the time of all replays
    since the last copy of the arrays.
    """

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._checkpoints: dict[int, State] = {}  # by index: states before steps of the stretch that was read last
        self._checkpoints_of: Stretch | None = None
        self._interval = CHECKPOINT_STEPS
        self._reached: _Reached | None = None

    def replay(self, step: CondensedStep, part: WritesPart, *, arrays_are_kept: bool) -> tuple[StepReplay, bool]:
        """Compute a step of the stretch again.

        Returns the replay, and True if the results of the replay equal the results of the run. If the argument
        `arrays_are_kept` is True, no later replay writes to the arrays of this replay.
        """
        reached, self._reached = self._reached, None
        is_next = reached is not None and reached.stretch is step.stretch and reached.following == step.index
        state = reached.state if is_next and reached is not None else copied(self._before(step))
        replay = StepReplay(step, state, part)
        is_same = self._run(replay)
        if not arrays_are_kept and (following := step.stretch.step(step.index + 1)) is not None:
            self._reached = _Reached(step.stretch, step.index + 1, state_after(replay, following))
        return replay, is_same

    def before(self, step: CondensedStep) -> State:
        """Return a copy of the arrays that a step reads from the previous step."""
        return copied(self._before(step))

    def _before(self, step: CondensedStep) -> State:
        """Return the arrays after the previous step that this step reads; no code may write to these arrays."""
        stretch = step.stretch
        if self._checkpoints_of is not stretch:
            self._checkpoints_of, self._checkpoints, self._interval = stretch, {0: stretch.start}, CHECKPOINT_STEPS
        start = max(index for index in self._checkpoints if index <= step.index)
        state = self._checkpoints[start]
        if start < step.index:
            state = copied(state)
        for each, following in pairwise(_steps_until(step, start)):
            replay = StepReplay(each, state)
            self._run(replay)
            state = state_after(replay, following)
            if following is step:
                self._note_checkpoint(following.index, state)
            elif not following.index % self._interval:  # the next step writes to it
                self._note_checkpoint(following.index, copied(state))
        return state

    def _note_checkpoint(self, index: int, state: State) -> None:
        nbytes = sum(getattr(array, "nbytes", 0) for array in state.values())
        while nbytes * (1 + len(self._checkpoints)) > self._budget // SHARE and self._interval <= index:
            self._interval *= 2
            self._checkpoints = {i: s for i, s in self._checkpoints.items() if not i % self._interval}
        self._checkpoints[index] = state

    def _run(self, replay: StepReplay) -> bool:
        """Run a replay of a step.

        Returns True if the results of this step and of the steps before it equal the results of the run.
        """
        stretch, index = replay.step.stretch, replay.step.index
        replay.run()
        if replay.checksum != replay.step.checksum and (stretch.broken_from is None or index < stretch.broken_from):
            stretch.broken_from = index
        return stretch.broken_from is None or index < stretch.broken_from


def _steps_until(step: CondensedStep, start: int) -> list[CondensedStep]:
    """Return the steps of a stretch from the step number `start` to the step `step`."""
    found = [step]
    while found[-1].index > start:
        former = found[-1].former
        assert former is not None
        found.append(former)
    return found[::-1]
