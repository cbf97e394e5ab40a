"""Programs as people wrote them for Paddle, unchanged: by an alias, under `opscope run`, after as_paddle()."""

from pathlib import Path

import pytest

from tests.fresh import python

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)


def test_there_are_seven():
    assert len(PROGRAMS) == 7


@every_program
@pytest.mark.filterwarnings("ignore:.*which was declared")  # the shape that checked_add declares is another
def test_runs_with_opscope_imported_as_paddle(program: Path):
    text = program.read_text()
    for old, new in (("import paddle\n", "import opscope as paddle\n"), ("import paddle.", "import opscope.")):
        text = text.replace(old, new, 1)
    assert "opscope" in text
    exec(compile(text, str(program), "exec"), {"__name__": "__main__"})


@every_program
def test_runs_untouched_under_opscope_run(program: Path):
    done = python("-m", "opscope", "run", str(program))
    assert done.returncode == 0, done.stderr


@every_program
def test_runs_untouched_after_as_paddle(program: Path):
    done = python("-c", f"import opscope, runpy; opscope.as_paddle(); runpy.run_path({str(program)!r})")
    assert done.returncode == 0, done.stderr
