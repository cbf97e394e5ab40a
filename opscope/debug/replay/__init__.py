"""Time travel: the journal of a run, and cursors that replay the run forward and backward."""
