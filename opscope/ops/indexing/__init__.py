"""Lookup and writing of values at positions that integers select."""
