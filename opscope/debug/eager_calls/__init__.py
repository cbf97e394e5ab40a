"""Eager calls of a running program: they are logged or reported one by one, recorded by step, and may stop the run."""
