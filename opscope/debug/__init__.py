"""Watching programs: select values, reduce them where they are, stream what was seen, pause and go on.

taps = debug.attach(exe).tap("h*")       # plain Python: taps on one executor
run = debug(train, entry=True)             # a worker thread, stepped both ways; also debug.start(...)
past = debug.open("recording")             # a recording of a run, in any process
print(debug.check(train))                  # are the gradients of its own functions right?
with debug.profile(exe) as profile: ...    # time, bytes and shares of the machine's limits, operator by operator
"""

import sys
from types import ModuleType
from typing import Any

from opscope.debug.gradients import Checks, check
from opscope.debug.profile.profile import Profile, profile
from opscope.debug.session.event_queue import EventQueue
from opscope.debug.session.recording import Recording, open
from opscope.debug.session.run import Run, start
from opscope.debug.session.session import Session
from opscope.debug.taps.attach import Taps, attach
from opscope.debug.taps.event_history import History
from opscope.debug.taps.selector import Selector
from opscope.debug.taps.statistics import Statistics, statistics

__all__ = [
    "Checks",
    "EventQueue",
    "History",
    "Profile",
    "Recording",
    "Run",
    "Selector",
    "Session",
    "Statistics",
    "Taps",
    "attach",
    "check",
    "open",
    "profile",
    "start",
    "statistics",
]


class _Callable(ModuleType):
    """`opscope.debug(train)` is `opscope.debug.start(train)`."""

    def __call__(self, *args: Any, **options: Any) -> Run:
        return start(*args, **options)


sys.modules[__name__].__class__ = _Callable
