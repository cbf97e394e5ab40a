"""Stops in the program's own Python: breakpoints on lines and functions, steps from line to line, exceptions."""
