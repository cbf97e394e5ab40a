"""Drivers of runs: of recorded runs, which stop at places, and of runs that are only watched."""
