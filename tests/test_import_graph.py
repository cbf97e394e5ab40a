"""The check of the import graph finds both kinds of circles."""

import grimp
import pytest

from tests import import_graph


def graph_with(*imports: tuple[str, str]) -> grimp.ImportGraph:
    graph = grimp.ImportGraph()
    for module in ("opscope", "opscope.core", "opscope.debug", "opscope.viz"):
        graph.add_module(module)
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    return graph


@pytest.mark.parametrize(
    "imports, problem",
    [
        ([("opscope", "opscope.core"), ("opscope.debug", "opscope.viz")], ""),
        ([("opscope.debug", "opscope")], "opscope.debug imports opscope itself"),
        ([("opscope.viz", "opscope.core"), ("opscope.core", "opscope.viz")], "opscope: circle"),
    ],
)
def test_circles_are_reported(
    imports: list[tuple[str, str]], problem: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(grimp, "build_graph", lambda package: graph_with(*imports))
    assert import_graph.main([]) == (1 if problem else 0)
    assert problem in capsys.readouterr().err
