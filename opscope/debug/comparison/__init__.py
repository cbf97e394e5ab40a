"""Differences between two runs: their programs, their data, and the first value that is not the same.

comparand.py          a side of a comparison, as a journal of runs
alignment.py          which operators of two programs correspond
program_changes.py    what differs between two programs: operators, order, attributes, dtypes
recorded_changes.py   what differs between two records: feeds, seeds, initial values, results of functions
value_difference.py   how two values differ: elements, distance, bits
value_search.py       the first value that differs, and how the difference grows
difference.py         the result, as text, HTML and JSON
"""
