"""Handles of runs: methods of a run, recordings, and the runs that this process has started."""
