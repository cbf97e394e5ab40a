"""paddle.tensor.array: arrays of tensors (lists that a loop writes to)."""

from opscope.ir.control_flow.tensor_array import array_length, array_read, array_write, create_array

__all__ = ["array_length", "array_read", "array_write", "create_array"]
