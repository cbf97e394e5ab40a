"""Small functions of paddle itself: batches of a reader, and switches that have no effect in opscope."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Self

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.paddle.base.checks import check_shape


def batch(reader: Callable[[], Any], batch_size: int, drop_last: bool = False) -> Callable[[], Iterator[list[Any]]]:
    """Return a reader of lists with batch_size samples of another reader.

    The last list may be shorter, unless drop_last is True.

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
    """Do nothing. In Paddle, this call removes Paddle's signal handlers, which opscope does not install."""


class LazyGuard(Described):
    """Layers may be made inside the block. Their parameters are filled at once, so `initialize()` has nothing to do.

    Paddle allocates the memory only in `initialize()`. The values are the same.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None


__all__ = ["LazyGuard", "batch", "check_shape", "disable_signal_handler"]
