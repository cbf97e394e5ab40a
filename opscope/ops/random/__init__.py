"""Operators that draw random values."""
