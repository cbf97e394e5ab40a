"""Each object of a session changes only itself: no file assigns an attribute of an object that another one owns."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from opscope.debug import drivers, eager_calls, runs, session, state, values

ROOMS = [Path(str(room.__file__)).parent for room in (drivers, eager_calls, session, state, runs, values)]

DATA = {  # what a file assigns, and why: it is data that this file writes, not an object with an owner
    "breakpoints.py": {"found", "self.find(number)"},  # a breakpoint, of the table that this file keeps
    "breakpoint_calls.py": {"bdb.Bdb", "sys"},  # hooks of Python, which it restores
    "frame_driver.py": {  # the record of the run that it drives, the cursor that writes it, frame and plan of that run
        *("self._record", "record", "walk.record", "walk", "cursor", "calls", "frame", "context"),
        "lowered",
    },
    "eager_calls.py": {"self._log", "thread_state"},  # how deep its log is in optimizers' steps; the log of this thread
    "log_keeper.py": {"self.log", "logged", "call", "pending.call"},  # the log that it made, and what is read of it
    "step_recorder.py": {"record", "edits", "self.names"},  # the record, its editor and names
    "unsealed_records.py": {"record", "logged"},  # the records that it seals, and their logs
    "recorded_commands.py": {"edits"},  # the editor of the change that it makes
    "place_expressions.py": {"words"},  # an environment that it has just made
    "program_threads.py": {"thread"},  # the threads that it owns
    "watched_driver.py": {"context"},  # how deep the runs of programs are that it drives
    "thread_starts.py": {"thread"},  # a thread of the program that is about to start
}


def assigned(path: Path) -> Iterator[tuple[int, str]]:
    """The objects, other than `self`, of which a file assigns an attribute."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                pass
            case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
                targets = [target]
            case ast.With(items=items):
                targets = [item.optional_vars for item in items if item.optional_vars is not None]
            case _:
                continue
        for target in targets:
            for each in ast.walk(target):
                if isinstance(each, ast.Attribute) and not isinstance(each.ctx, ast.Load):
                    owner = ast.unparse(each.value)
                    if owner not in ("self", "cls"):
                        yield each.lineno, owner


def test_no_file_assigns_an_attribute_of_another_owner() -> None:
    found = {
        (path.name, owner): line
        for room in ROOMS
        for path in sorted(room.glob("*.py"))
        for line, owner in assigned(path)
    }
    assert [f"{file}:{line}: {owner}" for (file, owner), line in found.items() if owner not in DATA.get(file, ())] == []
    assert {(file, owner) for file, owners in DATA.items() for owner in owners} <= {
        *found
    }  # no exception outlives its use


PARTS = {"driver", "navigator", "reporter", "findings", "frames", "commands"}  # of a session: there is always one


def absence_tests(code: str) -> Iterator[tuple[int, str]]:
    """The comparisons with None of a part of a session: of a run that is not recorded it would be absent."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Compare) and isinstance(node.comparators[0], ast.Constant):
            text = ast.unparse(node.left.value if isinstance(node.left, ast.NamedExpr) else node.left)
            if node.comparators[0].value is None and text.split(".")[-1].lstrip("_") in PARTS:
                yield node.lineno, text


def test_no_part_of_a_session_is_ever_absent() -> None:
    tool = Path(str(runs.__file__)).parent.parent.parent
    files = [path for path in sorted(tool.rglob("*.py")) if path.name != "matrix_functions.py"]  # `driver` of LAPACK
    assert [f"{path.name}:{line}: {text}" for path in files for line, text in absence_tests(path.read_text())] == []


CHANGES = {"add", "watch", "expect", "remove", "enable", "choose"}  # of a table of breakpoints, or of the filters
PARTS_OF_THE_TABLE = {"operators", "code", "filters"}


def changes_beside_the_table(code: str) -> Iterator[tuple[int, str]]:
    """The calls that change a part of the table of breakpoints, and not the table."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            owner = node.func.value
            if isinstance(owner, ast.Attribute) and owner.attr.lstrip("_") in PARTS_OF_THE_TABLE:
                yield node.lineno, ast.unparse(node.func)


def test_breakpoints_and_filters_are_changed_in_one_table() -> None:
    tool = Path(str(runs.__file__)).parent.parent.parent
    rooms = [tool / each for each in ("debug", "dap", "commands", "cli", "notebook", "ui")]
    table = tool / "debug" / "drivers" / "breakpoints.py"
    files = [path for room in rooms for path in sorted(room.rglob("*.py")) if path != table]
    found = {(path.name, text) for path in files for _, text in changes_beside_the_table(path.read_text())}
    assert found == set()


def test_the_scan_sees_changes_beside_the_table() -> None:
    code = "d.breakpoints.operators.add(1)\nself._operators.watch()\nd.breakpoints.add(1)\nd.filters.choose(())\n"
    assert [line for line, _ in changes_beside_the_table(code)] == [1, 2, 4]


def test_the_scan_sees_tests_for_an_absent_part() -> None:
    code = "a.driver is None\nif self._reporter is not None: pass\nx = 1 if (d := driver) is None else 2\nb is None\n"
    assert [line for line, _ in absence_tests(code)] == [1, 2, 3]


def test_the_scan_sees_assignments_of_all_forms(tmp_path: Path) -> None:
    code = "a.b = 1\nself.x, c.d.e = 1, 2\nf.g += 1\ndel h.i\nwith x as j.k: pass\nself.y = l.m\nfor n.o in z: pass\n"
    (tmp_path / "code.py").write_text(code)
    assert [owner for _, owner in sorted(assigned(tmp_path / "code.py"))] == ["a", "c.d", "f", "h", "j", "n"]
