"""Times of eager calls. While a timer is on, it receives each finished call of its thread, from all libraries."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from types import FrameType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from opscope.core.layer_calls import LayerCall
from opscope.core.place import is_array
from opscope.core.source import CodePosition
from opscope.eager.array_versions import ArrayVersions
from opscope.eager.call_sources import import_sources, watchers_only
from opscope.eager.op_call_log import CallLog, LoggedCall
from opscope.eager.op_calls import OpCall, start_log
from opscope.eager.tape import TapeNode, Tracked
from opscope.eager.watch import watched
from opscope.ops.registry import Attrs, Op


class ArrayShape(NamedTuple):
    """The shape and dtype of an array that is not stored."""

    shape: tuple[int, ...]
    dtype: Any


class CallShapes(NamedTuple):
    """The inputs and results of an op, with an ArrayShape instead of each array.

    The costs of the op are computed from these shapes.
    """

    inputs: tuple[Any, ...]
    outputs: tuple[Any, ...]
    attrs: Attrs


class CallCost(NamedTuple):
    """Bytes that a call has read and written, and the number of its floating-point operations.

    Unknown values are None.
    """

    bytes: int | None
    flops: int | None


class TimedCall(NamedTuple):
    """A finished call. `own` is the time of the call in seconds, without the time of the calls inside it.

    `phase` is "forward", "backward" or "optimize". `position` is the user's line. For a call in a backward
    pass, `position` and `layer` belong to the forward call.
    """

    op: Op
    phase: str
    position: CodePosition | None
    layer: LayerCall | None
    start: float
    end: float
    own: float
    work: CallShapes | CallCost


class CallTimer:
    """Object that receives the calls of one thread. `overhead` is the time in seconds for the measurement itself."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        self.log = watchers_only()  # finds the user's functions, and the Layers
        self.calls: list[TimedCall] = []
        self.overhead = 0.0
        self.updating = 0  # optimizer steps in progress

    def phase(self, is_backward: bool) -> str:
        """Return the phase of a call."""
        return "optimize" if self.updating else "backward" if is_backward else "forward"

    def take(self) -> tuple[list[TimedCall], float]:
        """Return the recorded calls and the overhead. Release the calls and the frames of the user's functions."""
        calls, overhead = self.calls, self.overhead
        self.calls, self.overhead = [], 0.0
        self.log.take()
        return calls, overhead


Switch = Callable[[bool], None]  # begins to time calls, and ends it
TimedSource = Callable[[CallTimer], AbstractContextManager[Switch]]

_sources: list[TimedSource] = []


def add_timed_source(source: TimedSource) -> None:
    """Register a source of timed calls.

    A source returns a context manager, which yields a switch. Inside the block, `switch(True)` starts and
    `switch(False)` stops the measurement of calls in the thread that opened the block.
    """
    _sources.append(source)


@contextmanager
def timed_calls(timer: CallTimer) -> Iterator[Switch]:
    """Context manager: open all sources for this thread, and return one switch for all sources."""
    import_sources()
    with ExitStack() as stack:
        switches = [stack.enter_context(source(timer)) for source in _sources]

        def switch(on: bool) -> None:
            for each in switches:
                each(on)

        try:
            yield switch
        finally:
            switch(False)


class _RunningCall(LoggedCall):
    """A running eager op: its start time, and the time of the ops inside it."""

    __slots__ = ("inside", "start")

    start: float
    inside: float


class _TimedLog(CallLog):
    """A log that stores the times of calls instead of the calls. It adds no work to an op that is running."""

    def __init__(self, timer: CallTimer) -> None:
        super().__init__(ArrayVersions(0), lambda: True, lambda count: False, _nothing, _nothing, _nothing)
        self._timer = timer
        self._running: list[_RunningCall] = []
        self._layers: WeakKeyDictionary[TapeNode, LayerCall | None] = WeakKeyDictionary()
        self._on: list[AbstractContextManager[None]] = []

    def switch(self, on: bool) -> None:
        """Start or stop the measurement of calls."""
        if on and not self._on:
            block = watched(_Deaf(), self)
            block.__enter__()
            self._on.append(block)
            start_log()
        elif not on and self._on:
            self._on.pop().__exit__(None, None, None)
            self._running.clear()

    def begin(
        self,
        op: Op,
        inputs: Sequence[Any],
        attrs: Attrs,
        backward: bool,
        node: TapeNode | None = None,
        work: object = None,
    ) -> LoggedCall:
        began = self._timer.clock()
        call = _RunningCall()
        call.op, call.inputs, call.attrs, call.node = op, inputs, attrs, node
        call.phase = self._timer.phase(backward)
        call.caller, call.layer = self._timer.log.caller(3)
        call.inside = 0.0
        self._running.append(call)
        call.start = self._timer.clock()
        self._timer.overhead += call.start - began
        return call

    def end(self, call: LoggedCall, result: Any) -> None:
        end = self._timer.clock()
        if not self._running or not isinstance(call, _RunningCall) or self._running[-1] is not call:
            return  # timing began or ended inside of the call
        self._running.pop()
        seconds = end - call.start
        if self._running:
            self._running[-1].inside += seconds
        position, layer, node = call.caller[0], call.layer, call.node
        outputs = result if isinstance(result, list | tuple) else (result,)
        if node is None:
            for made in outputs:
                if isinstance(made, Tracked) and made._edge is not None:
                    self._layers.setdefault(made._edge[0], layer)
        else:
            position, layer = node.position, self._layers.get(node)
        own, work = seconds - call.inside, _shapes(call.inputs, outputs, call.attrs)
        self._timer.calls.append(TimedCall(call.op, call.phase, position, layer, call.start, end, own, work))
        self._timer.overhead += self._timer.clock() - end

    def fail(self, call: LoggedCall, error: BaseException) -> None:
        self._running = [each for each in self._running if each is not call]

    def note_return(
        self, logged: bool, frame: FrameType, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any
    ) -> None:
        """Ignore the return of a public function."""


class _Deaf:
    """Watcher that ignores all calls, for a log that never ends by itself.

    The watcher is only notified of calls after another watcher has ended the log.
    """

    def before(self, call: OpCall) -> None: ...

    def after(self, call: OpCall) -> None: ...

    def failed(self, call: OpCall, error: Exception) -> None: ...


def _nothing(*args: object) -> None:
    """Do nothing, because the log has no calls."""


def _shapes(inputs: Iterable[Any], outputs: Iterable[Any], attrs: Attrs) -> CallShapes:
    """Return the shapes of the values of a call. An array that the call reads twice has only one entry."""
    seen: dict[int, ArrayShape] = {}

    def shape(value: Any) -> Any:
        array = value._value if isinstance(value, Tracked) else value
        return seen.setdefault(id(array), ArrayShape(array.shape, array.dtype)) if is_array(array) else array

    return CallShapes(tuple(map(shape, inputs)), tuple(map(shape, outputs)), dict(attrs))


@contextmanager
def _eager_calls_timed(timer: CallTimer) -> Iterator[Switch]:
    yield _TimedLog(timer).switch


add_timed_source(_eager_calls_timed)
