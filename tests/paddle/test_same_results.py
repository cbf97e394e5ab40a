"""Programs with fixed initial values give what Paddle 2.6.2 gives: the numbers in results.json are its own.

Where OPSCOPE_PADDLE names the Python of an environment with Paddle 2.6.2, they are measured again.
"""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.fresh import python

HERE = Path(__file__).parent
RESULTS = json.loads((HERE / "results.json").read_text())
RUN = "import json, runpy, sys; print(json.dumps(runpy.run_path(sys.argv[1])['results']))"
ROUGH = {"mixed_precision": 2e-3}  # on its CPU Paddle stays in float32 there
every_program = pytest.mark.parametrize("name", RESULTS)


def same(got, want, rtol):
    assert type(got) is type(want)
    if isinstance(want, dict):
        assert got.keys() == want.keys()
        for key in want:
            same(got[key], want[key], rtol)
    elif isinstance(want, list) and want and isinstance(want[0], list):
        for a, b in zip(got, want, strict=True):
            same(a, b, rtol)
    else:
        np.testing.assert_allclose(got, want, rtol=rtol, atol=1e-6)


def printed(done):
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.strip().splitlines()[-1])


@every_program
def test_of_opscope(name):
    program = str(HERE / "programs" / f"{name}.py")
    done = python("-c", f"import opscope; opscope.as_paddle(); {RUN}", program)
    same(printed(done), RESULTS[name], ROUGH.get(name, 2e-4))


@every_program
@pytest.mark.skipif(
    "OPSCOPE_PADDLE" not in os.environ, reason="OPSCOPE_PADDLE does not name an environment with Paddle"
)
def test_of_paddle_itself(name, tmp_path):
    program = str(HERE / "programs" / f"{name}.py")
    command = [os.environ["OPSCOPE_PADDLE"], "-W", "ignore", "-c", RUN, program]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    same(printed(done), RESULTS[name], 1e-4)
