"""Time travel: the journal of a run, and cursors that replay it forward and backward."""
