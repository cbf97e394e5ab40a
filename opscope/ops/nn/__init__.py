"""Operators of neural networks: activations, losses, normalization, convolution, pooling."""
