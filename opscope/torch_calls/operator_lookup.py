"""Search for the operators of PyTorch that a recording names.

A recording may be forged. Therefore, the search finds only operators that compute with tensors and do nothing else.
"""

from __future__ import annotations

import importlib
import re
from typing import Any

from opscope.eager.foreign.recorded_operators import FoundOperator
from opscope.errors import RunError
from opscope.ops.repeats import OperatorReference

_NAME = re.compile(r"aten::(\w{1,100})\.(\w{1,100})")
MAX_THREADS = 256  # that a recording may ask for


def find_operator(reference: OperatorReference) -> FoundOperator:
    """Import torch, and return the operator of a reference. Raises RunError if a recording may not call it."""
    aten_ops: Any = importlib.import_module("opscope.torch_calls.aten_ops")  # imports torch
    repeated_calls: Any = importlib.import_module("opscope.torch_calls.repeated_calls")
    op = None if (overload := _overload(reference.operator)) is None else aten_ops.aten_op(overload)
    lengths = reference.lengths
    if op is None or not op.may_repeat or (lengths and len(lengths) != len(op.tensor_arguments)):
        raise RunError(
            f"the PyTorch that is installed here has no operator {reference.operator[:200]} that a recording may call",
            fix="open the recording with the version of PyTorch that made it",
        )
    threads = max(min(reference.threads, MAX_THREADS), 1)
    repeat = repeated_calls.repeated_call(op, lengths, threads)

    def kernel(xp: Any, *inputs: Any, **attrs: Any) -> Any:
        with repeated_calls.threads_set(threads):
            return op.op.kernel(xp, *inputs, **attrs)

    return FoundOperator(repeat, kernel)


def _overload(name: str) -> Any:
    """Return an operator of PyTorch's dispatcher. Return None if there is no operator with this name."""
    torch: Any = importlib.import_module("torch")
    kinds: Any = importlib.import_module("torch._ops")
    match = _NAME.fullmatch(name)
    if match is None or not torch._C._dispatch_has_kernel(name.removesuffix(".default")):
        return None
    packet: Any = getattr(torch.ops.aten, match[1], None)
    if not isinstance(packet, kinds.OpOverloadPacket) or match[2] not in packet.overloads():
        return None
    return getattr(packet, match[2])
