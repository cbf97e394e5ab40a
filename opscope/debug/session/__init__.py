"""Session of a run: objects that run the program, execute the commands of the user, and emit the events of the run."""
