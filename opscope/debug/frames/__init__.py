"""The stack of a run: the user's Python frames, the blocks of programs between them, and Python that is run in them."""
