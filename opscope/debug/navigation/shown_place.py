"""Position that a navigator shows: of the running program, in the past, or inside a gradient rule."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from opscope.debug.replay.gradient_stepper import GradientStepper
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.replay.replayer import Replayer


class ShownPlace(NamedTuple):
    """The position that is shown: the past cursor and its tick, or a position inside a gradient rule.

    If `past` is None, the position of the live cursor is shown. `branch` is set while the shown past contains changes
    by the user.

    At the end of a command that moves the cursor, the position of the cursor becomes the shown position. Until a
    command ends, the command can return to the position that was shown before the command.
    """

    past: Cursor | None = None
    tick: int = -1
    gradient: GradientStepper | None = None
    branch: ShownBranch | None = None


class ShownBranch(NamedTuple):
    """Runs with a change, which are shown instead of the recorded runs.

    `outer` is the branch without the latest change.
    """

    replay: Replayer
    changes: tuple[str, ...]
    outer: ShownBranch | None


class LiveProgram(Protocol):
    """The running program, which owns the cursor of the live run."""

    @property
    def live(self) -> Cursor | None:
        """The cursor of the live run, or None if no run is in progress."""
        ...
