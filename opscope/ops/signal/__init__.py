"""Operators for signals: Fourier transforms and frames."""
