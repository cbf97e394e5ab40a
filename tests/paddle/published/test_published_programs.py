"""Published programs in small give what Paddle 2.6.2 gives: the numbers in paddle_results.json are its own."""

import json
from pathlib import Path

import numpy as np
import pytest

from opscope import paddle
from tests.paddle.published.published_programs import DYGRAPH, STATIC, results

RESULTS = json.loads((Path(__file__).parent / "paddle_results.json").read_text())


@pytest.mark.parametrize("name", [*STATIC, *DYGRAPH])
def test_numbers_are_those_of_paddle(name):
    got = results(paddle, name)
    assert got.keys() == RESULTS[name].keys()
    for key, wanted in RESULTS[name].items():
        np.testing.assert_allclose(got[key], wanted, rtol=2e-4, atol=2e-6, err_msg=key)
