"""Taps: observed values, their measurement, and storage of the measurements."""
