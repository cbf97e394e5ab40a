"""Lowering, which converts a plan and the shapes of a run to calls on arrays that are already allocated."""
