"""Lowering for a GPU: chains as CUDA kernels, the rest as cupy's calls, all of it captured as CUDA graphs."""
