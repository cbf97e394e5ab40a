"""Gradients of programs: the reverse walk, what it keeps and what it computes again."""
