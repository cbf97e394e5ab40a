"""LLVM backend: fusion groups and optimizer updates compiled for this CPU.

Without llvmlite, NumPy runs these kernels.
"""
