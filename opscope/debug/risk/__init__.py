"""Numerical risk of a recorded step, without a reference: calls again in float64, and on inputs moved by an ulp."""
