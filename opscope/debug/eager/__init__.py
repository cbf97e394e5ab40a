"""Eager code in a debug session: records its op calls as operators and places, so a user can step back to them."""
