"""Commands of a view: what a run draws, measures, taps, records, explains, checks and sends."""

from __future__ import annotations

from opscope.events.message import Command, command


@command
class DrawGraph(Command):
    """Draw the graph with these scopes open, and with the scopes around the node `reveal`.

    If `first` is true, open the scopes that are open in a new view. If `center` is not "", draw only nodes that are at
    most `hops` edges away from this node.
    """

    open: tuple[str, ...]
    arrangement: str
    first: bool = False
    reveal: str = ""
    center: str = ""
    hops: int = 1


@command
class SearchGraph(Command):
    """Find the nodes whose name, type, shape or line contains each word of `text`.

    `op:relu`, `shape:64` and `line:train.py` search only types, shapes and lines.
    """

    text: str


@command
class MeasureOperators(Command):
    """Measure the operators of a step by time, memory, gradient or change since step `against`.

    If `step` is 0, or the step has not ended, the newest complete step is measured.
    """

    by: str
    step: int = 0
    against: int = 0


@command
class SetTapLevel(Command):
    """Tap the values of `pattern` at `level`: off, health, statistics, record, sampled or everything."""

    pattern: str
    level: str


@command
class SetRecording(Command):
    """Switch the recording of program runs on or off, with a budget in bytes (0: the former budget)."""

    on: bool
    budget: int = 0


@command
class Explain(Command):
    """Send a `ValueExplained` with the cause of value `name`. The response is the same explanation as text.

    If `name` is "", the NaN or Inf at this place is explained, or the first NaN or Inf of the history. `step` is the
    step at whose end the value is explained (0: at the current place).
    """

    name: str = ""
    step: int = 0


@command
class FindFaults(Command):
    """Apply the rules to the recorded steps. Each finding is sent as a `FindingSeen`."""


@command
class CheckGradients(Command):
    """Compare the gradients of the user's functions with slopes (finite differences) during the next step.

    `GradientsChecked` is sent at the end of the step, and a `FindingSeen` for each gradient that is wrong or unclear.
    """


@command
class FetchDetail(Command):
    """Send one `DetailSeen` of the newest value of `name`."""

    name: str


@command
class FetchSlice(Command):
    """Send a `SliceSeen` of a value, with the axes `rows`, `cols` and `facets` (all -1: the last three axes).

    `index` contains the positions on the other axes (`0,3,0`). `top`, `left`, `height` and `width` describe the shown
    window, in rows and columns (0: the whole value). If `difference` is true, send a slice of the difference between
    the value and the pinned value.
    """

    name: str
    rows: int = -1
    cols: int = -1
    facets: int = -1
    index: str = ""
    top: int = 0
    left: int = 0
    height: int = 0
    width: int = 0
    difference: bool = False


@command
class PinValue(Command):
    """Store the elements that `name` has at this place, to compare other values with them; "" stores none."""

    name: str


@command
class WatchDetail(Command):
    """From now on, send a `DetailSeen` with each new `ValueSeen` of `name`; if `name` is "", send none."""

    name: str
