"""The state of a run, its threads, which take turns, and what hears of both."""
