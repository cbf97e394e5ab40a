"""Programs as people wrote them for Paddle, unchanged: by an alias, under `opscope run`, after as_paddle()."""

import re
from pathlib import Path

import pytest

from tests.forked import python
from tests.paddle.test_same_results import RESULTS

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.stem)


def test_none_is_missing():
    assert len(PROGRAMS) == 18


@every_program
@pytest.mark.filterwarnings("ignore:.*which was declared")  # the shape that checked_add declares is another
@pytest.mark.filterwarnings("ignore:.*in opscope's own format")  # rows with LoD
def test_runs_with_opscope_imported_as_paddle(program: Path):
    text = re.sub(r"^import paddle$", "import opscope as paddle", program.read_text(), flags=re.MULTILINE)
    text = re.sub(r"^(from|import) paddle\b", r"\1 opscope", text, flags=re.MULTILINE)
    assert "opscope" in text
    exec(compile(text, str(program), "exec"), {"__name__": "__main__"})


@every_program
def test_runs_untouched_under_opscope_run(program: Path):
    done = python("-m", "opscope", "run", str(program))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.stem not in RESULTS], ids=lambda p: p.stem)
def test_runs_untouched_after_as_paddle(program: Path):  # those with results do so in test_same_results.py
    done = python("-c", f"import opscope, runpy; opscope.as_paddle(); runpy.run_path({str(program)!r})")
    assert done.returncode == 0, done.stderr
