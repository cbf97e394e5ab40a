"""Protocol between a run and its views. Events report what has happened, and commands request an action.

Events and commands are flat, frozen records of numbers, strings, tuples and bytes. Such a record contains no operator,
array or callable. If the Debug Adapter Protocol has a suitable name (stopped, reason, continue, response) for an event
or a field, opscope uses this name. The same records are sent over a widget's comm (`to_wire`) and stored in the offline
page (`to_json`, one line for each record). So a view that can process these records can show any live or recorded run.

If a statistic does not exist (for example, the mean of a value without finite elements), it is None, never NaN, because
JSON has no NaN.

To add an event:

1. Write the class of the event here, or in a module with similar classes: `frame_messages.py`, `edit_messages.py`. The
   decorator defines how a view stores the event (`fold_rules.py`). For a new slot, add a field to `event_fold.Fold`.
2. Run `make js`. This command generates the types and rules of the panel, `opscope/ui/js/src/events.generated.js`.

To add a command, write its class in a module with similar classes (`move_commands.py`, `view_commands.py`), run
`make js`, and handle the command in `opscope/debug/session/wire_commands.py`.
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
from opscope.events.message import Command as Command
from opscope.events.message import Event, event
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
from opscope.events.view_commands import CheckGradients as CheckGradients
from opscope.events.view_commands import DrawGraph as DrawGraph
from opscope.events.view_commands import Explain as Explain
from opscope.events.view_commands import FetchDetail as FetchDetail
from opscope.events.view_commands import FetchSlice as FetchSlice
from opscope.events.view_commands import FindFaults as FindFaults
from opscope.events.view_commands import MeasureOperators as MeasureOperators
from opscope.events.view_commands import PinValue as PinValue
from opscope.events.view_commands import SearchGraph as SearchGraph
from opscope.events.view_commands import SetRecording as SetRecording
from opscope.events.view_commands import SetTapLevel as SetTapLevel
from opscope.events.view_commands import WatchDetail as WatchDetail
from opscope.statistics_text import statistics_note, zeros_percentage

Health: TypeAlias = Literal["ok", "zeros", "inf", "nan"]
MOSTLY_ZEROS = 0.9  # the share of zeros from which a value counts as "zeros"


def is_healthy(nan: int, inf: int) -> bool:
    """Return True if a value has neither NaN nor Inf. `core.finite.all_finite` tests an array in the same way."""
    return not (nan or inf)


def health_of(nan: int, inf: int, zeros: float) -> Health:
    """Return the health of a value: the first of "nan", "inf", "zeros" (at least 90 % zeros) and "ok" that applies."""
    if not is_healthy(nan, inf):
        return "nan" if nan else "inf"
    return "zeros" if zeros >= MOSTLY_ZEROS else "ok"


# --- events -----------------------------------------------------------------------------------------


@event(Restart("started", keeps=("graph", "breakpoints", "responses")))
class RunStarted(Event):
    """A run has begun. `title` is the title of the run. `place` is the device (cpu, gpu:0).

    `rules` is True if rules look for training mistakes while the run is running.
    """

    title: str
    place: str
    rules: bool = False


@event(Latest("graph"))
class GraphDrawn(Event):
    """The program was drawn as SVG. The SVG groups of nodes have the ids `op-<operator id>` and `var-<name>`.

    `hidden` is the number of nodes in folded scopes. `open` contains the ids of the open scopes. `arrangement` is
    together (a layer with its gradients), apart (forward next to backward) or forward. If `arrangement` is "", the
    scopes of the picture cannot be opened. If `center` is not "", only the neighborhood of this node is drawn. `reveal`
    is a node that must be visible. `dot` is the same picture as DOT text. `eager` is True if the operators are calls in
    eager code, whose times are not measured.
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
    """The nodes of the graph that match `text`, in parallel tuples.

    At most 50 of `total` nodes are listed, best first.
    """

    text: str
    total: int
    ids: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    details: tuple[str, ...] = ()


@event(Latest("measured"))
class OperatorsMeasured(Event):
    """A number for each operator in `step`, which colors the graph.

    `by` is the measured quantity: time (in seconds, measured in a replay operator by operator), memory (number of
    written bytes), gradient (norm of the written gradients) or change. The change compares the values that the operator
    wrote in this step with its values in step `against`. The change is the norm of the difference, divided by the norm
    of the value in step `against`.
    """

    by: str
    step: int
    against: int = 0
    ops: tuple[int, ...] = ()
    numbers: tuple[float, ...] = ()


@event(LatestByKey("steps", key=("names",), limit=16), AddPoints("scalars", "scalars"), AddPoints("history", "tapped"))
class StepFinished(Event):
    """An `Executor.run`, or a step of eager code, has finished. `step` counts from 1.

    `seconds` is the time since the previous step, without pauses. `pace` is the average of `seconds` over the last
    steps. `names` and `scalars` contain the fetched values that have one element. `called` contains the names of these
    values in the user's code, if their own names are generated. `tapped` contains the names of tapped values with one
    element that the step has written, and `tapped_scalars` contains their numbers. A number that is NaN or Inf is None.
    `infinite` contains the names of the values that are Inf.
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
        """Labels of the scalars.

        A label is the name of the scalar in the user's code, or else the scalar's own name. If the name is not unique,
        the label contains both names.
        """
        first = [own or name for name, own in zip(self.names, self.called or self.names, strict=True)]
        pairs = zip(self.names, first, strict=True)
        return tuple([f"{label} ({name})" if first.count(label) > 1 else label for name, label in pairs])


@event(LatestByKey("values", key=("name",)), AddPoints("history", "statistics"))
class ValueSeen(Event):
    """Statistics of one tapped value. Its histogram and thumbnail are sent in `DetailSeen`.

    mean, std, min and max are computed over the finite elements; they are None if no element is finite. `zeros` is a
    share in [0, 1]. `nan` and `inf` are counts. If the value is a gradient, `grad_of` is the variable to which the
    gradient belongs; "" for other values. `called` contains the value's names in the user's code. If `named` is True,
    the user has also chosen `name`, which is then shown first. `program` is the number of the program that contains the
    operator `op` (-1: unknown). If `eager` is True, the operator is a call of eager code: in another step, another
    operator can have the number `op`.
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
    eager: bool = False

    @property
    def title(self) -> str:
        """The name to show first: the name in the user's code, unless the user has chosen the value's own name."""
        return self.name if self.named or not self.called else self.called.split(", ")[0]

    @property
    def healthy(self) -> bool:
        """True if every element is finite."""
        return is_healthy(self.nan, self.inf)

    @property
    def health(self) -> Health:
        """The health of the value: the first of nan, inf, zeros and ok that applies."""
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
        """A note if the statistics do not describe the elements: "of the magnitudes" or "no elements"; else ""."""
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

    `counts` contains the numbers of finite elements in equal bins over [low, high]. `pixels` contains rows * cols
    bytes, row by row. 0 means NaN, 1 means -Inf, 255 means +Inf, and 2 to 254 are linear from low to high. For the
    thumbnail, the value is reshaped to a matrix whose columns are the last axis. The thumbnail shows every
    `row_stride`-th row and every `col_stride`-th column of the matrix.
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
    """A slice of one value, which `FetchSlice` requested.

    `axes` contains the axes of the value that are shown as rows, columns and facets (-1: none). `index` contains the
    position on each other axis. `pixels` contains the cells of `facets` pictures, one picture after the other, encoded
    as in `DetailSeen`. A cell represents `row_stride` times `col_stride` elements of the window. The cell shows the
    first of these elements, or a NaN or Inf among them. If there are only few elements, `numbers` contains them as
    text. `difference` is the pinned value that was subtracted. `readers` contains the operators that read the value.
    `writers` contains the operators of the program that write the value. `readers` and `writers` contain only -1 if no
    operator reads or writes the value, and are empty if the operators are not known.
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
    """The pinned value has changed: the elements of `name` in `step` are stored for comparisons with other values.

    If `name` is "", no value is pinned.
    """

    name: str = ""
    step: int = 0
    shape: tuple[int, ...] = ()


@event(
    Latest("stopped", clears=("past_stop", "continued", "place"), where=("past", False)),
    Latest("past_stop", clears=("place",), where=("past", True)),
)
class Stopped(Event):
    """The run is paused before operator `op` (-1: at the end of a block, or at the end of a run of a program).

    If `reason` is exception and there is no operator, the user's code has failed after the run of the program. `site`
    is the line of this code. In
    eager code, the run can also be paused after an operator (`behind` is true), before the user's code continues.

    `reason` is entry, pause, step, breakpoint, data breakpoint, goto, exception or end. `text` is the breakpoint with
    its condition. `run` counts the runs of programs from 0, and `tick` counts the operators of one run, including
    operators of sub-blocks. So (run, tick) identifies a point of the history. `step` counts from 1; it is 0 in a
    startup program or an evaluation. `counters` contains the counters of the user's loops at this place (`epoch=1,
    i=4`; none in the past), and the iteration (from 1) of a while loop in the program (`i=4, iteration 2`). `depth` is
    the number of enclosing blocks. `past` is true if the program has already executed this point. `path`, `line` and
    `source` describe the user's line. `at_line` is true if the program itself waits at this line of its Python code.
    `op` is then the operator that calls this code; -1 if the code runs between operators. `breakpoint` is the number of
    the breakpoint that has stopped the run, else 0. `thread` is the number of the paused thread, from 1, and
    `thread_name` is its name; 0 and "" if the program has only one thread. `called` is the name of the value `name` in
    the user's code, if `name` is generated.
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
        """The step as text, such as `step 12 (epoch=1, i=4)`; `run 0` if the run is not a step."""
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
    """A possible fault, which a rule or a watch for NaN and Inf has found, or the error that ended the run.

    `number` counts from 1. If a finding is sent again, it replaces the former event with this number. `origin` is rule,
    watch, check or failure. `severity` is error, warning or hint. `step` is the step in which the fault was seen first
    (0: the program). `times` is how often the fault was seen. `op` is the number of the operator (-1: none), and
    `operator` is its text. `site` is the user's line, and `code` is the text of the line. `cause` is the number of
    another finding that may be the cause of this finding; 0 without a cause. `called` is the name of the value in the
    user's code.
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
    """The counts of the results of a gradient check in `step`, as text. Step 0 means that the next step is checked."""

    step: int
    text: str


@event(Latest("explained"))
class ValueExplained(Event):
    """Explanation of a value: the chain of values back to the first cause. `Explain` requested it.

    `asked` is the explained value, and `at` is its step. The links of the chain are stored in parallel tuples,
    beginning with the explained value. `values` contains the values (`h[3] = NaN`). `makers` contains the origin of
    each value: an operator's type, fed, loaded, ... `ops` contains the numbers of these operators, or -1. `reads`
    contains the elements that the operators read. `notes` contains texts about the effect of each operator on the
    element. `steps` contains the steps. `sites` and `sources` contain the positions and the texts of the user's lines.
    Before link i, `gaps[i]` links are omitted. `cause` is the index of the first cause among the links.
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
    """Values at the current place, in step `step`. The statistics of these values are sent as `ValueSeen`.

    `absent` contains the tapped values that do not exist yet at this place. `names` and `scalars` contain the fetched
    values with one element that exist at this place. If the place is in the past, `names` also contains the values that
    the step computes `later`. If `step` is 0, no values are tapped in the current run of a program.
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

    `specs` contains the places of the breakpoints as the user wrote them (`op:relu`, `at:train.py:20`, `h`).
    `conditions` contains their conditions ("": no condition). `hits` contains how often each breakpoint was reached.
    `ops` contains the operators of the current program at which each breakpoint is set, as ids joined by spaces.
    `program` is the number of the current program; -1 if no program has run. `exceptions` contains the exception
    filters: raised, caught, uncaught. `enabled` is true if a breakpoint is switched on. `wanted` is the number of the
    first hit at which a breakpoint stops. `logs` is "" if the breakpoint stops. Otherwise, the breakpoint only logs
    its hits, and `logs` is the message, or True. `verified` is true if a known place matches the breakpoint. If no
    place matches, `problems` contains the reason, with a similar name ("": no reason is known).
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
    """The recorded steps, `first` to `last` (0 to 0: none), to which the run can go back, and their size in bytes.

    `gaps` contains the first and last step of each range of steps that were not recorded, because recording was off.
    """

    first: int
    last: int
    bytes: int
    gaps: tuple[int, ...] = ()


@event(Latest("recording"))
class RecordingChanged(Event):
    """The recording of runs was switched on or off. The recording may use `budget` bytes of memory."""

    on: bool
    budget: int


@event(Latest("cost"))
class CostMeasured(Event):
    """Cost of recording and taps since the previous event of this type.

    `recording` is the share of the run time that recording took, measured in runs at full speed; None if there was no
    such run. `hz` is the number of summaries of a tapped value per second if it is lower than requested, else 0.
    """

    recording: float | None
    hz: float = 0.0


@event(Latest("slow"))
class SlowRunsChanged(Event):
    """The programs that are at present executed operator by operator, which is slow, and the reasons."""

    programs: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


@event(Latest("search"))
class SearchProgressed(Event):
    """Progress of the search `text`.

    `done` of `total` runs have been searched. If `total` is 0, the search has ended.
    """

    text: str = ""
    done: int = 0
    total: int = 0


@event(LatestByKey("warnings", key=("subject", "text"), limit=50))
class Warned(Event):
    """A warning for the user. `subject` is the variable or operator that the warning is about.

    `count` is the number of times that the run has issued this warning.
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
