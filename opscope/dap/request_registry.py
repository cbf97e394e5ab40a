"""Registry of requests: the function that answers each command of the protocol.

@request("threads")
def threads(adapter, arguments):
    return {"threads": [...]}
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from opscope.dap.arguments import Arguments
from opscope.dap.messages import Body

Function = Callable[[Any, Arguments], Body | None]  # argument: the `DebugAdapter`; returns the body of the response


class RequestHandler(NamedTuple):
    """A function that answers a command.

    If `urgent` is True, the request is answered at once, even during another request. If `moves` is True, the request
    makes the program stop or continue. The client then receives the response before the events about the move.
    """

    function: Function
    urgent: bool
    moves: bool


HANDLERS: dict[str, RequestHandler] = {}


def request(command: str, *, urgent: bool = False, moves: bool = False) -> Callable[[Function], Function]:
    """Register the function that answers a command."""

    def register(function: Function) -> Function:
        assert command not in HANDLERS, f"two functions answer {command}"
        HANDLERS[command] = RequestHandler(function, urgent, moves)
        return function

    return register
