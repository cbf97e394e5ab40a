"""Public parameters say what they are: `Any` is for values that really may be anything."""

import pytest

from tests.annotations import PARTS, measured


@pytest.mark.parametrize("part", PARTS)
def test_few_public_parameters_are_any(part):
    count, found = measured(part)
    assert len(found) <= 0.1 * count, "\n".join(found)
