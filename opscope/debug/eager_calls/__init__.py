"""Eager calls of a running program: they are logged or reported one by one, and recorded by step.

Eager calls may stop the run.
"""
