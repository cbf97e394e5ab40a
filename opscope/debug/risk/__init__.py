"""Numerical risk of a recorded step: its calls are repeated in float64, and with slightly changed inputs."""
