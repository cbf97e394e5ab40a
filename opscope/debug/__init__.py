"""Debugger for tensor programs: it stops a program, steps forward and back, shows and changes values, and records runs.

    run = opscope.debug(train, entry=True)         # step `train()` forward and back; the same as debug.start(...)
    past = debug.open("recording")                 # open a recording of a run, in any process
    taps = debug.attach(exe).tap("h*")             # summarize values that one Executor computes
    print(debug.check(train))                      # compare the gradients of custom functions with finite differences
    with debug.profile(exe) as profile: ...        # measure the time and the bytes of each operator
    print(run.findings)                            # find common mistakes in training, with evidence; see `debug.rules`
    print(debug.risk(run, step=3))                 # find calls that amplify rounding errors, with cause and fix
    print(debug.diff(run, "recording"))            # find why two runs differ, and the first value that differs
    print(debug.diff_ranks("recording"))           # find values that must be equal on all ranks of a job, but differ

Continue with `help(debug.start)` for the options of `opscope.debug(...)`, with `help(debug.Run)` for the methods of a
run, and with `python -m opscope --help` for the command line. The command `make docs` builds the guides and the
reference.
"""

import inspect
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from opscope.core.lazy_names import lazy_names
from opscope.debug import rules
from opscope.debug.comparison.change import Change
from opscope.debug.comparison.diff import diff
from opscope.debug.comparison.difference import Difference
from opscope.debug.comparison.value_search import DifferingValue
from opscope.debug.delivery.event_queue import EventQueue
from opscope.debug.gradients import Checks, check, intended
from opscope.debug.profile.profile import Profile, profile
from opscope.debug.ranks.diff_ranks import diff_ranks
from opscope.debug.ranks.outlying_values import OutlyingValue
from opscope.debug.ranks.rank_difference import RankDifference, RankFault
from opscope.debug.risk.risks import Risk, Risks
from opscope.debug.runs.numerical_risk import risk
from opscope.debug.runs.post_mortem import Failure, post_mortem
from opscope.debug.runs.recording import Recording, open
from opscope.debug.runs.run import Run
from opscope.debug.runs.start import start
from opscope.debug.session.session import Session
from opscope.debug.taps.attach import Taps, attach
from opscope.debug.taps.event_history import History
from opscope.debug.taps.selector import Selector
from opscope.debug.taps.statistics import Statistics, statistics
from opscope.debug.why.explanation import Explanation

if TYPE_CHECKING:
    from opscope.debug.comparison.model_difference import ModelDifference, diff_models

__all__ = [
    "Change",
    "Checks",
    "Difference",
    "DifferingValue",
    "EventQueue",
    "Explanation",
    "Failure",
    "History",
    "ModelDifference",
    "OutlyingValue",
    "Profile",
    "RankDifference",
    "RankFault",
    "Recording",
    "Risk",
    "Risks",
    "Run",
    "Selector",
    "Session",
    "Statistics",
    "Taps",
    "attach",
    "check",
    "diff",
    "diff_models",
    "diff_ranks",
    "intended",
    "open",
    "post_mortem",
    "profile",
    "risk",
    "rules",
    "start",
    "statistics",
]


# The only comparison that needs `opscope.onnx`, which is slow to import.
__getattr__ = lazy_names(
    __name__, {n: f"opscope.debug.comparison.model_difference:{n}" for n in ("ModelDifference", "diff_models")}
)


class _CallableModule(ModuleType):
    """Module that can be called: `opscope.debug(train)` is `opscope.debug.start(train)`."""

    __call__ = staticmethod(start)

    def __dir__(self) -> list[str]:
        return sorted(__all__)


sys.modules[__name__].__class__ = _CallableModule
__signature__ = inspect.signature(start)  # returned by `inspect.signature(opscope.debug)`
