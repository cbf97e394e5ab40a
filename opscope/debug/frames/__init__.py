"""Stack of a run: the user's Python frames, blocks of programs between them, and execution of Python in frames."""
