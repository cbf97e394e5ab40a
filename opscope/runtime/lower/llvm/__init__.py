"""LLVM backend, which compiles fusion groups and optimizer updates for this CPU.

Without llvmlite, NumPy computes these groups and updates.
"""
