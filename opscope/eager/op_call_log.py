"""Call log, which records the eager ops of a thread at low cost.

The log can always be on, because its cost is low. A call in the log refers to its input and output arrays, not to
copies. Before a write to an array that a call may have used, the elements of the array are copied to `ArrayVersions`,
with the number of the write.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from itertools import chain
from types import CodeType, FrameType
from typing import Any, NamedTuple

from opscope.core.frame_locals import FrameLocals
from opscope.core.layer_calls import LAYERS, LayerCall
from opscope.core.public_calls import Path, leaves, methods, through_method
from opscope.core.source import CodePosition, UserCall, UserCalls, user_files
from opscope.core.state import names
from opscope.eager.array_versions import ArrayVersions
from opscope.eager.tape import TapeNode, Tracked
from opscope.ops.registry import Attrs, Op
from opscope.ops.repeats import Repeat

_current_names = names.current
Caller = tuple[CodePosition | None, UserCall | None]
Partial = tuple[int, ...]


class LoggedCall:
    """An eager op that has run or is running.

    `depth` is the number of running calls that contain this call. `arrays` are the arrays of the inputs, and `made`
    are the arrays of the outputs. Both contain None for a value that is not an array. `outputs` is None until the op
    has run. `caller` is a pair: the position in the user's code, and the call of the user's function. `called` is the
    function that the user's code calls at this position. For calls of other libraries, `called` is the local variables
    at this position, if they were read. `layer` is the running call of the innermost Layer. `writes` is the number of
    writes to arrays before the call. `writes_until` is the number of writes before the end of the call. `partial` has
    the same meaning as in OpCall. `log_ended` is True if the log has ended while the op was running.
    """

    __slots__ = (
        "arrays",
        "attrs",
        "called",
        "caller",
        "depth",
        "inputs",
        "layer",
        "log_ended",
        "made",
        "node",
        "op",
        "outputs",
        "partial",
        "phase",
        "result_name",
        "updating",
        "writes",
        "writes_until",
    )

    op: Op
    inputs: Sequence[Any]
    arrays: list[Any]
    attrs: Attrs
    node: TapeNode | None
    partial: Partial
    phase: str
    updating: bool
    depth: int
    caller: Caller
    called: CodeType | FrameLocals | None
    layer: LayerCall | None
    result_name: str
    log_ended: bool
    outputs: tuple[Any, ...] | None
    made: list[Any]
    writes: int
    writes_until: int

    @property
    def has_ended(self) -> bool:
        """True if the op has run."""
        return self.outputs is not None

    @property
    def repeat(self) -> Repeat | None:
        """Object that can repeat this call of another library.

        None if the call cannot be repeated, and for opscope's ops. Calls that differ only in arrays and numbers share
        one such object.
        """
        return None

    def read(self) -> CodeType | FrameLocals | None:
        """Return `called`. If a call of another library has no arrays yet, read its arrays now."""
        return self.called

    @property
    def made_bytes(self) -> int:
        """The size of the results in bytes. The size is 0 while the op is running."""
        return 0 if self.outputs is None else sum([getattr(array, "nbytes", 0) for array in self.made])

    @property
    def makes_scalar(self) -> bool:
        """True if a result has exactly one element."""
        return self.outputs is not None and any(getattr(array, "size", 0) == 1 for array in self.made)

    def note_memory(self, found: dict[int, int]) -> None:
        """Store the size in bytes of each array that the call has used, under the id of the array."""
        for array in chain(self.arrays, () if self.outputs is None else self.made):
            if (nbytes := getattr(array, "nbytes", 0)) and id(array) not in found:
                found[id(array)] = nbytes


class CallList(list[LoggedCall]):
    """List of the calls of a log. Unlike `list`, this class supports weak references."""

    __slots__ = ("__weakref__",)


class ReturnedCall(NamedTuple):
    """A finished call of a public function by the user's code.

    `until` is the number of logged calls before the function returned.

    `given` maps paths to the arrays in the arguments. The path of a positional argument begins with the number of the
    argument, such as 0. The path of a keyword argument begins with the name of the argument, such as "x". `made` maps
    paths to the arrays in the result. `length` is the length of a result that is a list or tuple, and 0 otherwise.
    """

    until: int
    caller: Caller
    given: dict[Path, Any]
    made: dict[Path, Any]
    length: int


class CallLog:
    """Log of the calls of one thread since `start`.

    After the watchers were notified of a call, the log starts if `may_start` returns True. Before each call, `must_end`
    is called with the number of logged calls. If `must_end` returns True, the log ends. Then `on_end` is called, and
    the watchers are notified of the call. For each call that was running at the end of the log, `on_late_end` is called
    after the call has run.
    `on_failure` is called for each call that has raised an Exception.

    While `is_idle` is True, calls are not logged, and `skipped` counts them. A result with one element may be a loss,
    so it is passed to `on_scalar`. Any thread may end the idle state with `wake`.
    """

    def __init__(
        self,
        versions: ArrayVersions,
        may_start: Callable[[], bool],
        must_end: Callable[[int], bool],
        on_end: Callable[[], None],
        on_late_end: Callable[[LoggedCall], None],
        on_failure: Callable[[LoggedCall, Exception], None],
    ) -> None:
        self.calls = CallList()
        self.returned: list[ReturnedCall] = []  # the public functions that have returned
        self.called: CodeType | None = None  # function that the user's code calls, set by `caller`
        self.locals: FrameLocals | None = None  # at the call that begins, if its source has read the frames
        self.read_last: Callable[[], FrameLocals] | None = None  # reads the locals behind the last call of the run
        self.on_read: Callable[[], None] | None = None  # called after `on_end` has read the calls, which are alive
        self.is_idle = False
        self.skipped = 0  # calls, up to `skip_limit`
        self.skip_limit = sys.maxsize
        self.on_scalar: Callable[[Any, str, str, Caller], None] | None = None  # result, its given name, op, caller
        self.updating = 0  # number of optimizer steps in progress
        self.update: object = None  # the innermost of them
        self.depth = 0
        self.may_start = may_start
        self.must_end = must_end
        self.on_end = on_end
        self.on_late_end = on_late_end
        self.examine: Callable[[list[Any]], None] | None = None  # called with the arrays of a call; may end the log
        self.on_failure = on_failure
        self.on_checked: Callable[[float], None] | None = None  # seconds of a test by the source that examines results
        self.on_return: Callable[[ReturnedCall], None] | None = None  # called for functions that are not logged
        self.versions = versions
        self.turn: Callable[[], AbstractContextManager[object]] | None = None  # around ops that draw random numbers
        self.root_names: dict[int, str] = {}  # of losses by id; "" where a source asks for the name
        self._user_calls = UserCalls()
        self._work: object = None  # the backward pass, or the optimizer's step, whose place is the next two
        self._place: tuple[Caller, LayerCall | None] = ((None, None), None)
        self._called: CodeType | None = None

    def begin(
        self,
        op: Op,
        inputs: Sequence[Any],
        attrs: Attrs,
        backward: bool,
        node: TapeNode | None = None,
        work: object = None,
    ) -> LoggedCall:
        """Record a call before it runs. `backward` is True in a backward pass.

        `work` is a running backward pass or optimizer step. All its calls have the same position in the
        user's code.
        """
        call = LoggedCall()
        call.op = op
        call.inputs = inputs
        call.arrays = [v._value if isinstance(v, Tracked) else v for v in inputs]
        call.attrs = attrs
        call.node = node
        call.partial = ()
        call.phase = "backward" if backward else "forward"
        call.updating = self.updating > 0
        call.depth = self.depth
        call.caller, call.layer = self.caller(3) if work is None else self._place_of(work)
        call.called = self.locals or self.called
        call.result_name = _current_names().result_name
        call.outputs = None
        call.log_ended = False
        call.writes = self.versions.count
        self.depth += 1
        self.calls.append(call)
        return call

    def skip(self) -> None:
        """Count a call that an idle log does not record."""
        self.skipped += 1
        if self.skipped >= self.skip_limit:
            self.is_idle = False

    def rest(self, limit: int) -> None:
        """Skip the next calls, until the number of skipped calls reaches a limit."""
        self.skip_limit = limit
        self.is_idle = True

    def wake(self) -> None:
        """End the idle state. The next calls are recorded again."""
        self.is_idle = False

    def note_scalar(self, op: Op, result: Any) -> None:
        """Record the one-element result of a skipped op."""
        if self.on_scalar is not None:
            self.on_scalar(result, names.result_name, op.name, self.caller(3)[0])

    def end(self, call: LoggedCall, result: Any) -> None:
        """Record that a call has run."""
        outputs = tuple(result) if isinstance(result, list | tuple) else (result,)
        call.made = [v._value if isinstance(v, Tracked) else v for v in outputs]
        if self.examine is not None:
            self.examine(call.made)
        self.depth = call.depth
        call.outputs = outputs
        call.writes_until = self.versions.count
        if call.log_ended:
            self.on_late_end(call)

    def fail(self, call: LoggedCall, error: BaseException) -> None:
        """Record that a call has raised an error."""
        self.depth = call.depth
        if isinstance(error, Exception):
            self.on_failure(call, error)

    def take(self) -> CallList:
        """Return the calls of the log, and remove them from the log."""
        calls, self.calls, self.returned = self.calls, CallList(), []
        self.end_work()
        self._user_calls.forget()
        return calls

    def end_work(self) -> None:
        """Delete the position of the last backward pass or optimizer step."""
        self._work = None

    def _place_of(self, work: object) -> tuple[Caller, LayerCall | None]:
        if self._work is work:
            self.called = self._called
        else:
            self._work, self._place, self._called = work, self.caller(4), self.called
        return self._place

    def release(self) -> None:
        """Release the frames of the user's functions at the end of the run."""
        self._user_calls.release()

    def note_return(
        self, logged: bool, frame: FrameType, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any
    ) -> None:
        """Record that a public function has returned to the user's code.

        `logged` is True if the calls of the function were also logged.
        """
        call = self._returned_call(frame, args, kwargs, result)
        if logged:
            self.returned.append(call)
        elif self.on_return is not None:
            self.on_return(call)

    def _returned_call(
        self, frame: FrameType, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any
    ) -> ReturnedCall:
        given = leaves(args, Tracked) | leaves(kwargs, Tracked)
        made, count = leaves(result, Tracked), len(result) if isinstance(result, list | tuple) else 0
        arrays = [{path: tensor._value for path, tensor in found.items()} for found in (given, made)]
        caller = (frame.f_code, frame.f_lasti), self._user_calls.of(frame)
        return ReturnedCall(len(self.calls), caller, arrays[0], arrays[1], count)

    def user_call(self, frame: FrameType) -> UserCall:
        """Return the UserCall of a frame: the call of the user's function that runs in this frame."""
        return self._user_calls.of(frame)

    def layer_call(self, frame: FrameType, layer: FrameType | None) -> LayerCall | None:
        """Return the call of the Layer whose `__call__` runs in the frame `layer`."""
        return self._user_calls.layer_of(frame, layer)

    def caller(self, up: int) -> tuple[Caller, LayerCall | None]:
        """Return the user's position, the call of the user's function, and the call of the running Layer.

        The search starts `up` frames above this method. The attribute `called` is set to the function that the user's
        code calls at this position.
        """
        frame: FrameType | None = sys._getframe(up)
        layer: FrameType | None = None
        called: CodeType | None = None
        inner: CodeType | None = None
        layer_codes = LAYERS.calls
        while frame is not None:
            code = frame.f_code
            if user_files[code.co_filename]:
                break
            if layer is None and code in layer_codes:
                layer = frame
            inner, called = called, code
            frame = frame.f_back
        self.called = through_method(called, inner) if called in methods else called
        calls = self._user_calls
        if frame is None:
            return (None, None), calls.layer_of(None, layer)
        call = calls.of(frame)
        return ((frame.f_code, frame.f_lasti), call), calls.layer_of(frame, layer)
