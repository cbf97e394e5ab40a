"""Handles of runs: the methods of a run, recordings, and the runs that this process has started."""
