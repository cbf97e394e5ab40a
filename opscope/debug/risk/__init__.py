"""Numerical risk of a recorded step: the calls of the step are repeated in float64, and on inputs changed by an ulp."""
