"""`why`, `first` and `expect` at the prompt."""

from pathlib import Path

from tests.cli.sessions import answers, piped

LOGS = """\
import numpy as np
import paddle

paddle.enable_static()
x = paddle.static.data("x", [4], "float32")
y = paddle.log(x)
exe = paddle.static.Executor()
for step in range(6):
    exe.run(feed={"x": np.full(4, step != 3, "float32")}, fetch_list=[y])
"""


def test_why_at_the_stop_and_of_an_element(tmp_path: Path):
    done = piped(tmp_path, LOGS, "why\nwhy y[2]\nwhy y[0:2]\nwhy z\nfindings\n", "--no-stop", "-w", "nan")
    stop, here, element, part, unknown, found = [text for _, text in answers(done.stdout)][:6]
    assert "4 Inf among 4 elements, written by log" in stop and "program.py:6 in <module>" in stop
    assert "cause: log of 0: x[0] = 0" in here and "y = paddle.log(x)" in here
    assert "cause: log of 0: x[2] = 0" in element
    assert "why explains only one element" in part and "no variable 'z'" in unknown
    assert "error    nan-watch" in found and "program.py:6" in found


def test_first_when_the_script_is_over(tmp_path: Path):
    done = piped(tmp_path, LOGS, "first\nwhy\nfirst zero\n", "--no-stop")
    _, first, why, refused = [text for _, text in answers(done.stdout)][:4]
    assert "step 4: " in first and "written by log" in first and "program.py:6" in first
    assert "cause: log of 0" in why and "step 4" in why
    assert "first() accepts only the condition 'nan'" in refused


def test_what_is_expected_goes_on(tmp_path: Path):
    done = piped(tmp_path, LOGS, "expect y -inf\nc\nexpect y\nexpect y -nan\n", "--no-stop", "-w", "nan")
    _, said, ended, short, wrong = [text for _, text in answers(done.stdout)][:5]
    assert "-inf in y is expected" in said and "The script has ended" in ended
    assert "expect needs a pattern and a kind" in short and "'-nan' is not a type of NaN or Inf" in wrong


def test_risk_of_a_step_and_of_the_last_one(tmp_path: Path):
    """Step 4 takes the log of 0, and the other steps have no risk."""
    done = piped(tmp_path, LOGS, "risk 4\nrisk 2\nrisk\nrisk 99\n", "--no-stop")
    _, fourth, second, last, unknown = [text for _, text in answers(done.stdout)][:5]
    assert "1. NaN or Inf: " in fourth and "log of 0" in fourth and "fix: keep it above 0" in fourth
    assert "step 2: nothing above 1,000 units of rounding reaches a result" in second
    assert "step 6: " in last and "step 99 is not in the history" in unknown
