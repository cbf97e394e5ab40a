"""Dygraph: Tensors that compute at once and a tape that remembers how."""
