"""Tensors, functions and operators of other libraries. The package for a library reports them."""
