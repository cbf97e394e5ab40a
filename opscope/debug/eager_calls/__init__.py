"""Eager calls of a running program: opscope logs the calls of ops, or examines the calls one by one.

opscope records the calls of each step. A run can stop at each of these calls.
"""
