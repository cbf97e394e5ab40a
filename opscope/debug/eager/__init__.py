"""Eager code in a debug session: records its op calls as operators and places, so that users can step back to them."""
