"""Optimizers of eager code: their steps, the scale of their loss, and the living optimizers."""
