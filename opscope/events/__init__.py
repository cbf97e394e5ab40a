"""The wire protocol of a run: events (what happened) and commands (what to do).

Events and commands are flat, frozen records of numbers, strings, tuples and bytes. Such a record contains no operator,
array or callable. The names of events and fields are those of the Debug Adapter Protocol, if it has such a name
(stopped, reason, continue, response). The same records are sent over a widget's comm (`to_wire`) and stored in the
offline page (`to_json`, one line each). So a view that can fold these records can show any run, live or recorded.

Statistics that do not exist (the mean if no element is finite) are None, never NaN, because JSON has no NaN.

To add an event:

1. Write the class of the event here, or in a module with similar classes: `frame_messages.py`, `edit_messages.py`. The
    decorator defines how a view keeps the event (`fold_rules.py`). For a new slot, add a field to `event_fold.Fold`.
2. Run `make js`. This command generates the types and rules of the panel, `opscope/ui/js/src/events.generated.js`.

To add a command, write its class here or in a module with similar classes (`move_commands.py`), run `make js`, and
handle the command in `opscope/debug/session/wire_commands.py`.
"""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

from opscope.events.breakpoint_commands import ChangeBreakpoint as ChangeBreakpoint
from opscope.events.breakpoint_commands import ClearBreakpoint as ClearBreakpoint
from opscope.events.breakpoint_commands import SetBreakpoint as SetBreakpoint
from opscope.events.breakpoint_commands import SetExceptionFilters as SetExceptionFilters
from opscope.events.edit_messages import BranchSeen as BranchSeen
from opscope.events.edit_messages import EditsChanged as EditsChanged
from opscope.events.edit_messages import FetchOperator as FetchOperator
from opscope.events.edit_messages import OperatorSeen as OperatorSeen
from opscope.events.edit_messages import SetAttribute as SetAttribute
from opscope.events.edit_messages import SetValue as SetValue
from opscope.events.edit_messages import TryValue as TryValue
from opscope.events.edit_messages import UndoEdit as UndoEdit
from opscope.events.encoding import from_dict as from_dict
from opscope.events.encoding import from_json as from_json
from opscope.events.encoding import from_wire as from_wire
from opscope.events.encoding import to_dict as to_dict
from opscope.events.encoding import to_json as to_json
from opscope.events.encoding import to_wire as to_wire
from opscope.events.fold_rules import AddPoints, Latest, LatestByKey, Newest, Restart
from opscope.events.fold_rules import FoldRule as FoldRule
from opscope.events.frame_messages import Evaluate as Evaluate
from opscope.events.frame_messages import ExpressionsEvaluated as ExpressionsEvaluated
from opscope.events.frame_messages import FetchSource as FetchSource
from opscope.events.frame_messages import FetchStack as FetchStack
from opscope.events.frame_messages import FetchVariables as FetchVariables
from opscope.events.frame_messages import SelectThread as SelectThread
from opscope.events.frame_messages import SourceSeen as SourceSeen
from opscope.events.frame_messages import StackSeen as StackSeen
from opscope.events.frame_messages import VariablesSeen as VariablesSeen
from opscope.events.frame_messages import WatchExpressions as WatchExpressions
from opscope.events.message import Command, Event, command, event
from opscope.events.message import Message as Message
from opscope.events.move_commands import Continue as Continue
from opscope.events.move_commands import Goto as Goto
from opscope.events.move_commands import Next as Next
from opscope.events.move_commands import NextRun as NextRun
from opscope.events.move_commands import Pause as Pause
from opscope.events.move_commands import ReverseContinue as ReverseContinue
from opscope.events.move_commands import RunTo as RunTo
from opscope.events.move_commands import RunToEnd as RunToEnd
from opscope.events.move_commands import StepBack as StepBack
from opscope.events.move_commands import StepIn as StepIn
from opscope.events.move_commands import StepOut as StepOut
from opscope.events.move_commands import Terminate as Terminate
from opscope.statistics_text import statistics_note, zeros_percentage

Health: TypeAlias = Literal["ok", "zeros", "inf", "nan"]
MOSTLY_ZEROS = 0.9  # the share of zeros from which a value counts as "zeros"


def is_healthy(nan: int, inf: int) -> bool:
    """Return True if a value has neither NaN nor Inf. `core.finite.all_finite` tests an array in the same way."""
    return not (nan or inf)


def health_of(nan: int, inf: int, zeros: float) -> Health:
    """Return the worst health that applies to a value: "nan", "inf", "zeros" (nine tenths of the elements) or "ok"."""
    if not is_healthy(nan, inf):
        return "nan" if nan else "inf"
    return "zeros" if zeros >= MOSTLY_ZEROS else "ok"


# --- events -----------------------------------------------------------------------------------------


@event(Restart("started", keeps=("graph", "breakpoints", "responses")))
class RunStarted(Event):
    """A session began. `title` is the user's name for the run. `place` is the device (cpu, gpu:0).

    `rules` is True if the rules that find faults examine the run while it is running.
    """

    title: str
    place: str
    rules: bool = False


@event(Latest("graph"))
class GraphDrawn(Event):
    """The program was drawn, as SVG whose node groups have the ids `op-<operator id>` and `var-<name>`.

    `hidden` is the number of nodes in folded scopes. `open` are the ids of the open scopes. `arrangement` is together
    (a layer with its gradients), apart (forward next to backward) or forward; "" means a picture whose scopes cannot be
    opened. With a `center`, only the neighborhood of this node is drawn. `reveal` is the node to show. `dot` is the
    same picture as DOT. `eager` is True if the operators are calls of eager code, which have no times.
    """

    program: int
    svg: str
    ops: int
    hidden: int = 0
    open: tuple[str, ...] = ()
    arrangement: str = ""
    center: str = ""
    reveal: str = ""
    dot: str = ""
    eager: bool = False


@event(Latest("found"))
class GraphSearched(Event):
    """The nodes of the graph that match `text`, best first (at most fifty of `total` nodes), in parallel tuples."""

    text: str
    total: int
    ids: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    details: tuple[str, ...] = ()


@event(Latest("measured"))
class OperatorsMeasured(Event):
    """A number for each operator in `step`, to color the graph.

    `by` is time (seconds, measured in a replay operator by operator), memory (number of written bytes), gradient (norm
    of the written gradients) or change. The change is between the values that the operator wrote in step `against` and
    in this step: the norm of the difference divided by the norm of the former value.
    """

    by: str
    step: int
    against: int = 0
    ops: tuple[int, ...] = ()
    numbers: tuple[float, ...] = ()


@event(LatestByKey("steps", key=("names",), limit=16), AddPoints("scalars", "scalars"), AddPoints("history", "tapped"))
class StepFinished(Event):
    """An `Executor.run`, or a step of eager code, finished. `step` counts from 1.

    `seconds` are the seconds since the previous step, without pauses. `pace` is the average of `seconds` over the last
    steps. `names` and `scalars` are the fetched values of one element. `called` are their names in the user's code, if
    their own names are generated. `tapped` are the names of the tapped values of one element that the step has written,
    and `tapped_scalars` are their numbers. A number that is NaN or Inf is None; `infinite` has the names of the Infs.
    """

    step: int
    seconds: float
    names: tuple[str, ...] = ()
    scalars: tuple[float | None, ...] = ()
    called: tuple[str, ...] = ()
    pace: float = 0.0
    tapped: tuple[str, ...] = ()
    tapped_scalars: tuple[float | None, ...] = ()
    infinite: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """Label of each scalar: the name that the user gave, else its own name; both if scalars share a given name."""
        first = [own or name for name, own in zip(self.names, self.called or self.names, strict=True)]
        pairs = zip(self.names, first, strict=True)
        return tuple([f"{label} ({name})" if first.count(label) > 1 else label for name, label in pairs])


@event(LatestByKey("values", key=("name",)), AddPoints("history", "statistics"))
class ValueSeen(Event):
    """Statistics of one tapped value. Its histogram and thumbnail are sent in `DetailSeen`.

    mean, std, min and max are over the finite elements, None if there are none; `zeros` is a share in [0, 1]; `nan`
    and `inf` are counts; `grad_of` is the variable of which the value is the gradient, "" for others; `called` are
    the names that the user's code gives it; with `named`, the user has also given it its own `name`, which is shown
    first. `program` is the number of the program that has the operator `op` (-1: unknown).
    """

    name: str
    op: int
    op_type: str
    role: str
    step: int
    shape: tuple[int, ...]
    dtype: str
    min: float | None
    max: float | None
    mean: float | None
    std: float | None
    zeros: float
    nan: int
    inf: int
    grad_of: str = ""
    parameter: bool = False
    site: str = ""
    called: str = ""
    named: bool = False
    program: int = -1

    @property
    def title(self) -> str:
        """The name to show first: the name in the user's code, unless the user has given the value itself a name."""
        return self.name if self.named or not self.called else self.called.split(", ")[0]

    @property
    def healthy(self) -> bool:
        """True if every element is finite."""
        return is_healthy(self.nan, self.inf)

    @property
    def health(self) -> Health:
        """The health of the value: the worst of nan, inf and zeros that applies; otherwise ok."""
        return health_of(self.nan, self.inf, self.zeros)

    @property
    def is_scalar(self) -> bool:
        """True if the value has one element."""
        return math.prod(self.shape) == 1

    @property
    def zeros_text(self) -> str:
        """The share of zeros as text; "" for a value without elements."""
        return zeros_percentage(self.zeros, self.shape)

    @property
    def note(self) -> str:
        """A note if the statistics do not describe the elements: "of the magnitudes", "no elements"."""
        return statistics_note(self.dtype, self.shape)

    def __repr__(self) -> str:
        name = repr(f"{self.name} ({self.called})" if self.called else self.name)[1:-1]  # without control characters
        spec = f"{self.dtype}[{', '.join(map(str, self.shape))}]"
        numbers = [f"{n} {x:.4g}" for n in ("mean", "std", "min", "max") if (x := getattr(self, n)) is not None]
        counts = [f"{n:,} {what}" for n, what in ((self.nan, "NaN"), (self.inf, "Inf")) if n]
        zeros = f"{self.zeros_text} zeros" if self.zeros_text else ""
        shown = [*numbers, *filter(None, [zeros, self.note]), *counts]
        return f"<{name} {spec} in step {self.step}: {', '.join(shown)}>"


@event(LatestByKey("details", key=("name",), limit=32))
class DetailSeen(Event):
    """Histogram and thumbnail of one watched value.

    `counts` are the numbers of finite elements in equal bins over [low, high]. `pixels` are rows * cols bytes, row by
    row: 0 is NaN, 1 is -Inf, 255 is +Inf, 2 to 254 are linear from low to high. The thumbnail is a small sample of the
    value as a matrix, whose rows are all leading axes: every `row_stride`-th row and `col_stride`-th column.
    """

    name: str
    step: int
    low: float
    high: float
    counts: tuple[int, ...]
    rows: int
    cols: int
    row_stride: int
    col_stride: int
    pixels: bytes
    request: int = 0


@event(LatestByKey("slices", key=("name",), limit=8))
class SliceSeen(Event):
    """A slice of one value, as `FetchSlice` requested it.

    `axes` are the axes of the value that are shown as rows, columns and facets (-1: none). `index` is the position on
    every other axis. `pixels` are the cells of `facets` pictures, one after the other, as in `DetailSeen`. A cell
    stands for `row_stride` times `col_stride` elements of the window. The cell shows the first of these elements, or
    the NaN or Inf among them. If there are few elements, `numbers` are the elements as text. `difference` is the pinned
    value that was subtracted. `readers` are the operators that read the value. `writers` are the operators of the
    program that write the value: -1 if no operator writes it, empty if this is unknown.
    """

    name: str
    step: int
    shape: tuple[int, ...]
    axes: tuple[int, ...]
    index: tuple[int, ...]
    facets: int
    facet_stride: int
    top: int
    left: int
    height: int
    width: int
    row_stride: int
    col_stride: int
    low: float
    high: float
    nonfinite: int
    pixels: bytes
    numbers: tuple[str, ...] = ()
    difference: str = ""
    readers: tuple[int, ...] = ()
    reader_types: tuple[str, ...] = ()
    writers: tuple[int, ...] = ()
    request: int = 0


@event(Latest("pinned"))
class PinChanged(Event):
    """The elements of `name` in `step` are kept for comparisons; "" means that no elements are kept."""

    name: str = ""
    step: int = 0
    shape: tuple[int, ...] = ()


@event(
    Latest("stopped", clears=("past_stop", "continued", "place"), where=("past", False)),
    Latest("past_stop", clears=("place",), where=("past", True)),
)
class Stopped(Event):
    """The run is paused before operator `op` (-1: at the end of a block, or of the run of a program).

    If `reason` is exception and there is no operator, the program's own code has failed after the run, at `site`.

    In eager code, the run is also paused after an operator (`behind` is true), before the user's code continues.

    reason is entry, pause, step, breakpoint, data breakpoint, goto, exception or end. `text` is the breakpoint with its
    condition. `run` counts the runs of programs from 0, and `tick` counts the operators of one run, including operators
    of sub-blocks. So (run, tick) identifies a point of the history. `step` counts from 1; it is 0 in a startup program
    or an evaluation. `counters` are the counters of the user's loops around this place (`epoch=1, i=4`; none in the
    past), and the iteration, from 1, of a while loop in the program (`i=4, iteration 2`). `depth` is the number of
    enclosing blocks. `past` is true if the program has already executed this point. `path`, `line` and `source` are the
    user's line. `at_line` is true if the program itself waits at that line of its Python code: in operator `op`, which
    calls this code, or after the last operator that has run (-1). `breakpoint` is the number of the breakpoint; 0
    without a breakpoint. `thread` is the number of the paused thread, from 1, and `thread_name` is its name; 0 and ""
    if the program has only one thread. `called` is the name of the value `name` in the user's code, if `name` is
    generated.
    """

    reason: str
    op: int
    op_type: str
    name: str
    step: int
    site: str = ""
    text: str = ""
    run: int = 0
    tick: int = 0
    depth: int = 0
    block: int = 0
    role: str = ""
    past: bool = False
    behind: bool = False
    path: str = ""
    line: int = 0
    source: str = ""
    at_line: bool = False
    breakpoint: int = 0
    thread: int = 0
    thread_name: str = ""
    counters: str = ""
    called: str = ""

    @property
    def step_text(self) -> str:
        """Return `step 12 (epoch=1, i=4)`, or `run 0` if the run is not a step."""
        step = f"step {self.step}" if self.step else f"run {self.run}"
        return f"{step} ({self.counters})" if self.counters else step

    def __repr__(self) -> str:
        what = f"{self.op_type} -> {self.called or self.name}" if self.name else self.op_type
        place = "the end of the block" if self.depth else "the end of the run"
        is_own = self.at_line or self.reason in ("exception", "breakpoint")
        place = "in the program's own code" if is_own else f"at {place}"
        side = "behind" if self.behind else "in" if self.at_line else "before"
        before = f"{side} {what}" if what else place
        why = f"{self.reason}: {self.text}" if self.text else self.reason
        past = ", in the past" if self.past else ""
        past += f", thread {self.thread} {self.thread_name}" if self.thread else ""
        at = f"\n  at {self.site}: {self.source}" if self.site else ""
        return f"<{self.step_text}, {before} ({why}){past}>{at}"


@event(LatestByKey("findings", key=("number",), limit=200))
class FindingSeen(Event):
    """A possible fault: a rule or a watch for NaN and Inf has found it, or it is the error that ended the run.

    `number` counts from 1. If a finding is sent again, it replaces the former event. `origin` is rule, watch, check or
    failure. `severity` is error, warning or hint. `step` is the step in which the fault was seen first (0: the
    program). `times` is how often the fault was seen. `op` is the number of the operator (-1: none), and `operator` is
    its text. `site` is the user's line, and `code` is the text of the line. `cause` is the number of another finding
    that may be the cause of this finding; 0 without a cause. `called` is the name of the value in the user's code.
    """

    number: int
    origin: str
    rule: str
    severity: str
    step: int
    value: str
    evidence: str
    suggestion: str = ""
    op: int = -1
    operator: str = ""
    site: str = ""
    code: str = ""
    times: int = 1
    cause: int = 0
    called: str = ""


@event(Latest("gradients"))
class GradientsChecked(Event):
    """Text about a check of gradients in a step: counts of results. Step 0 means that the next step will be checked."""

    step: int
    text: str


@event(Latest("explained"))
class ValueExplained(Event):
    """Explanation of a value: the chain back to its first cause, as `Explain` requested it (`asked`, in step `at`).

    The links are parallel tuples, beginning with the explained value: `values` (`h[3] = NaN`), the makers of the values
    (`makers`: an operator's type, fed, loaded, ...; `ops`: the operator's number or -1), the elements that were read
    (`reads`), the effects (`notes`), the steps, and the user's lines. Before link i, `gaps[i]` links are left out.
    `cause` is the index of the first cause among the links.
    """

    asked: str
    at: int
    summary: str
    cause: int
    values: tuple[str, ...]
    makers: tuple[str, ...]
    ops: tuple[int, ...]
    reads: tuple[str, ...]
    notes: tuple[str, ...]
    steps: tuple[int, ...]
    sites: tuple[str, ...]
    sources: tuple[str, ...]
    gaps: tuple[int, ...]
    growth: tuple[str, ...] = ()


@event(Latest("place"))
class PlaceSeen(Event):
    """Values at the current place, in step `step`. The statistics of the values are sent as `ValueSeen`.

    `absent` are the tapped values that do not exist yet at that place. `names` and `scalars` are the fetched values of
    one element that exist at this place. If the place is in the past, `names` also contains the values that the step
    computes `later`. If `step` is 0, no values are tapped in the current run of a program.
    """

    step: int
    absent: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    scalars: tuple[float | None, ...] = ()
    later: tuple[str, ...] = ()


@event(Latest("continued", clears=("stopped", "past_stop", "place")))
class Continued(Event):
    """The run continues."""

    step: int


@event(Latest("breakpoints"))
class BreakpointsChanged(Event):
    """All current breakpoints and watchpoints, in parallel tuples.

    `specs` are the places of the breakpoints as the user wrote them (`op:relu`, `at:train.py:20`, `h`). `conditions`
    are the conditions ("": none). `hits` count how often each breakpoint was reached. `ops` are the operators of the
    current program at which each breakpoint is set, as ids joined by spaces. `program` is the number of the current
    program; -1 if no program has run. `exceptions` are the exception filters: raised, caught, uncaught.

    `enabled`: it may stop. `wanted` is the number of the first hit at which a breakpoint stops. `logs` is "" if the
    breakpoint stops. Otherwise, the breakpoint only logs a hit, and `logs` is the message, or True. `verified` is true
    if the breakpoint fits a known place. If not, `problems` has the reason, with the nearest name ("": no reason is
    known).
    """

    numbers: tuple[int, ...] = ()
    specs: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    hits: tuple[int, ...] = ()
    ops: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = ()
    enabled: tuple[bool, ...] = ()
    wanted: tuple[int, ...] = ()
    logs: tuple[str, ...] = ()
    verified: tuple[bool, ...] = ()
    problems: tuple[str, ...] = ()
    program: int = -1


@event(Latest("recorded"))
class RecordedRangeChanged(Event):
    """The recorded steps `first` to `last` (0, 0: no steps), to which the run can go back, and their size in bytes.

    `gaps` are the first and last steps of the ranges of steps that are not kept, because recording was off.
    """

    first: int
    last: int
    bytes: int
    gaps: tuple[int, ...] = ()


@event(Latest("recording"))
class RecordingChanged(Event):
    """Recording of programs was switched on or off. The recording may take `budget` bytes of memory."""

    on: bool
    budget: int


@event(Latest("cost"))
class CostMeasured(Event):
    """Cost of recording and taps since the previous event of this kind.

    `recording` is the share of the time of runs at full speed that the journal took; None if there was no such run.
    `hz` is the number of summaries of a tapped value per second, if this number is lower than requested; else 0.
    """

    recording: float | None
    hz: float = 0.0


@event(Latest("slow"))
class SlowRunsChanged(Event):
    """The programs that are now executed operator by operator (slowly), and the reasons."""

    programs: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


@event(Latest("search"))
class SearchProgressed(Event):
    """Progress of a search for `text`: `done` of `total` runs are searched. If `total` is 0, the search has ended."""

    text: str = ""
    done: int = 0
    total: int = 0


@event(LatestByKey("warnings", key=("subject", "text"), limit=50))
class Warned(Event):
    """A warning for the user; `subject` is the variable or operator that it concerns.

    `count` is the number of times that the run has given this warning.
    """

    subject: str
    text: str
    count: int = 1


@event(Latest("terminated", clears=("continued", "stopped", "past_stop", "place")))
class Terminated(Event):
    """The run ended. `reason` is finished, stopped or failed. `error` is the text of the run's exception."""

    reason: str
    steps: int
    error: str = ""


@event(Newest("responses", limit=64))
class Response(Event):
    """The result of the command with the number `request`. If the command was refused, `text` is the reason."""

    request: int
    ok: bool
    text: str = ""


# --- commands ---------------------------------------------------------------------------------------


@command
class DrawGraph(Command):
    """Draw the graph with these scopes open, and with the scopes around the node `reveal`.

    If `first` is true, open the scopes that a new view opens. If `center` is given, draw only nodes within `hops` edges
    of the center.
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

    Step 0, or a step that has not ended, means the newest step that has ended.
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
    """Let the rules examine the recorded steps. The findings are sent as `FindingSeen`."""


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

    `index` has the positions on the other axes (`0,3,0`). top, left, height and width are the shown window, in rows and
    columns (0: the whole value). With `difference`, send a slice of the difference from the pinned value.
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
    """Keep the elements that `name` has at this place, to compare other values with them; "" keeps no elements."""

    name: str


@command
class WatchDetail(Command):
    """From now on, send a `DetailSeen` with each new `ValueSeen` of `name` (of no value if `name` is "")."""

    name: str
