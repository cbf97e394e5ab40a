"""Elementwise operators: arithmetic, functions of one and two tensors, comparisons."""
