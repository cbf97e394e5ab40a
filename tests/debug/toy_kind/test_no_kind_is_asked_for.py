"""Outside of its own folder no code tests for the class of one kind of program: it asks for an ability."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import opscope

ROOT = Path(opscope.__file__).parent
OF_A_KIND = re.compile(r"(Eager|Run|Numpy)(Cursor|Record|Editor|Kind|Operator|Program)")
# the makers of cursors of a kind, the editor of programs; the readers of eager calls, which no other kind has
MAKERS = {
    "debug/eager_calls/step_recorder.py": {"EagerCursor"},
    "debug/disk/recording_reader.py": {"EagerRecord"},
    "debug/drivers/frame_driver.py": {"RunCursor"},
    "debug/navigation/run_editor.py": {"RunCursor"},
    "debug/rules/recorded_steps.py": {"EagerRecord"},
}


def classes_asked_for(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            yield from (each.id for each in ast.walk(node.args[1]) if isinstance(each, ast.Name))


def test_names_in_isinstance_are_found():
    assert list(classes_asked_for("if not isinstance(here, EagerCursor | None): pass")) == ["EagerCursor"]


def test_code_asks_for_abilities():
    found: dict[str, set[str]] = {}
    for path in ROOT.rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(("debug/eager/", "debug/replay/")):
            asked = set(filter(OF_A_KIND.fullmatch, classes_asked_for(path.read_text("utf-8"))))
            if asked:
                found[name] = asked
    assert found == MAKERS
