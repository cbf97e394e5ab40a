"""Optimizer steps as operators."""
