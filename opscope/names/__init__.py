"""Names of values in the user's code: the names that assignments give to results of ops.

Names are searched only on request.
"""
