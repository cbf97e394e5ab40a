"""Gradients of programs: append_backward, the reverse walk, recompute, and why a gradient is missing."""
