"""Statements that have already computed the value for a name, but in which other operators must still run.

For example, `h, c = o * tanh(c), f * c` binds both names only after the last operator. A caller's name is bound only
when the function that computes the value has returned.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from opscope.core.source import CodePosition, UserCall
from opscope.names.binding import Binding
from opscope.names.call_node import node_or_statement_at
from opscope.names.statement_graph import statement_of


class UnfinishedStatement(NamedTuple):
    """A name that an unfinished statement binds to the result of the call at a position.

    `bindings` contains the bindings that were created when the operator computed the value. `bindings` is empty if
    another operator ran before the end of the statement. If `at_once` is True, the name is bound as soon as the call
    has returned, as in `if (loss := f(x)) > 1`.
    """

    name: str
    value: str
    call: UserCall
    position: CodePosition
    bindings: tuple[Binding, ...]
    at_once: bool = False

    def is_over(self, positions: Mapping[UserCall, int], moved: Collection[UserCall]) -> bool:
        """Return True if the statement has ended, or has bound the name.

        `moved` contains the functions that have continued to another call.
        """
        now, code, before = positions.get(self.call), self.call.code, self.position[1]
        if now is None or now < before or (now == before and self.call in moved):
            return True
        if now == before or self.at_once:
            return now != before
        first, last = node_or_statement_at(code, before), node_or_statement_at(code, now)
        return first is None or last is None or statement_of(first) is not statement_of(last)
