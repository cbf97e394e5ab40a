"""CUDA backend. Fusion groups are CUDA kernels, and other ops are cupy calls. All are captured as CUDA graphs."""
