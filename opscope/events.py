"""The wire protocol: what a run says (events, past tense) and what it is told (commands, imperative).

Both are flat, frozen records of numbers, strings, tuples and bytes: no operator, array or callable ever
travels. The words are those of the Debug Adapter Protocol where it has one (stopped, reason, continue).
The same records cross a widget's comm (`to_wire`), fill a recording (`to_json`, one line each) and drive
the offline page, so whoever can fold them can show any run, live or past.

Statistics that do not exist (the mean of nothing finite) are None, never NaN: JSON has no NaN.
"""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, dataclass_transform

Health: TypeAlias = Literal["ok", "zeros", "inf", "nan"]
MOSTLY_ZEROS = 0.9  # the share of zeros from which a value counts as "zeros"


def is_healthy(nan: int, inf: int) -> bool:
    """True if a value has neither NaN nor Inf. `core.finite.all_finite` is the same test on its elements."""
    return not (nan or inf)


def health_of(nan: int, inf: int, zeros: float) -> Health:
    """The health of a value: "nan", "inf", "zeros" (nine tenths of them) or "ok", the worst that applies."""
    if not is_healthy(nan, inf):
        return "nan" if nan else "inf"
    return "zeros" if zeros >= MOSTLY_ZEROS else "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Common to events and commands; `kind` on the wire is the class's name."""

    registry: ClassVar[dict[str, type[Message]]] = {}

    @property
    def kind(self) -> str:
        """The class's name: how the record is called on the wire."""
        return type(self).__name__


M = TypeVar("M", bound=type[Message])


@dataclass_transform(frozen_default=True, kw_only_default=True)
def message(cls: M) -> M:
    """Make a class part of the protocol: only what is listed here is ever decoded."""
    record = dataclass(frozen=True, slots=True, kw_only=True)(cls)
    Message.registry[record.__name__] = record
    return record


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Message):
    """Something that happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Message):
    """Something to do. Every command is answered by one event that carries its `request`."""

    request: int


# --- events -----------------------------------------------------------------------------------------


@message
class RunStarted(Event):
    """A session began: `title` is what the user called it, `place` where it runs (cpu, gpu:0)."""

    title: str
    place: str


@message
class GraphDrawn(Event):
    """The program was drawn: SVG whose node groups carry `id="op-<operator id>"` and `id="var-<name>"`."""

    program: int
    svg: str
    ops: int
    hidden: int = 0


@message
class StepFinished(Event):
    """One `Executor.run` came to its end. `step` counts from 1; `scalars` are its one-element fetches."""

    step: int
    seconds: float
    names: tuple[str, ...] = ()
    scalars: tuple[float | None, ...] = ()


@message
class ValueSeen(Event):
    """Summary of one tapped value. Elements travel in `DetailSeen`.

    mean, std, min and max are over the finite elements, None if there are none; `zeros` is a share in
    [0, 1]; `nan` and `inf` are counts; `grad_of` names the variable whose gradient this is ("" if none).
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

    @property
    def healthy(self) -> bool:
        """True if every element is finite."""
        return is_healthy(self.nan, self.inf)

    @property
    def health(self) -> Health:
        """The worst of nan, inf and zeros that applies, else ok."""
        return health_of(self.nan, self.inf, self.zeros)


@message
class DetailSeen(Event):
    """Histogram and thumbnail of one watched value.

    `counts` are equal bins over [low, high] (finite elements). `pixels` holds rows * cols bytes, row by row:
    0 is NaN, 1 is -Inf, 255 is +Inf, 2..254 run linearly from low to high. The thumbnail is a bounded sample of
    the value seen as a matrix (leading axes folded into rows): every `row_stride`-th row, `col_stride`-th column.
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


@message
class Stopped(Event):
    """The run stands still before operator `op` (-1: at the end of a block, or of the run of a program).

    Eager code also stops `behind` an op, before the user's code goes on.

    reason is entry, pause, step, breakpoint, data breakpoint, goto, exception or end; `text` says which
    breakpoint, with its condition. `run` counts the runs of programs from 0 and `tick` the operators of one run,
    those in sub-blocks included, so (run, tick) names a point of the history. `step` is the step that the run is
    (0: a startup program, an evaluation), `depth` how many blocks deep it stands, `past` whether it is a point that
    the program has passed already. `path`, `line` and `source` are the user's line.
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

    def __repr__(self) -> str:
        what = f"{self.op_type} -> {self.name}" if self.name else self.op_type
        place = "the end of the block" if self.depth else "the end of the run"
        before = f"{'behind' if self.behind else 'before'} {what}" if what else f"at {place}"
        why = f"{self.reason}: {self.text}" if self.text else self.reason
        step = f"step {self.step}" if self.step else f"run {self.run}"
        past = ", in the past" if self.past else ""
        at = f"\n  at {self.site}: {self.source}" if self.site else ""
        return f"<{step}, {before} ({why}){past}>{at}"


@message
class Continued(Event):
    """The run goes on."""

    step: int


@message
class BreakpointsChanged(Event):
    """All breakpoints and watchpoints there are now, in parallel tuples.

    `specs` are as given (`op:relu`, `at:train.py:20`, `h`), `conditions` "" where there is none, `hits` how often each
    was met, `ops` the operators (ids joined by spaces) of the program now running that it stands at.
    """

    numbers: tuple[int, ...] = ()
    specs: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    hits: tuple[int, ...] = ()
    ops: tuple[str, ...] = ()


@message
class HistoryGrown(Event):
    """Which steps can be gone back to: `first` to `last` (0, 0: none), in how many bytes."""

    first: int
    last: int
    bytes: int


@message
class Warned(Event):
    """Something the user should know; `subject` is the variable or operator it is about."""

    subject: str
    text: str


@message
class Terminated(Event):
    """The run is over: `reason` is finished, stopped or failed; `error` is the text of what was raised."""

    reason: str
    steps: int
    error: str = ""


@message
class Answered(Event):
    """The answer to the command `request`."""

    request: int
    ok: bool
    text: str = ""


# --- commands ---------------------------------------------------------------------------------------


@message
class Pause(Command):
    """Stop before the next operator."""


@message
class Continue(Command):
    """Go on from where the run stopped."""


@message
class Terminate(Command):
    """End the run before the next operator."""


@message
class Next(Command):
    """Stop before the next operator of this block, or of the block around it."""


@message
class StepIn(Command):
    """Stop before the very next operator: in the block of this one, or inside the rule of a `*_grad` operator."""


@message
class StepOut(Command):
    """Stop when the block is over, before the next operator of the block around it."""


@message
class StepBack(Command):
    """Stand before the operator that ran last in this block, or before the one that owns the block."""


@message
class ReverseContinue(Command):
    """Go back to the last place where a breakpoint would have stopped."""


@message
class RunToEnd(Command):
    """Stop when this run of the program is over, before what it wrote is stored."""


@message
class NextRun(Command):
    """Stop before the first operator of the next run of a program."""


@message
class RunTo(Command):
    """Go on until operator `op` is next."""

    op: int


@message
class Goto(Command):
    """Stand in step `step` before operator `op` (-1: before the first one), forwards or backwards."""

    step: int
    op: int = -1


@message
class SetBreakpoint(Command):
    """Stop at what `spec` names (`op:relu`, `id:17`, `h`, ...), if `condition` holds, from hit number `hits` on."""

    spec: str
    condition: str = ""
    hits: int = 1


@message
class ClearBreakpoint(Command):
    """Take a breakpoint away by its number."""

    number: int


@message
class SetDial(Command):
    """Tap the values of `pattern` at `level`: off, health, statistics, record, sampled or everything."""

    pattern: str
    level: str


@message
class FetchDetail(Command):
    """Send one `DetailSeen` of the newest value of `name`."""

    name: str


@message
class WatchDetail(Command):
    """From now on send a `DetailSeen` with every summary of `name` ("" watches nothing)."""

    name: str


# --- encodings --------------------------------------------------------------------------------------


def to_dict(record: Message) -> dict[str, Any]:
    """A plain dict with `kind`; tuples become lists, bytes stay bytes."""
    fields = {f.name: getattr(record, f.name) for f in dataclasses.fields(record)}
    return {"kind": record.kind, **{k: list(v) if isinstance(v, tuple) else v for k, v in fields.items()}}


def from_dict(data: Any) -> Message:
    """The record that `to_dict` wrote. Raises ValueError for anything else: files and comms are untrusted."""
    if not isinstance(data, dict):
        raise ValueError(f"not a message: {type(data).__name__}")
    cls = Message.registry.get(str(data.get("kind")))
    if cls is None:
        raise ValueError(f"unknown message kind {data.get('kind')!r}")
    known = {f.name for f in dataclasses.fields(cls)}
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k != "kind"}
    if extra := sorted(set(given) - known):
        raise ValueError(f"{cls.__name__} has no field {', '.join(extra)}")
    try:
        return cls(**given)
    except TypeError as e:
        raise ValueError(f"{cls.__name__}: {e}") from None


def to_wire(records: Iterable[Message]) -> tuple[list[dict[str, Any]], list[bytes]]:
    """Dicts for a comm plus its binary buffers: a bytes field becomes {"buffer": index}."""
    dicts: list[dict[str, Any]] = []
    buffers: list[bytes] = []
    for record in records:
        data = to_dict(record)
        for key, value in data.items():
            if isinstance(value, bytes):
                data[key] = {"buffer": len(buffers)}
                buffers.append(value)
        dicts.append(data)
    return dicts, buffers


def from_wire(dicts: Sequence[dict[str, Any]], buffers: Sequence[bytes]) -> list[Message]:
    """The records that `to_wire` wrote."""

    def plain(value: object) -> object:
        if isinstance(value, dict) and set(value) == {"buffer"}:
            return bytes(buffers[value["buffer"]])
        return value

    return [from_dict({k: plain(v) for k, v in data.items()}) for data in dicts]


def to_json(record: Message) -> str:
    """One line of JSON; bytes as {"base64": text}."""

    def default(value: object) -> object:
        if isinstance(value, bytes):
            return {"base64": base64.b64encode(value).decode("ascii")}
        raise TypeError(f"{type(value).__name__} does not travel")

    return json.dumps(to_dict(record), default=default, allow_nan=False, separators=(",", ":"))


def from_json(line: str) -> Message:
    """The record that `to_json` wrote. Raises ValueError for anything else."""

    def plain(data: dict[str, Any]) -> Any:
        return base64.b64decode(data["base64"], validate=True) if set(data) == {"base64"} else data

    return from_dict(json.loads(line, object_hook=plain))
