"""Conditions of breakpoints: predicates about one value, and expressions over values and the run.

Conditions are evaluated without Python's `eval`.
"""
