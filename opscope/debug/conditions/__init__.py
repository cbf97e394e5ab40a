"""Conditions of breakpoints: predicates on one value, and expressions over several values and facts about the run.

Conditions are evaluated without Python's `eval`.
"""
