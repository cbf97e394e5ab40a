"""Benchmarks: opscope beside its peers, each in a process of its own, taking turns. `make bench`.

works/       what is done: one file a family, each with the text of every peer and the numbers all start from
peers/       one file a peer: a work becomes a function that does one step
peer.py      the process of one peer
harness.py   processes, turns, medians
goals.py     what the figures should be
report.py    tests/bench/RESULTS.md
"""
