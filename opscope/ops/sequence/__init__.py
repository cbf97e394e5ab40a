"""Operators for sequences of different lengths."""
