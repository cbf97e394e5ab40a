"""Watched numbers of this rank. The launcher's table shows the range of each number over the ranks."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import UsageError
from opscope.ranks.job_state import STATE
from opscope.ranks.watched_row import Number


def watch(name: str, value: Any) -> None:
    """Show a number of this rank in the table of `opscope launch --table`.

    Without this table, the call has no visible effect.

    value: a number, or a Tensor or array with one element. Beats send the number to the launcher, ten times a second.
    The call does not wait for other ranks.

    Raises:
        UsageError: `value` is not a number.
    """
    try:
        number = float(value)
    except (TypeError, ValueError) as e:
        raise UsageError(
            f"watch({name!r}): {e}", site=site(), fix="pass a number, or a tensor of one element"
        ) from None
    STATE.row.set(Number(str(name)), number)
