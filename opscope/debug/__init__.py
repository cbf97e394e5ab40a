"""Watching programs: select values, reduce them where they are, stream what was seen, pause and go on.

taps = debug.attach(exe).tap("h*")       # plain Python: taps on one executor
run = debug.start(train, taps=["*@GRAD"])  # a worker thread with Pause and Continue
with debug.profile(exe) as profile: ...    # time, bytes and shares of the machine's limits, operator by operator
"""

from opscope.debug.attach import Taps, attach
from opscope.debug.history import History
from opscope.debug.profile import Profile, profile
from opscope.debug.run import Run, start
from opscope.debug.select import Selector
from opscope.debug.session import Session
from opscope.debug.statistics import Statistics, statistics
from opscope.debug.stream import EventQueue

__all__ = [
    "EventQueue",
    "History",
    "Profile",
    "Run",
    "Selector",
    "Session",
    "Statistics",
    "Taps",
    "attach",
    "profile",
    "start",
    "statistics",
]
