"""Eager code in a debug session: the calls of ops are recorded, so that users can go back."""
