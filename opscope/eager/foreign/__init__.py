"""Tensors, functions and operators of other libraries. A package such as `opscope.torch_calls` reports them."""
