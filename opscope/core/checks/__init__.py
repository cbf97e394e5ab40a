"""Checks of users' input: numbers, arguments, options, gradients, elements."""
