"""Eager code as a session sees it: its ops as operators, its calls as places that can be gone back to."""
