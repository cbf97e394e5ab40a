"""Requests about values: variables by pages, expressions, edits, completion, and the bytes of tensors."""

from __future__ import annotations

import base64
from typing import Any

from opscope.dap.adapter import DebugAdapter
from opscope.dap.arguments import Arguments
from opscope.dap.evaluation import complete, evaluate_in, set_in
from opscope.dap.request_registry import request
from opscope.dap.values import full_text
from opscope.dap.variables import memory, page
from opscope.errors import ArgumentError, NotFound

MAX_BYTES = 1 << 20  # of one `readMemory`


@request("variables")
def variables(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return the children of a scope or a value."""
    container = adapter.references.find(arguments.integer("variablesReference", least=1))
    kind = arguments.text("filter", "")
    if kind not in ("", "named", "indexed"):
        raise ArgumentError(f"filter must be named or indexed, not {kind!r:.100}")
    found = page(container, kind, arguments.integer("start", 0), arguments.integer("count", 0))
    return {"variables": [adapter.references.variable(item) for item in found]}


@request("evaluate")
def evaluate(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Evaluate an expression in a frame.

    The console (repl) also accepts a statement, or a command such as `%goto 3`.
    """
    context, text = arguments.text("context", "watch"), arguments.text("expression").strip()
    frame = adapter.frame(arguments.integer("frameId", 0))
    if not text:
        raise ArgumentError("the request contains no expression")
    if context == "repl" and text.startswith("%"):
        from opscope.dap.console_commands import console_answer  # it loads charts, which programs do not need

        return {"result": console_answer(adapter.stopped_run, text), "variablesReference": 0}
    item = evaluate_in(adapter, frame, text, statements=context == "repl")
    if item is None:
        return {"result": "", "variablesReference": 0}
    found = adapter.references.describe(item)
    short = found.pop("value")
    if context == "clipboard":
        return {"result": full_text(item.value), **found}
    shown = [full_text(item.value) if context == "repl" else short, *item.notes]
    return {"result": ("\n" if context == "repl" else "  ").join(shown), **found}


@request("setVariable")
def set_variable(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Set a variable, or an element of it, and recompute the values that depend on it."""
    container = adapter.references.find(arguments.integer("variablesReference", least=1))
    return adapter.references.describe(container.assign(arguments.text("name"), arguments.text("value")))


@request("setExpression")
def set_expression(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Set the target of an expression, such as `h[0, :3]`, a local variable, or an attribute."""
    frame = adapter.frame(arguments.integer("frameId", 0))
    return adapter.references.describe(set_in(adapter, frame, arguments.text("expression"), arguments.text("value")))


@request("completions")
def completions(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return possible completions of a text in the console."""
    frame = adapter.frame(arguments.integer("frameId", 0))
    text, column = arguments.text("text"), arguments.integer("column", least=1)
    return {"targets": complete(adapter, frame, text[: column - 1])}


@request("readMemory")
def read_memory(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return bytes of a tensor, in the order of its elements."""
    reference = arguments.text("memoryReference")
    array = adapter.references.arrays.get(reference)
    if array is None:
        raise NotFound(
            f"no memory has the reference {reference!r:.100} here",
            fix="the program has continued: read its variables again",
        )
    offset, count = arguments.integer("offset", 0, least=-(1 << 40)), arguments.integer("count", 0)
    begin = max(offset, 0)
    data = memory(array, begin, min(count, MAX_BYTES))
    found: dict[str, Any] = {"address": hex(begin), "data": base64.b64encode(data).decode()}
    if len(data) < count:
        found["unreadableBytes"] = count - len(data)
    return found
