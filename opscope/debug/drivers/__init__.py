"""Drivers of runs: recorded runs, which stop at places, and runs that are only watched."""
