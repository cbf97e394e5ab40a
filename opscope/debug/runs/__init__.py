"""Runs as users hold them: the methods of a run, recordings, the runs that this process has started."""
