"""Stepping through the history: moves, goals, breakpoints, edits and searches, for programs of all kinds."""
