"""Differences between the environments of two runs: packages, Python, environment variables, random streams."""

from __future__ import annotations

from collections.abc import Iterator

from opscope.debug.comparison.change import Change
from opscope.debug.state.environment import Environment

STREAMS = {"random": "the module random", "numpy.random": "the global stream of NumPy"}


def environment_changes(a: Environment, b: Environment) -> Iterator[Change]:
    """Yield the differences between the environments of two runs.

    A fact that is unknown for one of the runs, for example in an older recording, is not reported as a difference.

    A package that only one run has imported is not reported, because its version in the other run is unknown.
    """
    for name in a.packages.keys() & b.packages.keys():
        if a.packages[name] != b.packages[name]:
            yield Change("version", f"{name} {a.packages[name]} -> {b.packages[name]}", name=name)
    for name in a.system.keys() & b.system.keys():
        if a.system[name] != b.system[name]:
            yield Change("version", f"{name} {a.system[name]} -> {b.system[name]}", name=name)
    if not a.system or not b.system:
        return
    for name in sorted(a.variables.keys() | b.variables.keys()):
        one, other = (side.variables.get(name, "not set") for side in (a, b))
        if one != other:
            yield Change("variable", f"{name} {one} -> {other}", name=name)
    for name in a.streams.keys() & b.streams.keys():
        if a.streams[name] != b.streams[name]:
            text = f"{STREAMS.get(name, name)} starts elsewhere: the seed differs, or more numbers were drawn before"
            yield Change("random stream", text, name=name)
