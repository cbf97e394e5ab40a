"""Requests at the start and end of a session: initialize, launch, attach, configurationDone, disconnect, ..."""

from __future__ import annotations

import hmac
from typing import Any

from opscope.dap.adapter import DebugAdapter
from opscope.dap.arguments import Arguments
from opscope.dap.client_breakpoints import EXCEPTION_FILTERS
from opscope.dap.debuggee import AttachedRun
from opscope.dap.positions import Positions
from opscope.dap.request_registry import request
from opscope.errors import ArgumentError, UnsupportedError, UsageError

CAPABILITIES = {
    "supportsConfigurationDoneRequest": True,
    "supportsFunctionBreakpoints": True,
    "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True,
    "supportsLogPoints": True,
    "supportsDataBreakpoints": True,
    "supportsBreakpointLocationsRequest": True,
    "supportsExceptionFilterOptions": True,
    "supportsExceptionInfoRequest": True,
    "supportsStepBack": True,
    "supportsSteppingGranularity": True,
    "supportsGotoTargetsRequest": True,
    "supportsRestartFrame": True,
    "supportsEvaluateForHovers": True,
    "supportsClipboardContext": True,
    "supportsSetVariable": True,
    "supportsSetExpression": True,
    "supportsCompletionsRequest": True,
    "supportsDelayedStackTraceLoading": True,
    "supportsLoadedSourcesRequest": True,
    "supportsReadMemoryRequest": True,
    "supportsCancelRequest": True,
    "supportsTerminateRequest": True,
    "supportTerminateDebuggee": True,
    "exceptionBreakpointFilters": [f._asdict() for f in EXCEPTION_FILTERS],
}


@request("initialize")
def initialize(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Exchange capabilities of the client and of this adapter."""
    if arguments.text("pathFormat", "path") != "path":
        raise UnsupportedError("file names must be paths, not URIs", fix="set pathFormat to path")
    adapter.writer.positions = Positions(
        int(arguments.flag("linesStartAt1", True)), int(arguments.flag("columnsStartAt1", True))
    )
    adapter.features = frozenset(name for name, value in arguments.values.items() if value is True)
    return CAPABILITIES


@request("launch")
def launch(adapter: DebugAdapter, arguments: Arguments) -> None:
    """Prepare a program, which is a file or a module. The program starts after `configurationDone`."""
    _check_token(adapter, arguments)
    if adapter.launcher is None:
        raise UnsupportedError(
            "this port serves a running program and cannot launch another one", fix="use an attach request"
        )
    adapter.adopt(adapter.launcher(arguments, adapter.relay.output), arguments.values)
    adapter.writer.event("initialized")


@request("attach")
def attach(adapter: DebugAdapter, arguments: Arguments) -> None:
    """Attach to the offered run of this process."""
    _check_token(adapter, arguments)
    if adapter.offered is None:
        raise UnsupportedError(
            "no run can be attached to at this port", fix="call opscope.dap.listen(run) in the program"
        )
    adapter.adopt(AttachedRun(adapter.offered), arguments.values)
    adapter.writer.event("initialized")


def _check_token(adapter: DebugAdapter, arguments: Arguments) -> None:
    """Raise ArgumentError, and end the session, if the client has not sent the token of the port."""
    if adapter.debuggee is not None:
        raise UsageError("this debug adapter already has a program", fix="start another adapter for another program")
    if adapter.token and not hmac.compare_digest(arguments.text("token", "").encode(), adapter.token.encode()):
        adapter.leave()
        raise ArgumentError(
            "the token does not belong to this port", fix="use the token that was printed next to the port"
        )


@request("configurationDone")
def configuration_done(adapter: DebugAdapter, arguments: Arguments) -> None:
    """Start the program after the client has set its breakpoints."""
    run = adapter.run
    here = run.here
    adapter.begun.set()
    if here is not None:
        adapter.relay.report(here)
    elif run.done and not adapter.look_back():
        adapter.report_end()


@request("terminate", urgent=True)
def terminate(adapter: DebugAdapter, arguments: Arguments) -> None:
    """End the program before its next operator or line."""
    adapter.stop_program()


@request("disconnect", urgent=True)
def disconnect(adapter: DebugAdapter, arguments: Arguments) -> None:
    """End the session. A launched program ends with the session, unless the client requests that it continues."""
    adapter.leave(arguments.flag("terminateDebuggee") if "terminateDebuggee" in arguments else None)
