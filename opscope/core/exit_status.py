"""Exit statuses of a process."""

INTERRUPTED = 130  # of whatever Ctrl-C has ended
