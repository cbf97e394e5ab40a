"""Positions in the running functions of the user, and the names that these functions rebind between two operators."""

from __future__ import annotations

from collections.abc import Iterator

from opscope.core.source import CodePosition, UserCall
from opscope.names.assignment_targets import inside
from opscope.names.call_node import node_at
from opscope.names.operator_calls import OperatorCalls
from opscope.names.rebinding import Rebinding, is_changed_with, is_exit, rebinding
from opscope.names.returned_values import Node
from opscope.names.user_functions import instructions_of, is_called_directly, may_end_by_error


class FramePositions:
    """The last position in each running function of the user. The records of a program share `operator_calls`."""

    def __init__(self, operator_calls: OperatorCalls) -> None:
        self._operator_calls = operator_calls
        self._at: dict[UserCall, int] = {}  # innermost last
        self.first: dict[UserCall, int] = {}  # the first position in each function
        self._executed: dict[UserCall, set[int]] = {}  # the positions at which each function has executed an operator
        self.has_begun = False  # the functions at the first position may have begun before the record
        self._complete: UserCall | None = None  # the function whose current call has returned

    def move(self, position: CodePosition, call: UserCall) -> Iterator[tuple[UserCall, Rebinding, bool]]:
        """Move to a position in user code.

        Yields each function with the names that it has rebound, and a flag that is True if the function has ended.

        If a function is at the same position again, and the call at this position has returned, the function is in the
        next iteration of a loop. If the user's code calls a function directly, the call has returned when the
        function's frame has ended. A public function, in contrast, may call several of the user's functions before it
        returns.
        """
        running = instructions_of(call, position[1])
        left = [each for each in reversed(self._at) if each not in running]
        for each in left:
            may_raise = may_end_by_error(each, running)
            at = self._at.pop(each)
            yield each, rebinding(each.code, at, None, self._events(each), may_raise=may_raise), True
            self._executed.pop(each, None)
        called = {each.outer: each.code for each in running if each.outer is not None}
        again = {self._complete, *(each.outer for each in left if is_called_directly(each))}
        for each, now in reversed(running.items()):
            before = self._at.get(each)
            if before is not None and is_exit(each.code, before, now):
                continue  # a `with`: the block is left, not entered
            if before is None or before != now or each in again:
                yield each, rebinding(each.code, before, now, self._events(each)), False
            self._at[each] = now
            self.first.setdefault(each, now)
            self._operator_calls.add(each.code, now, called.get(each))
            self._executed.setdefault(each, set()).add(now)
        self._complete = None
        self.has_begun = True

    @property
    def last(self) -> dict[UserCall, int]:
        """The last position in each function that is running."""
        return dict(self._at)

    def source(self, name: str, call: UserCall, before: int) -> str | None:
        """Return an earlier name of the value that `name` has at the function's first position in the record.

        This is the name that the value had at the position `before`. Return None if the earlier name is not known.
        """
        changes = rebinding(call.code, before, self.first[call], self._events(call)).names
        if name in changes:
            return changes[name]
        return None if any(is_changed_with(name, other) for other in changes) else name

    def may_change_elements(self, call: UserCall, before: int) -> bool:
        """Return True if a function may have changed elements or attributes of objects.

        The function may have made the change between the position `before` and its first position in the record.
        """
        if call not in self.first:  # it has ended
            return True
        changes = rebinding(call.code, before, self.first[call], self._events(call)).names
        return any("." in name or "[" in name for name in changes)

    def has_been_in(self, loop: Node, call: UserCall, innermost: UserCall | None) -> bool:
        """Return True if a loop of a function may have begun before the function's first position in the record.

        `innermost` is the innermost function that was running at the end of the previous record.
        """
        first = self.first.get(call)
        while innermost is not None and innermost is not call:
            innermost = innermost.outer
        return innermost is not None and first is not None and inside(node_at(call.code, first), loop)

    def complete(self, call: UserCall) -> None:
        """Record that the call at a function's current position has returned.

        If the function is then at the same position again, it is in the next iteration of a loop.
        """
        self._complete = call

    def end(self, may_raise: bool) -> Iterator[tuple[UserCall, Rebinding, bool]]:
        """Move to the end of the program. `may_raise` is True if an error may have ended the program.

        Yields each function with the names that it has certainly rebound up to the end.
        """
        for each, before in [*self._at.items()][::-1]:
            events = self._events(each)
            yield each, rebinding(each.code, before, None, events, is_over=False, may_raise=may_raise), False

    def _events(self, call: UserCall) -> frozenset[int]:
        return self._operator_calls.certain(call.code, self._executed.get(call, frozenset()))
