"""Lowering: a plan and the shapes of one run become calls on preallocated arrays."""
