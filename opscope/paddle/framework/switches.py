"""Small functions of paddle itself: batches of a reader, and switches without an effect here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Self

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.paddle.base.checks import check_shape


def batch(reader: Callable[[], Any], batch_size: int, drop_last: bool = False) -> Callable[[], Iterator[list[Any]]]:
    """A reader of lists of batch_size members of another reader; a last shorter one too, unless drop_last.

    Raises ArgumentError for a batch size that is not positive.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/batch_en.html
    """
    if int(batch_size) <= 0:
        raise ArgumentError(
            f"batch_size should be a positive integer value, but got batch_size={batch_size}", site=site()
        )

    def batched() -> Iterator[list[Any]]:
        members: list[Any] = []
        for member in reader():
            members.append(member)
            if len(members) == int(batch_size):
                yield members
                members = []
        if members and not drop_last:
            yield members

    return batched


def disable_signal_handler() -> None:
    """Nothing: Paddle's handlers of signals, which this takes away there, are not installed here."""


class LazyGuard(Described):
    """Layers may be made inside; their parameters are filled at once, so `initialize()` finds nothing left to do.

    Paddle waits with the memory until then. The values are the same.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None


__all__ = ["LazyGuard", "batch", "check_shape", "disable_signal_handler"]
