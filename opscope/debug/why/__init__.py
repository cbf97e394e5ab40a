"""Cause of a value, such as NaN or zero: the chain of operators and steps from the value back to its origin."""
