"""Runs: the handle of a run with its methods, recordings, and the list of runs that this process has started."""
