"""Eager calls of a running program: they are logged or reported one by one, and recorded by step.

They may stop the run.
"""
