"""Machine: chains and updates as code for this processor, where llvmlite is installed; else NumPy does them."""
