"""Readers of untrusted data on changed inputs: a few of each here, as many as you like by `make fuzz`."""

import pytest

from tests.fuzz.fuzz import fuzz
from tests.fuzz.readers import READERS

INPUTS = {
    "pdmodel": 40, "onnx": 150, "recording": 60, "eager-recording": 30, "inference-model": 100,
    "program": 150, "panel": 1000, "debug-adapter": 500,
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_changed_inputs_are_read_or_refused_within_their_memory(name):
    inputs = INPUTS.get(name, 2000)
    report = fuzz(name, inputs)
    assert report.inputs == inputs and report.read, report
