"""Stops in the user's Python code: at breakpoints on lines and functions, at goals of line steps, and at exceptions."""
