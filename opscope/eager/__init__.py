"""Dygraph mode. The ops of Tensors run at once, and the tape records them for backward."""
