"""Stops in the program's own Python code: breakpoints on lines and functions, line steps, exceptions."""
