"""Eager calls of a running program: opscope logs the calls of ops, or examines the calls one by one.

opscope records the calls of each step. The run can stop at a call.
"""
