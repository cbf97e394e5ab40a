"""Checks of user input: numbers, arguments, options, gradients, and elements of arrays."""
