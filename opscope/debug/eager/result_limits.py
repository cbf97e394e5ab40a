"""Check of the sizes of results, before a call of a step that was read from a file.

Attributes from a file may ask for results of any size.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from opscope.core.shape import product
from opscope.core.spec import TensorSpec, spec_list, spec_of
from opscope.debug.eager.condensed_step import CallForm, NotCertainError

FEW_BYTES = 1 << 20  # smaller results may differ from those of the recorded step, as where values decide on shapes


def check_results(form: CallForm, given: Sequence[Any], sizes: Sequence[int]) -> None:
    """Raise NotCertainError if a result of a call takes more bytes than in the recorded step."""
    for spec, made in zip(_inferred(form, given), form.made or (), strict=False):
        slot = made[-1] if made and made[0] != "value" else -1
        if spec is None or slot < 0:
            continue
        nbytes = (product(1 if dim is None else dim for dim in spec.shape) or 0) * spec.dtype.itemsize
        if nbytes > max(FEW_BYTES, sizes[slot]):
            raise NotCertainError(
                f"{form.op.name} makes {nbytes}bytes, but made {sizes[slot]} bytes in the recorded step"
            )


def _inferred(form: CallForm, given: Sequence[Any]) -> Sequence[TensorSpec | None]:
    if form.means == "sum":
        return [spec_of(given[0])]
    with contextlib.suppress(Exception):  # the op raises it when it runs
        specs = [None if value is None else spec_of(value) for value in given]
        return spec_list(form.op.infer(*specs, **form.attrs))
    return ()
