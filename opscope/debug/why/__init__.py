"""Cause of a value, such as NaN or zero: the chain back over operators and steps to its first cause."""
