"""Time travel: the journal of a run, and the interpreter that replays it forwards and backwards."""
