"""Tensors and functions of other libraries. The sources of these libraries pass them to opscope."""
