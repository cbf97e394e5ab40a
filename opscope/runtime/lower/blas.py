"""BLAS: how many threads matrix products have. Some large ones are better shared inside BLAS, many small ones outside.

Where images or heads are shared among our threads, each product must keep to its own.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from opscope.runtime.lower import threads

Call = Callable[[], Any]


@functools.cache
def _controls() -> list[Any]:
    """The controls of the BLAS that NumPy uses; none where it has none, as Accelerate."""
    import numpy as np

    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:  # the core runs with NumPy alone; its products then keep their threads
        return []
    found = [c for c in ThreadpoolController().lib_controllers if c.user_api == "blas"]
    home = np.__file__.rsplit("/", 2)[0]
    return [c for c in found if c.filepath.startswith(home)] or found


def width() -> int:
    """Among how many threads of ours matrix products can be shared."""
    return threads.width() if threads.width() > 1 and _controls() else 1


def beside(lists: list[list[Call]]) -> Call:
    """One call that makes these lists of calls at the same time; products inside have one thread each."""
    return functools.partial(_alone, threads.parallel(lists))


def _alone(call: Call) -> None:
    controls = _controls()
    before = [c.num_threads for c in controls]
    for control in controls:
        control.set_num_threads(1)
    try:
        call()
    finally:
        for control, count in zip(controls, before, strict=True):
            control.set_num_threads(count)
