"""Functions with Paddle's signatures, composed of operators, for any kind of tensor."""
