"""State of a run, threads of the run (which take turns), and listeners of a session."""
