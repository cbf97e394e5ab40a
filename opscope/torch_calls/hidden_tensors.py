"""PyTorch tensors whose elements NumPy cannot show: the reason, and an expression that can be shown instead."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.core.strict import warn_or_print
from opscope.eager.foreign.hidden_values import HiddenValue, note_hidden
from opscope.errors import OpscopeWarning
from opscope.torch_calls.storages import DTYPES, PLAIN, torch

hidden_classes: set[type[Any]] = set()  # subclasses of Tensor that the program has used


def note_tensor(name: str, tensor: Any) -> None:
    """Store the name of a tensor and the reason, if NumPy cannot show the tensor."""
    if (reason := _reason(tensor, name)) is not None:
        note_hidden(name, reason)


def _reason(tensor: Any, name: str) -> HiddenValue | None:
    kind = type(tensor)
    if kind not in PLAIN:
        return HiddenValue(f"it is a {kind.__name__}", "look at a plain tensor that the program computes from it")
    if tensor.is_nested:
        return HiddenValue("it is a nested tensor", f"look at {name}.to_padded_tensor(0.0) instead")
    if tensor.layout is not torch.strided:
        return HiddenValue(f"its layout is {tensor.layout}", f"look at {name}.to_dense() instead")
    if tensor.is_meta:
        return HiddenValue("it is on the device meta", "a meta tensor has no elements")
    if not tensor.is_cpu:
        return HiddenValue(f"it is on {tensor.device}", f"look at {name}.cpu() instead")
    if tensor.is_quantized:
        return HiddenValue(f"it is quantized ({tensor.dtype})", f"look at {name}.dequantize() instead")
    if tensor.dtype not in DTYPES:
        other = "to(torch.complex64)" if tensor.dtype.is_complex else "float()"
        return HiddenValue(f"NumPy has no {_name(tensor)}", f"look at {name}.{other} instead")
    if tensor.is_conj():
        return HiddenValue("it is a conjugated view", f"look at {name}.resolve_conj() instead")
    if tensor.is_neg():
        return HiddenValue("it is a negated view", f"look at {name}.resolve_neg() instead")
    return None


class UncheckedResults:
    """Warnings about results that opscope cannot check for NaN and Inf. Each reason is reported only once."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def note(self, tensor: Any) -> None:
        """Warn that a result was not checked, unless the same reason was reported before."""
        if tensor.is_meta or not (tensor.is_floating_point() or tensor.is_complex()):
            return
        reason = _reason(tensor, "the value")
        if reason is None or reason.why in self._said:
            return
        self._said.add(reason.why)
        warn_or_print(
            OpscopeWarning(
                f"opscope does not look for NaN and Inf in a result: {reason.why}",
                site=site(), fix="to check the result, compute a value from it that NumPy can show",
            )
        )  # fmt: skip


def _name(tensor: Any) -> str:
    return str(tensor.dtype).removeprefix("torch.")
