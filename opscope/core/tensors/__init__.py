"""DenseTensor, which functions of py_func receive as arguments, and its memory."""
