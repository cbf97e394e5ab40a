"""State of a run, its threads (which take turns), and the listeners of both."""
