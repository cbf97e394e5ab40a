"""Paddle's interface to programs: types of operators, slots, descriptors, and the methods of Program and Block."""
