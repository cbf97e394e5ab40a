"""Parts of a run that is watched: its session, its commands, the driver of its frames, and its events."""
