"""Machine code: LLVM assembly, as text, and its compiler for this CPU.

Without llvmlite, opscope has no machine code.
"""
