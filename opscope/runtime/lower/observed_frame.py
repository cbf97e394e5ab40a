"""ObservedFrame, a frame that computes a plan operator by operator.

The values have the same bits as in the compiled (lowered) run of the plan.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from opscope.core.place import CPUPlace
from opscope.runtime.frame import Context, Frame
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.observed_plan import ObservedPlan, ObservedRun
from opscope.runtime.plan import Plan


class ObservedFrame(Frame):
    """Frame whose steps are the calls of an observed plan.

    If the inputs of an instruction were edited, the instruction is lowered separately. Instructions from `until` on,
    and instructions after an unexpected shape, are also lowered separately. Before `start`, `until` is 0.
    """

    __slots__ = ("observed", "until")

    def __init__(self, plan: Plan, context: Context, values: list[Any]) -> None:
        super().__init__(plan, context, values)
        self.observed: ObservedRun | None = None
        self.until = 0

    def start(self, observed: ObservedPlan) -> None:
        """Begin the run with the current values of the slots."""
        self.observed = ObservedRun(observed, self.env)
        self.until = len(self.plan.instructions)

    def fork(self, context: Context) -> Frame:
        """Return a copy of the frame at this position, in another context."""
        fork = ObservedFrame(self.plan, context, [None] * len(self.plan.feeds))
        fork.env, fork.pc, fork.until = [context, *self.env[1:]], self.pc, self.until
        fork.observed = None if self.observed is None else self.observed.fork(fork.env)
        return fork

    def step(self) -> None:
        """Run one instruction.

        After an error of the instruction, the program counter is still before the instruction.
        """
        run, index = self.observed, self.pc
        if run is None:
            super().step()
            return
        as_observed = index < self.until and self._is_observed(run, index)
        try:
            outputs = self._outputs(run, index, as_observed)
        except Exception as e:  # noqa: BLE001 (the boundary where context is added)
            self.raise_located(e)
        if outputs is None:
            super().step()
        else:
            for slot, value in outputs:
                self.env[slot] = value
            self.pc += 1
        if as_observed and index in run.observed.external:
            self._adopt(run, index)

    def run(self) -> None:
        """Run the frame to its end."""
        while not self.done:
            self.step()

    def _is_observed(self, run: ObservedRun, index: int) -> bool:
        """Return True if neither the next instruction nor one of its inputs was edited."""
        instruction = self.plan.instructions[index]
        return instruction is run.observed.plan.instructions[index] and run.reads_its_values(index, self.env)

    def _outputs(self, run: ObservedRun, index: int, as_observed: bool) -> list[tuple[int, Any]] | None:
        """Return the outputs of an instruction, or None if its own step must compute them."""
        observed = run.observed
        if as_observed and index not in observed.external:
            return run.execute(index)
        if index in observed.updates or index not in observed.external | observed.random:
            return observed.execute_alone(self.plan, index, self.env)
        return None

    def pass_with(self, outputs: Iterable[tuple[int, Any]]) -> None:
        """Skip the next instruction, and set its known results."""
        run, index = self.observed, self.pc
        as_observed = run is not None and index < self.until and self._is_observed(run, index)
        super().pass_with(outputs)
        if run is not None and as_observed and index in run.observed.external:
            self._adopt(run, index)

    def _adopt(self, run: ObservedRun, index: int) -> None:
        """Store results that the calls of this run have not computed.

        If a user's function has replaced its inputs or has returned another shape, a lowered run ends there, and later
        instructions run operator by operator.
        """
        if not (run.keeps_its_inputs(index, self.env) and run.adopt(index, self.env)):
            self.until = index + 1


def observed_frame(lowered: LoweredPlan, context: Context) -> Frame:
    """Return a frame at the start of a run.

    It computes the same results as `lowered` with the current feeds of `lowered`.
    """
    plan = lowered.plan
    values = [array.copy() for _, array in lowered.feed_arrays]
    frame = ObservedFrame(plan, context, values) if isinstance(plan.place, CPUPlace) else Frame(plan, context, values)
    for name, slot in plan.loads:
        frame.env[slot] = lowered.buffers.bind(name).copy()
    if not isinstance(frame, ObservedFrame):
        return frame
    frame.start(observed_plan(lowered))
    return frame


def observed_plan(lowered: LoweredPlan) -> ObservedPlan:
    """Return the plan of the frames that compute the results of `lowered`.

    The plan is created at the first request, and only for CPUs.
    """
    if lowered.observed is None:
        plan = lowered.plan
        arrays = {slot: array for (_, slot), (_, array) in zip(plan.feeds, lowered.feed_arrays, strict=True)}
        arrays |= {slot: lowered.buffers.bind(name) for name, slot in plan.loads}
        lowered.observed = ObservedPlan(plan, arrays, lowered.profile)
    return lowered.observed
