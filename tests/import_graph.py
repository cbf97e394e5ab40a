"""The import graph of opscope: for each package its rooms, arrows and floors. Fails where imports make a circle.

A *room* is a module or package directly inside a package; an *arrow* says that one room imports from another.
`opscope/__init__.py` loads every part by name, so a module that imports `opscope` itself stands in a circle too.
`make lint` runs this: `python -m tests.import_graph [package ...]`.
"""

from __future__ import annotations

import sys
from graphlib import CycleError, TopologicalSorter

import grimp

SHOWN = ("opscope", "opscope.debug", "opscope.ir", "opscope.ops", "opscope.runtime", "opscope.cli")


def rooms(graph: grimp.ImportGraph, package: str) -> dict[str, set[str]]:
    """Each room of a package with the rooms beside it that it imports from."""
    inside = {child: {child, *graph.find_descendants(child)} for child in graph.find_children(package)}
    room_of = {module: room for room, modules in inside.items() for module in modules}
    return {
        room: {
            room_of[target]
            for module in modules
            for target in graph.find_modules_directly_imported_by(module)
            if target in room_of and room_of[target] != room
        }
        for room, modules in inside.items()
    }


def floors(arrows: dict[str, set[str]]) -> list[set[str]]:
    """The rooms floor by floor, the ground floor first. Raises CycleError if there is a circle."""
    sorter = TopologicalSorter(arrows)
    sorter.prepare()
    found: list[set[str]] = []
    while sorter.is_active():
        ready = sorter.get_ready()
        found.append(set(ready))
        sorter.done(*ready)
    return found


def importers_of_the_root(graph: grimp.ImportGraph) -> list[str]:
    """The modules that import `opscope` itself: `import opscope`, or a name of its `__init__` that is not a module."""
    return sorted(graph.find_modules_that_directly_import("opscope"))


def main(packages: list[str]) -> int:
    """Print a line for each package that is shown; the status is 1 if there is a circle."""
    graph = grimp.build_graph("opscope")
    status = 0
    for module in importers_of_the_root(graph):
        print(f"{module} imports opscope itself, which loads it by name: import the part", file=sys.stderr)
        status = 1
    print(f"{'package':18}{'rooms':>6}{'arrows':>8}{'floors':>8}")
    for package in sorted(p for p in graph.modules if graph.find_children(p)):
        arrows = rooms(graph, package)
        try:
            height = len(floors(arrows))
        except CycleError as e:
            print(f"{package}: circle {' -> '.join(e.args[1])}", file=sys.stderr)
            status = 1
            continue
        if package in packages:
            print(f"{package:18}{len(arrows):6}{sum(map(len, arrows.values())):8}{height:8}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(SHOWN)))
