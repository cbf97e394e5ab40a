"""The end of a rank's program, which is a collective call, so that no rank waits forever for a rank that has ended.

If the program of a rank ends, or raises an error, while the other ranks are in a collective, the call at its end
differs from the calls of the other ranks. Each rank then gets a RankError with the reason. Without this call, the rank
would wait in MPI_Finalize, and the other ranks would wait in their collective.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys

from opscope.core.source import raising_site
from opscope.errors import RankError, error_text
from opscope.ranks.beats import last_error, say_end
from opscope.ranks.channel import RAISED, Channel
from opscope.ranks.collective import END, Collective


def agree_at_exit(world: Channel) -> None:
    """Register the collective call at the end of the program, which is executed before MPI is finalized."""
    atexit.register(_end, world)


def end_with(world: Channel, error: BaseException) -> None:
    """Notify all ranks that an error ends the program of this rank, before the rank closes its recording."""
    if not world.state.parted:
        with contextlib.suppress(RankError):  # this rank has an error already
            world.agree(_end_of(error, world.state.collectives))
            world.state.leave()


def _end(world: Channel) -> None:
    state = world.state
    if os.getpid() != state.process:  # a child that the program has forked
        return
    error = last_error()
    if not state.parted:
        try:
            world.agree(_end_of(error, state.collectives))
        except RankError as parted:
            if error is None:
                print(f"RankError: {parted}", file=sys.stderr)  # noqa: T201 (nobody is left to catch it)
    if state.lost:  # MPI_Finalize would wait for the dead
        sys.stdout.flush()
        sys.stderr.flush()
        say_end()
        os._exit(1)


def _end_of(error: BaseException | None, collectives: int) -> Collective:
    note = f"after {collectives} collectives"
    if error is None:
        return Collective(END, "", "", "", None, None, None, note)
    return Collective(f"{RAISED}{error_text(error)}", "", "", "", None, None, raising_site(error), note)
