"""CUDA backend: fusion groups as CUDA kernels, other ops as cupy calls, all captured as CUDA graphs."""
