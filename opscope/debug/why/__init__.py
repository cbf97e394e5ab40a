"""Cause of a value, such as NaN or zero: the chain of operators and steps back to its origin."""
