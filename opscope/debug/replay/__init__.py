"""Time travel: the journal (recorded data) of a run, and cursors that replay the run forward and backward."""
