"""Functions with Paddle's signatures over the operators: compositions, on any kind of tensor."""
