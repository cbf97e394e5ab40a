"""Stops in the program's own Python code: at breakpoints on lines and functions, line steps, and exceptions."""
