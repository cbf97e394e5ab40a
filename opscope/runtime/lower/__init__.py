"""Lowering: from a plan and the shapes of one run to calls on arrays that are already allocated."""
