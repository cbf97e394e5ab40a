"""Neural networks: activations, losses, normalization, convolution, pooling."""
