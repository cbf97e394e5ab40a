"""Paddle's names: which there are, where they live, and which of them a script uses."""
