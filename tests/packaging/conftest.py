"""Builds and installs wheels in other processes, none of which runs the code that coverage is about."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def without_coverage() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)  # what makes coverage start in each process of Python
        yield
