"""Differences between two runs: their programs, their data, and the first value that is not the same.

comparand.py: one side of a comparison, as a journal of runs
alignment.py: pairs of corresponding operators in two programs
program_changes.py: differences between two programs: operators, order, attributes, dtypes
recorded_changes.py: differences between two records: feeds, seeds, initial values, results of functions
value_difference.py: differences between two values: elements, distance, bits
value_search.py: the search for the first differing value, and the growth of the difference
difference.py: the result of a comparison, as text, HTML and JSON
"""
