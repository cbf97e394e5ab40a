"""Sorted and distinct values, and where values fall."""
