"""Labels looked at before they are used, with what can be made beforehand made at the emission."""

from __future__ import annotations

from opscope.core.annotations import Array
from opscope.ops.indexing import index_checks
from opscope.runtime.lower.emitter import Emitter


def check_labels(e: Emitter, label: Array, classes: int, ignore_index: int) -> None:
    """Have every run raise RangeError for a label that is no class."""
    e.call(index_checks.label_check(label, e.temp(label.shape, bool), classes, ignore_index))
