"""Numerical risk of a recorded step: its calls are repeated in float64, and on inputs that are changed by an ulp."""
