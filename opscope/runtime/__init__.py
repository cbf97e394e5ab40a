"""Execution of programs: plan, frame, executor, scope.

The runtime does not depend on debuggers. Debuggers use two interfaces of the runtime.
"""
