"""Stepping through the history: moves, goals, breakpoints, edits and searches, for all kinds of programs."""
