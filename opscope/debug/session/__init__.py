"""A watched run: its thread, its commands, the driver of its frames, and what it answers."""
