"""Operators that read and write values at integer positions."""
