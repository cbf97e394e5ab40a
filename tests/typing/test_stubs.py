"""The committed stubs are those that the package has now, and completion in a notebook knows opscope's own names."""

import ast
import sys
from pathlib import Path

import pytest

import opscope
from tests.examples import ROOT
from tests.stubs import stubs


@pytest.mark.skipif(not Path(sys.executable).with_name("ruff").exists(), reason="ruff lays the stubs out")
def test_the_stubs_are_up_to_date():
    stale = [str(file) for file, text in stubs().items() if (ROOT / file).read_text() != text]
    assert not stale, "run `make stubs`"


def test_every_stub_is_generated():
    assert {path.relative_to(ROOT) for path in (ROOT / "opscope").rglob("*.pyi")} == set(stubs())


def test_stubs_say_what_the_source_exports():
    for path in (ROOT / "opscope").rglob("*.pyi"):
        tree = ast.parse(path.read_text())
        exported = [n for n in tree.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "__all__"]
        for assignment in exported:
            names = ast.literal_eval(assignment.value)
            defined = {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
            bound = {a.asname for n in tree.body if isinstance(n, ast.ImportFrom) for a in n.names}
            assert set(names) <= defined | bound, path


def test_completion_shows_opscope_s_own_names():
    jedi = pytest.importorskip("jedi")
    found = {c.name for c in jedi.Interpreter("opscope.", [{"opscope": opscope}]).complete()}
    assert {"attach", "check", "debug", "live", "open", "paddle", "profile", "viz"} <= found
    found = {c.name for c in jedi.Script("import opscope\nopscope.debug.").complete()}
    assert {"Run", "attach", "start", "statistics"} <= found
