"""Dygraph mode: Tensors, whose ops run at once, and the tape that records them for backward."""
