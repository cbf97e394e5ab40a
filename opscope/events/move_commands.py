"""Commands that move a run: pause, continue, step, go to another place, or end the run."""

from __future__ import annotations

from opscope.events.message import Command, command


@command
class Pause(Command):
    """Stop before the next operator."""


@command
class Continue(Command):
    """Continue the run."""


@command
class Terminate(Command):
    """End the run before the next operator."""


@command
class Next(Command):
    """Stop before the next operator of this block, or of the enclosing block."""


@command
class StepIn(Command):
    """Stop before the very next operator, even in a block of the current operator or in a `*_grad` operator's rule."""


@command
class StepOut(Command):
    """Stop at the end of the block, before the next operator of the enclosing block."""


@command
class StepBack(Command):
    """Go back to the operator that ran last in this block, or to the operator that owns the block."""


@command
class ReverseContinue(Command):
    """Go back to the last place where a breakpoint would have stopped."""


@command
class RunToEnd(Command):
    """Stop at the end of this run of the program, before the results of the run are stored."""


@command
class NextRun(Command):
    """Stop before the first operator of the next run of a program."""


@command
class RunTo(Command):
    """Continue until operator `op` is next."""

    op: int


@command
class Goto(Command):
    """Go to step `step`, before operator `op` (-1: the first operator), forward or backward."""

    step: int
    op: int = -1
