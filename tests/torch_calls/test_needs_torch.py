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
