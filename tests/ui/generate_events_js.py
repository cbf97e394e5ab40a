"""Generator of `opscope/ui/js/src/events.generated.js`: the types of events and commands, and the rules of the fold.

`make js` runs this: `python -m tests.ui.generate_events_js`. `test_agreement.py` fails when the file is out of date.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from pathlib import Path

import opscope
from opscope import events as ev
from opscope.ui import points
from opscope.ui.event_fold import SLOTS

TARGET = Path(opscope.__file__).parent / "ui" / "js" / "src" / "events.generated.js"
JS_TYPES = {int: "number", float: "number", str: "string", bool: "boolean", bytes: "Uint8Array", type(None): "null"}
RULE_NAMES = {rule: rule.__name__[0].lower() + rule.__name__[1:] for rule in typing.get_args(ev.FoldRule)}
WIDTH = 120


def js_type(annotation: object) -> str:
    """The JavaScript type of a field."""
    if isinstance(annotation, types.UnionType):
        return "|".join(dict.fromkeys(js_type(a) for a in typing.get_args(annotation)))
    if typing.get_origin(annotation) is tuple:
        element = js_type(typing.get_args(annotation)[0])
        return f"({element})[]" if "|" in element else f"{element}[]"
    return JS_TYPES[annotation]


def kinds(base: type[ev.Message]) -> list[type[ev.Message]]:
    """All events, or all commands."""
    return [cls for cls in ev.Message.registry.values() if issubclass(cls, base)]


def wrapped(start: str, parts: list[str], separator: str, end: str) -> str:
    """A comment whose parts fill lines of at most `WIDTH` characters."""
    lines, line = [], start
    for i, part in enumerate(parts):
        piece = part + (end if i == len(parts) - 1 else separator)
        if len(line) + len(piece.rstrip()) > WIDTH:
            lines.append(line.rstrip())
            line = " *   "
        line += piece
    return "\n".join([*lines, line.rstrip()])


def typedef(cls: type[ev.Message]) -> str:
    """The type of one event."""
    hints = typing.get_type_hints(cls)
    fields = [f"{f.name}: {js_type(hints[f.name])}" for f in dataclasses.fields(cls)]
    return wrapped(" * @typedef {{", [f'kind: "{cls.__name__}"', *fields], ", ", f"}}}} {cls.__name__}")


def slot_type(slot: str) -> str:
    """The type of a slot of the fold, from the rules of all events."""
    rules = [(cls.__name__, rule) for cls in kinds(ev.Event) for rule in cls.fold_rules if rule.slot == slot]
    names = "|".join(name for name, _ in rules)
    match rules[0][1]:
        case ev.LatestByKey():
            return f"ReadonlyMap<string, {names}>"
        case ev.AddPoints():
            return 'ReadonlyMap<string, import("./series.js").Series>'
        case ev.Newest():
            return f"readonly {names}[]" if "|" not in names else f"readonly ({names})[]"
        case _:
            return f"{names}|null"


def empty_slot(slot: str) -> str:
    """The JavaScript expression of an empty slot."""
    kind = slot_type(slot)
    return "new Map()" if kind.startswith("ReadonlyMap") else "[]" if kind.endswith("[]") else "null"


def rules_of(cls: type[ev.Message]) -> str:
    """The rules of one event as a line of the table."""
    rules = [{"rule": RULE_NAMES[type(rule)], **dataclasses.asdict(rule)} for rule in cls.fold_rules]
    return f"  {cls.__name__}: {json.dumps(rules)},"


def generate() -> str:
    """The text of the file."""
    events, commands = kinds(ev.Event), kinds(ev.Command)
    names = [cls.__name__ for cls in events]
    return "\n".join(
        [
            "// @ts-check",
            "// Generated from opscope/events by `python -m tests.ui.generate_events_js` (`make js`). Do not edit.",
            "",
            "/**",
            *map(typedef, events),
            wrapped(" * @typedef {", names, "|", "} RunEvent"),
            " */",
            "",
            "/**",
            wrapped(" * @typedef {", [f'"{cls.__name__}"' for cls in commands], "|", "} CommandKind"),
            " */",
            "",
            "/**",
            " * What is kept of the events.",
            " * @typedef {object} Fold",
            *(f" * @property {{{slot_type(slot)}}} {slot}" for slot in SLOTS),
            " */",
            "",
            "/** @type {Readonly<Fold>} */",
            "export const EMPTY_FOLD = Object.freeze({",
            *(f"  {slot}: {empty_slot(slot)}," for slot in SLOTS),
            "});",
            "",
            "/**",
            " * How an event is kept: opscope/events/fold_rules.py.",
            ' * @typedef {{rule: "latest", slot: keyof Fold, clears: (keyof Fold)[],',
            " *   where: [string, boolean]|null}} Latest",
            ' * @typedef {{rule: "latestByKey", slot: keyof Fold, key: string[], limit: number|null}} LatestByKey',
            ' * @typedef {{rule: "newest", slot: keyof Fold, limit: number}} Newest',
            ' * @typedef {{rule: "addPoints", slot: "history"|"scalars", points: string}} AddPoints',
            ' * @typedef {{rule: "restart", slot: keyof Fold, keeps: (keyof Fold)[]}} Restart',
            " * @typedef {Latest|LatestByKey|Newest|AddPoints|Restart} FoldRule",
            " */",
            "",
            "/** @type {Readonly<Record<string, FoldRule[]>>} */",
            "export const FOLD_RULES = {",
            *map(rules_of, events),
            "};",
            "",
            "/** The number of points of a curve. */",
            f"export const SERIES_CAPACITY = {points.CAPACITY};",
            "",
            '/** The share of zeros from which a value counts as "zeros". */',
            f"export const MOSTLY_ZEROS = {ev.MOSTLY_ZEROS};",
            "",
        ]
    )


if __name__ == "__main__":
    TARGET.write_text(generate(), "utf-8")
