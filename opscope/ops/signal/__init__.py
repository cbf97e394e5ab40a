"""Signals: Fourier transforms and frames."""
