"""Parts of a watched run: its session, its commands, the driver of its frames, and its events."""
