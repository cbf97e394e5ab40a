"""Execution of programs: plan, frame, executor, scope.

The runtime does not depend on the debugger. The debugger uses two interfaces of the runtime: passes, which replace the
plan of a run, and a driver, which executes a run.
"""
