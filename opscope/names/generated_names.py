"""Names that opscope generates, such as `tanh_0.tmp_0`, in contrast to names that users give."""

from __future__ import annotations

import re

from opscope.ir.program.program import GRAD

# names of results that end with a number, as a pattern
UNNUMBERED = (
    r"(?:while|cond|array_read|array_length|tensor_array_to_tensor|rnn_input|rnn_output|auc|ctr_metric_bundle)"
    r"\.(?:tmp|steps)_\d+"
)
_GENERATED = re.compile(r".*_\d+$")
_OF_FUNCTION = re.compile(UNNUMBERED)


def is_generated(name: str) -> bool:
    """Return True if opscope has generated the name of a variable, so that the user's code does not contain the name.

    >>> is_generated("tanh_0.tmp_0"), is_generated("while.tmp_1@GRAD"), is_generated("x"), is_generated("h.tmp_0")
    (True, True, False, False)
    """
    base = name.partition(GRAD)[0]
    return _GENERATED.match(base.partition(".")[0]) is not None or _OF_FUNCTION.fullmatch(base) is not None
