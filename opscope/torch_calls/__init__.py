"""Calls of PyTorch as eager calls of a run: the only package that touches torch, which it never imports by itself."""

from opscope.eager.call_sources import add_call_source
from opscope.torch_calls.seen_calls import torch_calls_seen

add_call_source(torch_calls_seen)
