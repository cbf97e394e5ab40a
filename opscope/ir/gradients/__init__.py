"""Gradients of programs: append_backward, the reverse walk, recomputation, and the reasons for missing gradients."""
