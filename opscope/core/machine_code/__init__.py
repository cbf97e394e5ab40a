"""Machine code: LLVM assembly, as text, and its compiler for this CPU. Without llvmlite there is none."""
