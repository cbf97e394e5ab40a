"""Operators for sorted and distinct values, histograms and searches."""
