"""Signatures: a call that fits Paddle 2.6.2's function fits opscope's, by position and by name, with the same defaults.

signatures.json has Paddle's, written by signatures.py. opscope may take more, behind Paddle's own parameters.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from opscope.cli.api.surface import NameEntry, surface
from opscope.ops.registry import REGISTRY

GROUPED = json.loads(Path(__file__).with_name("signatures.json").read_text())
NO_DEFAULT = object()


class Parameter(NamedTuple):
    name: str
    default: Any
    kind: str  # "" by position or name, "+" by name only, "*" and "**" all the rest


def parsed(text: str) -> list[Parameter]:
    """Of a line of the file; a default that is not a literal stays text."""
    call = ast.parse(f"def f({_plain(text)}): pass").body[0]
    assert isinstance(call, ast.FunctionDef)
    a = call.args
    defaults = [NO_DEFAULT] * (len(a.args) - len(a.defaults)) + [_value(d) for d in a.defaults]
    found = [Parameter(p.arg, d, "") for p, d in zip(a.args, defaults, strict=True)]
    found += [Parameter(a.vararg.arg, NO_DEFAULT, "*")] if a.vararg else []
    found += [
        Parameter(p.arg, NO_DEFAULT if d is None else _value(d), "+")
        for p, d in zip(a.kwonlyargs, a.kw_defaults, strict=True)
    ]
    return found + ([Parameter(a.kwarg.arg, NO_DEFAULT, "**")] if a.kwarg else [])


def _plain(text: str) -> str:
    """As Python would have it: the first `+` is the bare star, unless there are `*args` before."""
    text = text.replace("+", "*, " if "*" not in text.partition("+")[0] else "", 1).replace(", +", ", ")
    return text.replace("=<", "='<").replace(">", ">'")


def _value(node: ast.expr) -> Any:
    return ast.literal_eval(node)


def mine(value: Any) -> list[Parameter]:
    kinds = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    kinds[inspect.Parameter.KEYWORD_ONLY] = "+"
    found = inspect.signature(value).parameters.values()
    return [Parameter(p.name, NO_DEFAULT if p.default is p.empty else p.default, kinds.get(p.kind, "")) for p in found]


def same(ours: Any, theirs: Any) -> bool:
    """1 is 1.0, [1] is (1,), and what is not a literal in the file cannot be compared."""
    ours, theirs = (list(v) if isinstance(v, tuple) else v for v in (ours, theirs))
    return isinstance(ours, bool) == isinstance(theirs, bool) and (ours == theirs or str(theirs).startswith("<"))


def differences(ours: list[Parameter], theirs: list[Parameter]) -> list[str]:
    """What of Paddle's signature is missing or otherwise here."""
    rest, any_name = any(p.kind == "*" for p in ours), any(p.kind == "**" for p in ours)
    named = {p.name: p for p in ours if p.kind in ("", "+")}
    positional = [p for p in ours if p.kind == "" and p.name != "name"]
    asked = [p for p in theirs if p.kind == "" and p.name != "name"]
    found = []
    for i, p in enumerate(asked):
        at = positional[i] if i < len(positional) else None
        if at is None or at.name != p.name:
            if not (rest and at is None) and not (any_name and p.name not in named and at is None):
                found.append(f"{p.name} is not number {i + 1}")
        elif p.default is not NO_DEFAULT and not same(at.default, p.default):
            shown = "required" if at.default is NO_DEFAULT else repr(at.default)
            found.append(f"{p.name} is {shown}, not {p.default!r}")
    missing = {p.name for p in theirs if p.kind in ("", "+") and p.name not in named} - {p.name for p in asked}
    found += [f"{name} is missing" for name in sorted(missing) if not any_name]
    more = [p for p in positional[len(asked) :] if p.default is NO_DEFAULT]
    return found + [f"{p.name} is required" for p in more if not any(q.kind == "*" for q in theirs)]


def callable_of(entry: NameEntry) -> Any:
    """What is called; of a tensor's method that only calls the function of its name, the function."""
    value = entry.value
    value = value.__func__ if isinstance(value, classmethod | staticmethod) else value
    if getattr(value, "__qualname__", "").startswith("_named."):
        return REGISTRY.public[value.__name__]
    return value if callable(value) else None


def compared() -> Iterator[tuple[str, list[str]]]:
    """(name, differences) of everything that both have."""
    theirs = {f"paddle.{name}": text for text, names in GROUPED.items() for name in names}
    classes = {n for e in ENTRIES if e.kind == "class" for n in e.names}
    for entry in ENTRIES:
        value = callable_of(entry)
        if value is None or not entry.supported:
            continue
        for name in set(entry.names) & theirs.keys():
            asked, ours = parsed(theirs[name]), mine(value)
            if name.rpartition(".")[0] in classes:  # a method: the first one, whatever it is called, is the object
                plain = isinstance(entry.value, staticmethod)
                tensors = name.startswith(("paddle.Tensor.", "paddle.static.Variable."))  # functions, as methods
                first = bool(asked) and (tensors or asked[0].name in ("self", "cls"))
                asked, ours = asked[first:], ours[0 if plain else 1 :]
            yield name, differences(ours, asked)


ENTRIES = surface()

# Made by calls on programs, blocks and layers, never by hand.
DIFFERENT = {
    "paddle.Tensor": "made by to_tensor; Paddle's takes positional arguments of C++",
    "paddle.base.framework.Block": "made by a Program",
    "paddle.base.framework.Operator": "made by Block.append_op",
    "paddle.base.framework.Parameter": "made by Block.create_parameter",
    "paddle.base.framework.Variable": "made by Block.create_var",
    "paddle.static.Variable": "made by Block.create_var",
    "paddle.jit.TranslatedLayer": "made by paddle.jit.load",
}


def test_calls_that_fit_paddle_fit_here():
    found = dict(compared())
    assert len(found) > 900
    wrong = {name: what for name, what in found.items() if what and name not in DIFFERENT}
    assert not wrong, "\n".join(f"{name}: {', '.join(what)}" for name, what in sorted(wrong.items()))


def test_what_is_listed_as_different_is():
    found = dict(compared())
    assert all(found[name] for name in DIFFERENT)


def takes_more(x: Any, axis: int = 0, name: str | None = None, keep: bool = False) -> None:
    """For the tests below."""


@pytest.mark.parametrize(
    "theirs, wrong",
    [
        ("x, axis=0, name=None", []),
        ("x, axis=0.0", []),
        ("y, axis=0", ["y is not number 1"]),
        ("x, axis=-1", ["axis is 0, not -1"]),
        ("x, axis=False", ["axis is 0, not False"]),
        ("x, name=None, axis=0", []),
        ("axis=0, x=1", ["axis is not number 1", "x is not number 2"]),
        ("x, axis=0, keep=False, more=1", ["more is not number 4"]),
        ("x, +other=1, +keep=False", ["other is missing"]),
        ("", ["x is required"]),
        ("*x, axis=<int>", []),
    ],
)
def test_differences_are_seen(theirs: str, wrong: list[str]):
    assert differences(mine(takes_more), parsed(theirs)) == wrong
