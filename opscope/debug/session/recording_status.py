"""Recording status in one line (`recording: 4 % · 12 MB of 256 MB`), and the parser of the recording setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from opscope.core.files.byte_size import size
from opscope.debug.profile.profile_table import unit
from opscope.debug.replay.journal import Journal, steps_text
from opscope.errors import ArgumentError

UNITS = ("B", "KB", "MB", "GB")
SWITCH: Mapping[str, bool] = {"on": True, "off": False}
SETTINGS = (*SWITCH, "64MB", "256MB", "1GB")
"""The recording settings that completion at the prompt offers. Any other size is also a valid setting."""


def recording_setting(setting: bool | int | str) -> bool | int:
    """Parse the recording setting: on, off, or a budget in bytes.

    The texts `on`, `off` and `64MB` are also accepted. Raises ArgumentError.

    >>> recording_setting("off"), recording_setting("64MB")
    (False, 64000000)
    """
    found = _parsed(setting) if isinstance(setting, str) else setting
    if not isinstance(found, int) or (not isinstance(found, bool) and found <= 0):
        raise ArgumentError(
            f"a budget must be a positive number of bytes, not {found}",
            fix="pass a size such as '256MB', or False for no history",
        )
    return found


def _parsed(text: str) -> bool | int:
    if text in SWITCH:
        return SWITCH[text]
    try:
        return size(text)
    except ArgumentError:
        raise ArgumentError(
            f"recording must be on, off or a size in bytes, not {text!r}", fix="write on, off, or a size such as 64MB"
        ) from None


class RecordingStatus(NamedTuple):
    """Recording status of a run: `on` is True if runs are recorded, and the other fields describe the costs.

    `nbytes` is the size of the history, and `budget` is the largest allowed size of the history. `share` is the part of
    the run's time that recording takes. The share was last measured in a run at full speed. `share` is None if no run
    went at full speed. `first` and `last` are the first and the last step in the history, or 0 if the history has no
    steps. `ranges` are the ranges of consecutive steps in the history.
    """

    on: bool
    nbytes: int
    budget: int
    share: float | None
    first: int
    last: int
    ranges: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        size = f"{unit(self.nbytes, UNITS)} of {unit(self.budget, UNITS)}"
        if not self.on:
            return f"not recording: {size} are kept"
        return f"recording: {size}" if self.share is None else f"recording: {100 * self.share:.2g} % · {size}"

    def __repr__(self) -> str:
        return f"<{self}; {steps_text(self.ranges) if self.ranges else 'no step'}>"


def recording_status(journal: Journal, share: float | None) -> RecordingStatus:
    """Return the recording status of a journal."""
    first, last = journal.step_range()
    kept = tuple(journal.kept_steps())
    return RecordingStatus(journal.recording, journal.nbytes, journal.budget, share, first, last, kept)
