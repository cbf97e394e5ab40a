"""Machine code: LLVM assembly, as text, and its compiler for this CPU.

If llvmlite is not installed, opscope compiles no machine code.
"""
