"""Starting processes from a program: the first one is here; `python -m opscope launch` starts several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.paddle.distributed.communication import Task
from opscope.paddle.distributed.groups import alone
from opscope.ranks.launched_processes import in_one_process


@in_one_process
def spawn(
    func: Callable[..., Any],
    args: tuple[Any, ...] = (),
    nprocs: int = -1,
    join: bool = True,
    daemon: bool = False,
    **options: Any,
) -> Task:
    """Call func(*args) as the process 0 of 1, here. Raises UnsupportedError for more processes."""
    if nprocs not in (-1, 1):
        alone(f"spawn of {nprocs} processes")
    func(*args)
    return Task()


def launch() -> NoReturn:
    """Refused: `python -m opscope launch` starts several processes."""
    raise UnsupportedError(
        "distributed.launch starts no processes", site=site(), fix="python -m opscope launch -n 2 your_program.py"
    )
