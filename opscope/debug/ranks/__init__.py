"""Recordings of the ranks (processes) of one job, and the comparison of the ranks with each other.

manifest.py: the folder of a job, which contains a recording for each rank and the manifest
step_values.py: the values of one rank in a step, with their digests and statistics
shared_values.py: the first value that should be equal on all ranks, but differs
outlying_values.py: values that may differ between ranks, but have unusual statistics on one rank
given_data.py: the data and the random numbers that the ranks received
rank_difference.py: the result of the comparison, as text and JSON
diff_ranks.py: the function that compares the ranks
"""
