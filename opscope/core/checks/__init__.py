"""Checks of what users give: numbers, arguments, options, gradients, elements."""
