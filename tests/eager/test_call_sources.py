"""Libraries whose calls a run sees add themselves to one list; nothing else names them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import opscope
from opscope import debug, paddle
from opscope.debug.nan_guard import guarding
from opscope.eager import call_sources
from opscope.eager.op_call_log import CallLog
from opscope.ops.registry import Op

ROOT = Path(opscope.__file__).parent


def test_only_the_package_of_a_library_names_itself():
    libraries = [path.name for path in ROOT.iterdir() if path.name.endswith(call_sources.SUFFIX)]
    assert "torch_calls" in libraries
    sources = {path.relative_to(ROOT): path.read_text("utf-8") for path in ROOT.rglob("*.py")}
    others = {name: [p for p, text in sources.items() if name in text and p.parts[0] != name] for name in libraries}
    assert others == {name: [] for name in libraries}


def test_calls_of_a_source_are_calls_of_the_run(monkeypatch: pytest.MonkeyPatch):
    """A library of one function, whose calls go into the log that its source was opened for."""
    logs: list[CallLog] = []

    @contextmanager
    def source(log: CallLog) -> Iterator[None]:
        logs.append(log)
        yield
        logs.remove(log)

    monkeypatch.setattr(call_sources, "_sources", [*call_sources._sources, source])
    half = Op(_half, infer=lambda x: x, name="half")

    def body() -> None:
        x = paddle.full([2], 3.0)
        call = logs[-1].begin(half, [x], {}, False)
        logs[-1].end(call, paddle.Tensor(x.numpy() / 2))

    run = debug.start(body)
    run.wait(60)
    assert logs == []
    assert [o.op.name for o in run.session.thread_calls.program.operators] == ["full", "half"]


def test_the_guard_of_pytest_opens_the_sources(monkeypatch: pytest.MonkeyPatch):
    opened: list[bool] = []

    @contextmanager
    def source(log: CallLog) -> Iterator[None]:
        opened.append(not log.may_start())
        yield
        opened.append(False)

    monkeypatch.setattr(call_sources, "_sources", [source])
    with guarding():
        assert opened == [True]
    assert opened == [True, False]


def _half(xp: Any, x: Any) -> Any:
    return x / 2
