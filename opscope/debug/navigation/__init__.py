"""Moves through the recorded history: steps, goals, breakpoints, edits and searches, for programs of all kinds."""
