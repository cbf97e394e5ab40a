"""Drivers of runs: the objects that execute the frames of recorded runs and of watched, unrecorded runs."""
