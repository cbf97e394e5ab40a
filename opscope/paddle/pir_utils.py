"""paddle.pir_utils: the choice between Paddle's two static representations.

In opscope, programs have the representation of Paddle 2.6.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import UnsupportedError


class IrGuard(Described):
    """`with IrGuard():` requests Paddle's new representation. Entering raises UnsupportedError."""

    def __enter__(self) -> None:
        raise UnsupportedError(
            "IrGuard is not supported, because opscope does not have the new IR (PIR) of Paddle 3", site=site(),
            fix="leave the guard out, or use OldIrGuard",
        )  # fmt: skip

    def __exit__(self, *error: object) -> None: ...


OldIrGuard = nullcontext  # what it asks for is the case


def _once(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator of tests that Paddle runs in both representations. It returns the test unchanged."""
    return func


test_with_pir_api = test_with_old_ir_only = _once
