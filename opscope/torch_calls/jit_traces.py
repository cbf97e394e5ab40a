"""Switch that closes opscope's dispatch modes while torch.jit traces a function, checks the trace, or prints a graph.

Under any dispatch mode, PyTorch fails to trace some operators, such as a convolution, and to print some graphs.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from opscope.torch_calls.storages import torch
from opscope.torch_calls.wrapped_methods import wrap_while_open

_dispatch: Any = importlib.import_module("torch.utils._python_dispatch")
_FUNCTIONS: tuple[tuple[Any, str], ...] = (
    (torch._C.ScriptModule, "_create_method_from_trace"),
    (torch._C.ScriptModule, "_create_method_from_trace_with_dict"),
    (torch._C, "_create_function_from_trace"),
    (torch._C, "_create_function_from_trace_with_dict"),
    (torch._C, "_create_graph_by_tracing"),
    (importlib.import_module("torch.jit._trace"), "_check_trace"),
    (torch._C.Graph, "__str__"),
)
_open: dict[str, list[object]] = {name: [] for _, name in _FUNCTIONS}


def trace_outside(kind: type[Any]) -> Callable[[], None]:
    """Close the modes of the class `kind` during each trace, until the returned function is called.

    A mode below a mode of the program stays open.
    """
    blocks = ExitStack()
    for owner, name in _FUNCTIONS:
        if hasattr(owner, name):
            wrap = functools.partial(_outside, kind)
            blocks.callback(wrap_while_open(owner, name, wrap, _open[name], object()))
    return blocks.close


def _outside(kind: type[Any], plain: Any) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        with ExitStack() as closed:
            while isinstance(mode := _dispatch._get_current_dispatch_mode(), kind):
                mode.begin_unseen()
                mode.__exit__(None, None, None)
                closed.callback(_reopen, mode)
            return plain(*args, **kwargs)

    return functools.wraps(plain)(call)


def _reopen(mode: Any) -> None:
    mode.__enter__()
    mode.end_unseen()
