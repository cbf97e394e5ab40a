"""DenseTensor, the argument type of the user's functions, and its memory."""
