"""Taps: selection of values, their measurement, and storage of the measurements."""
