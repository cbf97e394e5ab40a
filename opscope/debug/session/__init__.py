"""A watched run: its session, commands, the driver of its frames, and its events."""
