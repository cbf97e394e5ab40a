"""Parts of a watched run: the session, the commands, the driver of the frames, and the events of the run."""
