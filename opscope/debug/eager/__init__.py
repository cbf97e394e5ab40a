"""Eager code in a debug session: opscope records the calls of ops, so that the user can go back to past steps."""
