"""Requests about breakpoints on lines, functions, operators, values and exceptions."""

from __future__ import annotations

from typing import Any

from opscope.dap.adapter import DebugAdapter
from opscope.dap.arguments import Arguments
from opscope.dap.client_breakpoints import WantedBreakpoint, exception_filter
from opscope.dap.evaluation import tensor_named
from opscope.dap.request_registry import request
from opscope.debug.lines.source_file import executable_lines
from opscope.errors import ArgumentError, OpscopeError


def _answer(adapter: DebugAdapter, kind: str, path: str, wanted: list[WantedBreakpoint]) -> dict[str, Any]:
    found = adapter.breakpoints.replace(adapter.run, (kind, path), wanted)
    return {"breakpoints": [each.body() for each in found]}


@request("setBreakpoints")
def set_breakpoints(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Set the breakpoints of one file, on its lines and on the operators that these lines create."""
    path = arguments.object("source").text("path")
    lines = arguments.objects("breakpoints")
    if "breakpoints" not in arguments and "lines" in arguments:  # deprecated, but still sent
        lines = [Arguments({"line": line}, arguments.command) for line in arguments.values["lines"]]
    wanted: list[WantedBreakpoint] = []
    for each in lines:
        line = each.integer("line", least=1)
        wanted.append(
            WantedBreakpoint(
                "source", f"{path}:{line}", *_conditions(each), each.text("logMessage", ""), path=path, line=line
            )
        )
    return _answer(adapter, "source", path, wanted)


def _conditions(each: Arguments) -> tuple[str, str]:
    return each.text("condition", "").strip(), each.text("hitCondition", "").strip()


@request("setFunctionBreakpoints")
def set_function_breakpoints(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Set breakpoints by name or pattern: `op:tanh`, `*@GRAD`, `name:h`, a Python function, a program's value."""
    wanted = [
        WantedBreakpoint("function", each.text("name").strip(), *_conditions(each))
        for each in arguments.objects("breakpoints")
    ]
    return _answer(adapter, "function", "", wanted)


@request("dataBreakpointInfo")
def data_breakpoint_info(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return the information for a data breakpoint on a value, with the operator that last wrote the value."""
    name, reference = arguments.text("name"), arguments.integer("variablesReference", 0)
    frame = adapter.frame(arguments.integer("frameId", 0))
    expression = adapter.references.find(reference).expression_of(name) if reference else name
    found = tensor_named(adapter, frame, expression) if expression else None
    if found is None or found[1] is not ...:
        return {"dataId": None, "description": f"{name} is not a whole value of the run"}
    tensor = found[0]
    try:
        report = adapter.stopped_run.look(tensor)
    except OpscopeError:  # it has no value yet
        writer = "not written yet"
    else:
        where = f" at {report.site}" if report.site else ""
        writer = (
            f"written last by {report.operator} ({report.op}){where}" if report.operator else "written by no operator"
        )
    return {
        "dataId": tensor,
        "description": f"{tensor}, {writer}",
        "accessTypes": ["write"],
        "canPersist": True,
    }


@request("setDataBreakpoints")
def set_data_breakpoints(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Set breakpoints that stop after writes of a value.

    If such a breakpoint is set, the request reverseContinue goes back to the operator that last wrote the value.
    """
    wanted: list[WantedBreakpoint] = []
    for each in arguments.objects("breakpoints"):
        if each.text("accessType", "write") != "write":
            raise ArgumentError("only writes to a value can be watched, not reads", fix="set accessType to write")
        wanted.append(WantedBreakpoint("data", each.text("dataId"), *_conditions(each)))
    return _answer(adapter, "data", "", wanted)


@request("setExceptionBreakpoints")
def set_exception_breakpoints(adapter: DebugAdapter, arguments: Arguments) -> None:
    """Set exception filters, for NaN or Inf, failures of operators or code, and raised or caught Python exceptions."""
    chosen = dict.fromkeys(arguments.texts("filters"), "")
    chosen |= {o.text("filterId"): o.text("condition", "").strip() for o in arguments.objects("filterOptions")}
    for name in chosen:
        exception_filter(name)
    adapter.set_exception_filters(chosen)


@request("breakpointLocations")
def breakpoint_locations(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return the lines of a range that have code."""
    path, first = arguments.object("source").text("path"), arguments.integer("line", least=1)
    last = arguments.integer("endLine", first)
    return {"breakpoints": [{"line": line} for line in executable_lines(path) if first <= line <= last]}


@request("exceptionInfo")
def exception_info(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return the exception, or the NaN, at which the program has stopped."""
    _ = adapter.stopped_run
    stop = adapter.stop
    if stop.get("reason") != "exception":
        raise ArgumentError("there is no exception to show: the program has not stopped at an exception")
    text = str(stop.get("text", ""))
    kind, _, message = text.partition(": ")
    return {
        "exceptionId": kind,
        "description": message or text,
        "breakMode": "always",
        "details": {
            "message": message,
            "typeName": kind,
            "stackTrace": adapter.debuggee.error_text() if adapter.debuggee else "",
        },
    }
