"""Operators that only change the shape or order of values: reshape, slices, concatenation, padding."""
