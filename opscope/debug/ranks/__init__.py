"""Recordings of the ranks of one job, and comparison of the ranks with each other.

manifest.py           the folder of a job: a recording for each rank, and the manifest beside them
step_values.py        the values of a step of one rank: which of them all ranks share, their digests and statistics
shared_values.py      the first value that should be equal on all ranks, and is not
outlying_values.py    values that may differ, whose statistics stand out on a rank
given_data.py         the data and random numbers that ranks were given
rank_difference.py    the result, as text and JSON
diff_ranks.py         the comparison
"""
