"""Paddle's interface to programs: operator types, slots, descriptors, and its methods of Program, Block and so on."""
