"""Attributes of PyTorch calls that are not plain data, and a test for the calls that a recording may make."""

from __future__ import annotations

from typing import Any

from opscope.errors import RunError
from opscope.ops.registry import Attrs
from opscope.torch_calls.storages import torch

_KINDS = (torch.dtype, torch.layout, torch.memory_format)
_NAMED = {name: made for name, made in vars(torch).items() if isinstance(made, _KINDS)}
_OF_PROCESS = ("Storage", "Stream", "Generator")  # types of arguments that are no data


def decoded(name: str, value: Any) -> Any:
    """Return the PyTorch object (dtype, memory format or layout) that an attribute names. Return others unchanged."""
    if not isinstance(value, str) or not ("dtype" in name or name in ("memory_format", "layout")):
        return value
    if value not in _NAMED:
        raise RunError(f"{value[:80]!r} is not a PyTorch {name}")
    return _NAMED[value]


def is_safe(schema: Any, attrs: Attrs) -> bool:
    """Return True for a call that only computes with its tensors, and has no other effects."""
    if attrs.get("unsafe") or str(attrs.get("device") or "cpu") != "cpu" or attrs.get("pin_memory"):
        return False  # some kernels skip the check of their indices
    kinds = [str(argument.type) for argument in schema.arguments]
    if kinds[:1] == ["str"] or any(kind.endswith(_OF_PROCESS) for kind in kinds):
        return False  # the name of a file; a text to print
    is_writing = any(a.alias_info is not None and a.alias_info.is_write for a in schema.arguments)
    return all("Tensor" in str(made.type) for made in schema.returns) and (bool(schema.returns) or is_writing)
