"""Formats of numbers that NumPy lacks: what their bits mean, and arrays of them."""
