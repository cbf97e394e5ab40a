"""The state of a run, the threads of the run (which take turns), and the listeners of a session."""
