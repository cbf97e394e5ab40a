"""Number formats that NumPy does not have: the meaning of their bits, and arrays of such numbers."""
