"""Memory that arrays free is kept: later arrays lie on pages that the process has."""

import platform

import pytest

from tests import fresh

FAULTS = """
import resource
import numpy as np
{before}

def step():
    for array in [np.empty(1 << 20, "uint8") for _ in range(8)]:
        array[::4096] = 1

for _ in range(3):
    step()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(10):
    step()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="of glibc's heap")
def test_steps_write_to_pages_that_the_process_has():
    without, kept = (int(fresh.python("-c", FAULTS.format(before=b)).stdout) for b in ("", "import opscope.ops"))
    assert without > 10_000 and kept < 500  # of 20,480 pages that are written to
