"""Eager code in a debug session: its op calls are recorded as operators and places, so that users can go back."""
