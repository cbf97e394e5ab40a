"""Conditions of breakpoints: predicates about one value, and expressions about several values and the run.

Conditions are evaluated without Python's `eval`.
"""
