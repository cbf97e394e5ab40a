"""Paddle's words for programs: operator types, slots, descriptors and the private names that programs use."""
