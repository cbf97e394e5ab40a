"""Layers of sparse tensors: activations, convolution, normalization, pooling."""
