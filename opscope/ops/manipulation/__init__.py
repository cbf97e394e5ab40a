"""Operators that only move values to another shape or order: reshape, slices, concatenation, padding."""
