"""Element by element: arithmetic, functions of one and of two tensors, comparisons."""
