"""CUDA backend. Groups of fused ops become CUDA kernels, and other ops become cupy calls, all in CUDA graphs."""
