"""The garbage collector is on again when the last pause is over, and only where it was on before."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from opscope import paddle
from opscope.core.collector_pause import collector_paused
from opscope.viz import foldable_graph
from opscope.viz.scoped_graph import ScopedGraph
from opscope.viz.svg import Svg


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    yield
    gc.enable()


def test_pauses_of_several_threads_overlap():
    first, second = collector_paused(), collector_paused()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()


def test_an_error_ends_the_pause():
    with suppress(KeyError), collector_paused():
        raise KeyError
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off():
    gc.disable()
    with collector_paused(), collector_paused():
        pass
    assert not gc.isenabled()


def test_the_collector_is_off_while_a_graph_is_built_and_on_while_graphviz_works(monkeypatch: pytest.MonkeyPatch):
    is_on: dict[str, bool] = {}

    def note(name: str, function: Any, owner: Any = foldable_graph) -> None:
        def noted(*args: Any, **options: Any) -> Any:
            is_on[name] = gc.isenabled()
            return function(*args, **options)

        monkeypatch.setattr(owner, name, noted)

    for name in ("BuiltGraph", "nested"):
        note(name, getattr(foldable_graph, name))
    note("fold", ScopedGraph.fold, ScopedGraph)
    note("draw", lambda shown, timeout: Svg(""))
    paddle.enable_static()
    paddle.tanh(paddle.static.data("x", [2], "float32"))
    foldable_graph.FoldableGraph(paddle.static.default_main_program()).draw()
    assert is_on == {"BuiltGraph": False, "nested": False, "fold": False, "draw": True}
