"""Conditions of breakpoints: predicates about one value, and expressions over values and the run.

Conditions do not use `eval`.
"""
