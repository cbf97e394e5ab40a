"""Execution of programs: plan, frame, executor, scope.

The runtime does not depend on debugging; debuggers use two interfaces of the runtime.
"""
