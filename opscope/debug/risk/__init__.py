"""Numerical risk of a recorded step.

The calls of the step are repeated in float64, and with slightly changed inputs.
"""
