"""Names of values in the user's code. Assignments give such names to the results of ops.

opscope searches for these names only when they are needed.
"""
