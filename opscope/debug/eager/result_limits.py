"""Check of the sizes of a call's results before the call runs, for the calls of a step that was read from a file.

Attributes from a file could request results of any size.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from opscope.core.shape import product
from opscope.core.spec import TensorSpec, spec_list, spec_of
from opscope.debug.eager.condensed_step import CallForm, NotCertainError
from opscope.ops.registry import Attrs

FEW_BYTES = 1 << 20  # smaller results may differ from those of the recorded step, as where values decide on shapes


def check_results(form: CallForm, given: Sequence[Any], sizes: Sequence[int]) -> None:
    """Raise NotCertainError if a result of a call takes more bytes than in the recorded step."""
    for spec, made in zip(_inferred(form, given), form.made or (), strict=False):
        if spec is not None:
            nbytes = (product(1 if dim is None else dim for dim in spec.shape) or 0) * spec.dtype.itemsize
            _check(form, made, nbytes, sizes)


def check_repeated(
    form: CallForm, given: Sequence[Any], former: Sequence[Any], attrs: Attrs, sizes: Sequence[int]
) -> None:
    """Raise NotCertainError if a result of a call to another library takes more bytes than in the recorded step."""
    found = None if form.repeat is None else form.repeat.result_bytes(given, former, attrs)
    if found is None:
        raise NotCertainError(f"the sizes of the results of {form.op.name} are not known before the operator runs")
    for nbytes, made in zip(found, form.made or (), strict=False):
        _check(form, made, nbytes, sizes)


def _check(form: CallForm, made: tuple[Any, ...], nbytes: int, sizes: Sequence[int]) -> None:
    slot = made[-1] if made and made[0] != "value" else -1
    if nbytes > max(FEW_BYTES, sizes[slot] if slot >= 0 else 0):
        was = f"this result had {sizes[slot]} bytes" if slot >= 0 else "there was no such result"
        raise NotCertainError(f"a result of {form.op.name} has {nbytes} bytes, but in the recorded step {was}")


def _inferred(form: CallForm, given: Sequence[Any]) -> Sequence[TensorSpec | None]:
    if form.means == "sum":
        return [spec_of(given[0])]
    with contextlib.suppress(Exception):  # the op raises it when it runs
        specs = [None if value is None else spec_of(value) for value in given]
        return spec_list(form.op.infer(*specs, **form.attrs))
    return ()
