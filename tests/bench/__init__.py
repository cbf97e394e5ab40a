"""Benchmarks: opscope beside its peers, each in a process of its own, taking turns. `make bench`."""
