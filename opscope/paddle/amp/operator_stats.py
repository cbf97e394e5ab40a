"""Count the calls of eager ops by the dtype of their results."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping

from opscope.core.modes import in_dynamic_mode
from opscope.core.source import site
from opscope.core.state import on_reset
from opscope.eager.op_calls import OpCall
from opscope.eager.watch import watch_everywhere, watched
from opscope.errors import ModeError
from opscope.ir.compat.op_types import type_of
from opscope.runtime.flags import set_flags


class _OpCounts:
    """Counter of the calls of eager ops by the dtype of their results: fp16, bf16, fp32, other."""

    def __init__(self) -> None:
        self.found: dict[str, list[int]] = {}

    def before(self, call: OpCall) -> None:
        """Do nothing, because results are counted."""

    def failed(self, call: OpCall, error: Exception) -> None:
        """Do nothing, because there is no result."""

    def after(self, call: OpCall) -> None:
        """Count the call."""
        made = next((o.dtype.name for o in call.outputs if hasattr(o, "dtype")), "")
        place = {"float16": 0, "bfloat16": 1, "float32": 2}.get(made, 3)
        self.found.setdefault(type_of(call.op), [0, 0, 0, 0])[place] += 1


class _Collecting:
    def __init__(self) -> None:
        self.counts = _OpCounts()
        self.stop = watch_everywhere(self.counts)


_collecting: list[_Collecting] = []  # the one that is on, if any


@on_reset
def _reset() -> None:
    while _collecting:
        _collecting.pop().stop()


def _eager_only(what: str) -> None:
    if not in_dynamic_mode():
        raise ModeError(
            f"We only support '{what}()' in dynamic graph mode, please call 'paddle.disable_static()' to enter dynamic "
            "graph mode.", site=site(),
        )  # fmt: skip


def enable_operator_stats_collection() -> None:
    """Count the calls of ops by precision from now on. Raises ModeError in static mode."""
    _eager_only("enable_operator_stats_collection")
    _reset()
    _collecting.append(_Collecting())
    set_flags({"FLAGS_low_precision_op_list": 1})


def disable_operator_stats_collection() -> None:
    """Stop counting, and print the counts if there are any."""
    _eager_only("disable_operator_stats_collection")
    if not _collecting:
        return
    counts = _collecting[0].counts
    _reset()
    set_flags({"FLAGS_low_precision_op_list": 0})
    print(_table(counts.found))  # noqa: T201 (what Paddle does)


def _table(found: Mapping[str, list[int]]) -> str:
    heads = (" FP16 Calls ", " BF16 Calls ", " FP32 Calls", " Other Calls ")
    lines = [f"<{' op list ':-^120}>"]
    lines += [f"<{' Op Name ':-^40} | " + " | ".join(f"{h:-^17}" for h in heads) + ">"]
    lines += [f"  {name:<40}|  " + "|  ".join(f"{n:<17}" for n in found[name]) for name in sorted(found)]
    return "\n".join([*lines, f"<{f' op count: {len(found)} ':-^120}>\n"])


@contextlib.contextmanager
def collect_operator_stats() -> Iterator[None]:
    """Count the calls of ops by precision inside the block, and print them at its end."""
    _eager_only("collect_operator_stats")
    counts = _OpCounts()
    try:
        with watched(counts):
            yield
    finally:
        print(_table(counts.found))  # noqa: T201 (what Paddle does)
