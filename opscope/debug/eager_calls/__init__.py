"""Eager calls of a running program: the calls are logged or reported one by one, and are recorded by step.

The run can stop at eager calls.
"""
