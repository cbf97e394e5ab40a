"""The threads of a script at the prompt: listed, chosen, stepped."""

import re
from pathlib import Path

from tests.cli.sessions import answers, piped
from tests.examples import ROOT

PROGRAM = (ROOT / "tests" / "dap" / "programs" / "threads.py").read_text()


def test_a_thread_is_chosen_and_looked_at(tmp_path: Path):
    line = PROGRAM[: PROGRAM.index("score = ")].count("\n") + 1
    typed = [f"b program.py:{line}", "c", "threads", "thread 1", "w", "p evaluation.name", "thread 7", "thread 2", "n"]
    done = piped(tmp_path, PROGRAM, "\n".join([*typed, "clear", "c", ""]))
    found = answers(done.stdout + done.stderr)
    said = dict(found)
    assert "done" in done.stdout
    assert re.search(r"thread 2 +evaluation", done.stdout)
    assert re.search(r"1  program\.py +running +.*program\.py:\d+", said["threads"])
    assert re.search(r"→ +2  evaluation +stopped", said["threads"])
    assert "<module>" in said["w"] and "evaluation" in said["p evaluation.name"]
    assert "no thread 7" in said["thread 7"]
