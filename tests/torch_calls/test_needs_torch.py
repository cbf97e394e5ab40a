"""Whether the tests of this folder can run, and the project without torch."""

import subprocess
import sys

import pytest

from tests.torch_calls.conftest import HAS_TORCH

PROGRAM = """
import sys
import opscope
from opscope import debug, paddle
def body():
    x = paddle.ones([2]) * 2
    return "torch" in sys.modules
run = debug.start(body)
assert run.wait(60) is False, run.result
print(sorted({o.op.name for s in run.session.driver.journal.segments for r in s.records for o in r.operators()}))
assert not any(type(f).__module__.startswith("opscope.torch") for f in sys.meta_path)
"""


def test_a_program_without_torch_does_not_import_it():
    made = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert "scale" in made.stdout


@pytest.mark.skipif(not HAS_TORCH, reason="torch is not installed (pip install torch): test_torch_*.py are left out")
def test_torch_is_there():
    import torch

    assert torch.__version__


OLD = """
import sys
import opscope
from opscope import debug
def body():
    import torch
    return torch.ones(2)
run = debug.start(body)
assert run.wait(60) == 2, run.result
assert debug.start(body).wait(60) == 2
assert not debug.check(body)
"""


def test_an_older_version_is_refused_in_one_sentence(tmp_path):
    """PyTorch 2.4 lacks functions that the source of its calls is made of: its import raised there."""
    (tmp_path / "torch.py").write_text("__version__ = '2.4.1+cpu'\ndef ones(n):\n    return n\n")
    made = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{OLD}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert made.stderr.count("PyTorch 2.4.1+cpu is older than 2.6: opscope does not see its calls") == 1
    assert 'pip install "torch>=2.6"' in made.stderr
