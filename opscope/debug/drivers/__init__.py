"""Drivers of runs: recorded ones, which stop and are stepped, and those that are only watched."""
