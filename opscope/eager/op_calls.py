"""OpCall, which describes a call of an eager op, and the watchers that are notified of such calls."""

from __future__ import annotations

import functools
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from opscope.core.annotations import Array, ArrayModule
from opscope.core.source import Site, site_of, user_position
from opscope.core.state import names
from opscope.eager.array_versions import ArrayVersions
from opscope.eager.backward_pass import BackwardPass
from opscope.eager.op_call_log import CallLog, LoggedCall, Partial
from opscope.eager.tape import TapeNode, Tracked
from opscope.ops.registry import Attrs, Op


def _set_value(xp: ArrayModule, x: Array, value: Any, *, index: Any = ...) -> Any:
    """Return x with `value` at `index`. `x[index] = value` and `x.set_value(value)` do the same in place."""
    out = x.copy()
    out[index] = value
    return out


def _gradient_sum(xp: ArrayModule, former: Array, gradient: Array) -> Any:
    """Return the sum of two gradients of one value."""
    return former + gradient


MOST_ROOTS = 100  # latest values at which backward passes start in a step; each keeps its nodes of the tape
SET_VALUE = Op(_set_value, infer=lambda x, value, **attrs: x, name="set_value")
GRADIENT_SUM = Op(_gradient_sum, infer=lambda former, gradient, **attrs: former, name="grad_add")  # Paddle has one, too


class OpCall:
    """A call of an op, before or after the op runs.

    `number` is the number of the call in its watch, from 0, in the order in which calls begin. `depth` is the number of
    running calls that contain this call. `phase` is "backward" during a backward pass, even in hooks, gradient rules
    and PyLayer.backward. Otherwise it is "forward". For the gradient of an op, `op` is `<op>_grad`, `node` is the node
    of the tape, and `forward_number` is the number of the forward call. `forward_number` is None if the forward call
    was not watched. For other calls, `node` and `forward_number` are None. `names` contains the known names of the
    results, and "" for an unknown name. The values of the call are in `inputs`, `attrs`, `outputs` (empty before the op
    runs) and `node`. For a PyLayer, `inputs` contains the members of lists. The values are removed after the watcher's
    method `after` has returned. So a reference to a call keeps no value in memory. The values of a call belong to the
    run, and no code may write to them. `partial` contains the positions of computed gradients that are only a part of
    the total gradient. The other parts come from other ops that use the same value, or from an earlier backward pass.
    """

    __slots__ = (
        "attrs",
        "depth",
        "forward_number",
        "inputs",
        "names",
        "node",
        "number",
        "op",
        "outputs",
        "partial",
        "phase",
        "position",
    )

    def __init__(
        self, watch: Watch, op: Op, inputs: tuple[Any, ...], attrs: Attrs, node: TapeNode | None, partial: Partial
    ) -> None:
        self.op = op
        self.inputs = inputs
        self.attrs = attrs
        self.outputs: tuple[Any, ...] = ()
        self.node = node
        self.partial = partial
        self.forward_number = None if node is None else watch.call_numbers.get(node)
        self.number = watch.count
        self.depth = watch.depth
        self.phase = "forward" if node is None and not thread_state.backward_depth else "backward"
        self.names = _names(op, inputs, node, names.result_name)
        self.position = user_position() if node is None else node.position

    @classmethod
    def of_logged(cls, logged: LoggedCall, number: int) -> OpCall:
        """Create the OpCall that describes a logged call."""
        call = cls.__new__(cls)
        call.op, call.inputs, call.attrs, call.node = logged.op, tuple(logged.inputs), logged.attrs, logged.node
        call.outputs = logged.outputs or ()
        call.partial = logged.partial
        call.forward_number, call.number, call.depth, call.phase = None, number, logged.depth, logged.phase
        call.names = _names(logged.op, call.inputs, logged.node, logged.result_name)
        call.position = logged.caller[0] if logged.node is None else logged.node.position
        return call

    @property
    def name(self) -> str:
        """The known names of the results of the call.

        Examples are `h` for `tanh(x, name="h")`, or `fc_0.w_0@GRAD, fc_0.b_0@GRAD`.
        """
        return ", ".join(filter(None, self.names))

    @property
    def site(self) -> Site | None:
        """The user's line of the call. For the gradient of an op, this is the line of the forward call."""
        return site_of(self.position)

    def release(self) -> None:
        """Release the values of the call."""
        self.inputs, self.attrs, self.outputs, self.node = (), {}, (), None

    def __repr__(self) -> str:
        return f"<{self.number} {self.op.name} ({self.phase})>"


def _names(op: Op, inputs: tuple[Any, ...], node: TapeNode | None, result_name: str) -> tuple[str, ...]:
    # _name, not name: reading the name of an unnamed tensor creates one
    if node is not None:
        return tuple(f"{e._name}@GRAD" if isinstance(e, Tracked) and e._name else "" for e in node.edges)
    if op is SET_VALUE:
        return (inputs[0]._name,)
    return (result_name,) if result_name else ()


class Watcher(Protocol):
    """Object that is notified of the calls of eager ops. No watcher is notified of ops that a watcher runs."""

    def before(self, call: OpCall) -> None:
        """Handle a call before the op runs. The method may wait.

        If the method raises an error, the user's program gets this error instead of the op's result.
        """
        ...

    def after(self, call: OpCall) -> None:
        """Handle a call after the op has run. `call.outputs` contains the results."""
        ...

    def failed(self, call: OpCall, error: Exception) -> None:
        """Handle a call whose op has raised an error. `after` is then not called. The method may wait.

        The user's code gets the error after the method returns.
        """
        ...


class Watch:
    """A watcher, with counters of its calls."""

    __slots__ = ("_depth", "call_numbers", "count", "log", "watcher")

    def __init__(self, watcher: Watcher, log: CallLog | None = None) -> None:
        self.watcher = watcher
        self.log = log
        self.count = self._depth = 0
        self.call_numbers: WeakKeyDictionary[TapeNode, int] = WeakKeyDictionary()  # of the calls that made the nodes

    @property
    def depth(self) -> int:
        """Number of calls that are running."""
        return self._depth if self.log is None else self.log.depth

    @depth.setter
    def depth(self, depth: int) -> None:
        if self.log is None:
            self._depth = depth
        else:
            self.log.depth = depth

    def start_call(
        self, op: Op, inputs: tuple[Any, ...], attrs: Attrs, node: TapeNode | None, partial: Partial
    ) -> OpCall:
        call = OpCall(self, op, inputs, attrs, node, partial)
        self.count += 1
        return call


class _ThreadState(threading.local):
    watches: tuple[Watch, ...] = ()  # of this thread, the outermost first
    log: CallLog | None = None  # log for the calls of this thread's only watcher
    roots: deque[Tracked] | None = None  # collects the start tensors of backward passes
    backward_depth = 0  # number of backward passes that are running
    backward_pass: BackwardPass | None = None  # the innermost one
    muted = False  # True while no watcher is notified
    notes_writes = False  # True while the muted code writes to the program's own values
    stands: Callable[[FrameType], AbstractContextManager[None]] | None = None  # around a stop in the user's code


thread_state = _ThreadState()
open_watches: set[Watch] = set()  # in all threads
process_watches: list[Watch] = []  # of all threads
array_versions: list[ArrayVersions] = []  # of all logs: a writer to an array keeps its elements there


def active_watches() -> tuple[Watch, ...]:
    """Return the open watches for this thread. Watches that have ended are left out."""
    own = tuple(w for w in thread_state.watches if w in open_watches)
    return own if thread_state.muted or not process_watches else (*process_watches, *own)


def notify(
    watches: Sequence[Watch],
    op: Op,
    inputs: tuple[Any, ...],
    attrs: Attrs,
    run: Callable[[], Any],
    node: TapeNode | None = None,
    partial: Partial = (),
) -> Any:
    """Run an op, and notify the watchers before and after it. Return the result of the op."""
    calls = [(watch, watch.start_call(op, inputs, attrs, node, partial)) for watch in watches]
    for watch, call in calls:
        _call_listener(watch.watcher.before, call)
    for watch in watches:
        watch.depth += 1
    try:
        result = run()
    except Exception as e:
        for watch in watches:
            watch.depth -= 1
        for watch, call in reversed(calls):
            _call_listener(functools.partial(watch.watcher.failed, error=e), call)
            call.release()
        raise
    except BaseException:
        for watch in watches:
            watch.depth -= 1
        raise
    for watch in watches:
        watch.depth -= 1
    outputs = flatten_lists(result) if isinstance(result, list | tuple) else (result,)
    made = _nodes(outputs) - _nodes(inputs) if node is None else ()
    for watch, call in reversed(calls):
        watch.call_numbers.update(dict.fromkeys(made, call.number))
        call.outputs = outputs
        _call_listener(watch.watcher.after, call)
        call.release()
    start_log()
    return result


def start_log() -> None:
    """Start the log of this thread, if the thread has only one watcher and the log may start."""
    watches = active_watches()
    log = watches[0].log if len(watches) == 1 else None
    if log is not None and thread_state.log is None and not log.depth and log.may_start():
        thread_state.log = log


def _call_listener(listener: Callable[[OpCall], None], call: OpCall) -> None:
    kept, hidden = thread_state.watches, thread_state.muted
    thread_state.watches, thread_state.muted = (), True
    try:
        listener(call)
    finally:
        thread_state.watches, thread_state.muted = (
            (*kept, *thread_state.watches),
            hidden,
        )  # the listener may have opened a watch


def is_muted() -> bool:
    """Return True if no watcher is notified of this thread's ops, because a watcher or a check runs them."""
    return thread_state.muted


@contextmanager
def muted() -> Iterator[None]:
    """Context manager: no watcher is notified of the ops of this thread."""
    kept, hidden, log = thread_state.watches, thread_state.muted, thread_state.log
    thread_state.watches, thread_state.muted, thread_state.log = (), True, None
    try:
        yield
    finally:
        thread_state.watches, thread_state.muted, thread_state.log = kept, hidden, log


@contextmanager
def writes_noted() -> Iterator[None]:
    """Context manager: record the writes of muted code, of whose ops no watcher is notified.

    The user has typed this code, and it may change values of the program. Writes to opscope's Tensors are always
    recorded. Call sources of other libraries record writes of muted code only inside this block.
    """
    before, thread_state.notes_writes = thread_state.notes_writes, True
    try:
        yield
    finally:
        thread_state.notes_writes = before


@contextmanager
def backward_roots(roots: deque[Tracked]) -> Iterator[None]:
    """Context manager: add the tensors at which backward passes of this thread start to `roots`."""
    before, thread_state.roots = thread_state.roots, roots
    try:
        yield
    finally:
        thread_state.roots = before


def end_log() -> None:
    """End the log of this thread. Watchers are notified of later calls."""
    log, thread_state.log = thread_state.log, None
    if log is not None:
        log.on_end()


def standing_in(frame: FrameType | None) -> AbstractContextManager[None]:
    """Context manager: look up names in the variables of a user's function that waits between two calls."""
    stands = thread_state.stands
    return nullcontext() if stands is None or frame is None else stands(frame)


def open_log() -> CallLog | None:
    """Return the log for the next call of this thread. Return None if watchers must be notified of the call."""
    log = thread_state.log
    if log is not None and (process_watches or log.must_end(len(log.calls))):
        end_log()
        return None
    return log


def observers() -> tuple[CallLog | None, Sequence[Watch]]:
    """Return the pair (log, watchers) for the next call of this thread.

    If a log is open, the watchers are empty. Otherwise, the log is None. If the log is idle, it skips the call, and the
    result is (None, ()).
    """
    log = thread_state.log
    if log is not None and log.is_idle and not process_watches:
        log.skip()
        return None, ()
    log = open_log()
    return log, active_watches() if log is None else ()


def is_observed() -> bool:
    """Return True if this process has an open watch without a log, or with a log that is not idle."""
    return bool(open_watches) and any(watch.log is None or not watch.log.is_idle for watch in tuple(open_watches))


def flatten_lists(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return the values with each list of Tensors replaced by its items, as in PyLayer."""
    found: list[Any] = []
    for value in values:
        many = isinstance(value, list | tuple) and any(isinstance(v, Tracked) for v in value)
        found += value if many else [value]
    return tuple(found)


def _nodes(values: Iterable[Any]) -> set[TapeNode]:
    return {v._edge[0] for v in values if isinstance(v, Tracked) and v._edge is not None}
