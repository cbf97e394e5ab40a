"""Benches measure time, in processes of their own: coverage would be most of it."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def without_coverage() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)  # what makes coverage start in each process of Python
        yield
