"""Calls of PyTorch as eager calls of a run: the only package that touches torch, which it never imports by itself."""
