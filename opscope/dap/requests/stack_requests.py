"""Requests about the stack at a stop, the scopes of its frames, and sources that are not files."""

from __future__ import annotations

import os
from typing import Any

from opscope.core.source_text.file_lines import source_lines
from opscope.dap.adapter import DebugAdapter
from opscope.dap.arguments import Arguments
from opscope.dap.request_registry import request
from opscope.dap.scopes import scopes_of
from opscope.debug.frames.stack import StackFrame
from opscope.debug.navigation.navigator import Navigator
from opscope.errors import NotFound

MAX_FRAMES = 1000


@request("stackTrace")
def stack_trace(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return the stack: the user's functions, and the blocks and operators that they run.

    The innermost frame is first.
    """
    thread = arguments.integer("threadId", 0)
    adapter.look_at_thread(thread)
    start, levels = arguments.integer("startFrame", 0), arguments.integer("levels", 0) or MAX_FRAMES
    frames = adapter.stopped_run.stack()[::-1]
    shown = [_frame(adapter, frame, thread) for frame in frames[start : start + levels]]
    return {"stackFrames": shown, "totalFrames": len(frames)}


def _frame(adapter: DebugAdapter, frame: StackFrame, thread: int) -> dict[str, Any]:
    name = frame.function
    if frame.kind != "python" and frame.operator:
        name = f"{name}: {frame.operator}"
    found: dict[str, Any] = {
        "id": adapter.add_frame(frame, thread),
        "name": f"{name} (now)" if frame.now else name,
        "line": frame.line,
        "column": 1 if frame.line else 0,
        "canRestart": frame.kind == "block",
        "presentationHint": "subtle" if frame.now else "normal",
    }
    if frame.path:
        found["source"] = source_of(adapter, frame.path)
    return found


def source_of(adapter: DebugAdapter, path: str) -> dict[str, Any]:
    """Return a file as the protocol's type Source.

    If the file is a notebook cell, the client gets the text of the cell from the adapter.
    """
    name = os.path.basename(path)
    if os.path.isfile(path):
        return {"name": name, "path": os.path.abspath(path)}
    return {"name": name, "path": path, "sourceReference": adapter.add_source(path), "origin": "the running program"}


@request("source")
def source(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return the text of a source that is not a file."""
    number = arguments.integer("sourceReference", 0) or arguments.object("source").integer("sourceReference", 0)
    path = next((path for path, known in adapter.sources.items() if known == number), None)
    if path is None:
        raise NotFound(f"no source has the reference {number}")
    return {"content": "".join(source_lines(path)), "mimeType": "text/x-python"}


@request("loadedSources")
def loaded_sources(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return the files whose lines created the operators of the programs that have run."""

    def find(navigator: Navigator) -> list[str]:
        sites = [operator.site for operator in navigator.programs().operators]
        return sorted({site.filename for site in sites if site is not None})

    return {"sources": [source_of(adapter, path) for path in adapter.inspect(find)]}


@request("scopes")
def scopes(adapter: DebugAdapter, arguments: Arguments) -> dict[str, Any]:
    """Return the scopes of a frame: locals and globals, or a block's values; operator, parameters and gradients."""
    frame = adapter.frame(arguments.integer("frameId", least=1))
    assert frame is not None
    return {
        "scopes": [
            {
                "name": scope.name,
                "presentationHint": scope.hint,
                "variablesReference": adapter.references.add(scope.children),
                "namedVariables": scope.children.named,
                "indexedVariables": scope.children.indexed,
                "expensive": scope.expensive,
            }
            for scope in scopes_of(adapter, frame)
        ]
    }
