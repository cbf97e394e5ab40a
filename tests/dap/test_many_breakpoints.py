"""A request with many breakpoints: functions are looked at once, and a file is compiled once."""

from __future__ import annotations

import importlib
import io
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from opscope import debug, paddle
from opscope.dap import client_breakpoints
from opscope.dap.adapter import DebugAdapter
from opscope.dap.arguments import Arguments
from opscope.dap.debuggee import AttachedRun
from opscope.dap.messages import MessageWriter
from opscope.dap.request_registry import HANDLERS
from opscope.dap.requests import load_requests
from opscope.debug.lines import source_file, trace_events

COUNT = 60


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    lines = "".join(f"    x = x + {i}\n" for i in range(COUNT))
    (tmp_path / "many_lines.py").write_text(f"def add(x):\n{lines}    return x\n")
    monkeypatch.syspath_prepend(tmp_path)
    return importlib.import_module("many_lines")


def test_many_breakpoints_take_one_look_at_the_functions(module: Any, monkeypatch: pytest.MonkeyPatch):
    """An editor that set 20 breakpoints heard that the program was busy, and could not read its variables."""
    looks = 0

    def counted() -> Iterator[FunctionType]:
        nonlocal looks
        looks += 1
        return source_file.loaded_functions()

    load_requests()
    monkeypatch.setattr(trace_events, "loaded_functions", counted)
    monkeypatch.setattr(client_breakpoints, "STANDING", 60.0)  # the machine may be busy
    source_file.compiled_codes.cache_clear()
    run = debug.start(lambda: module.add(paddle.tanh(paddle.to_tensor([1.0]))), entry=True)
    try:
        run.until_stopped(60)
        adapter = DebugAdapter(MessageWriter(io.BytesIO()), offered=run)
        adapter.adopt(AttachedRun(run), {})
        adapter.begun.set()
        looks = 0
        wanted = [{"line": 3 + i} for i in range(COUNT - 1)]
        request = Arguments({"source": {"path": module.__file__}, "breakpoints": wanted})
        answer = HANDLERS["setBreakpoints"].function(adapter, request)
        assert not any(b.get("message") for b in answer["breakpoints"])
        assert looks <= 1  # none with sys.monitoring
        assert source_file.compiled_codes.cache_info().misses == 1
        run.cont()
        run.until_stopped(60)
        assert run.here is not None and run.here.reason == "breakpoint"
    finally:
        run.stop()
