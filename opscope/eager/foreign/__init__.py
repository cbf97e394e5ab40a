"""Tensors and functions of other libraries, which their sources hand over."""
