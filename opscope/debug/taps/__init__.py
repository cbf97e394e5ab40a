"""Taps: which values are observed, how they are measured, and where the measurements are kept."""
