"""Stepping through the history: commands, goals, breakpoints, edits and searches, over any kind of program."""
