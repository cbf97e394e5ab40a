"""Dygraph mode. Each op on Tensors runs at once, and the tape records the op for backward."""
