"""Tensors and functions of other libraries, which the sources of these libraries pass to opscope."""
