"""What is done again and again leaves nothing behind: a few times here, as often as you like by `make soak`."""

import pytest

from opscope import paddle
from opscope.runtime.lower.llvm import kernel_cache
from tests.soak.census import growing
from tests.soak.soak import soak
from tests.soak.workloads import WORKLOADS

TURNS = 8  # calls of each function


@pytest.mark.unmeasured
@pytest.mark.filterwarnings("ignore::opscope.errors.OpscopeWarning")
@pytest.mark.parametrize("name", WORKLOADS)
def test_nothing_stays_of_what_is_done_again(name, monkeypatch):
    if name == "cells":
        pytest.importorskip("IPython")
        pytest.importorskip("anywidget")
    monkeypatch.setattr(kernel_cache, "MAX_KEPT", 1)
    paddle.enable_static()
    with WORKLOADS[name][0]() as deeds:
        censuses = [census for _, census in soak(deeds, TURNS * len(deeds), TURNS)]
    assert len(censuses) == TURNS and not growing(censuses)
