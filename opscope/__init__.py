"""opscope: a debugger for tensor programs.

It shows values, steps forwards and backwards, and finds causes of wrong values.

    import opscope                  # debug, live, attach, check, profile, report, open, viz, sinks, dap
    from opscope import paddle      # Paddle's names: programs written for Paddle run unchanged

Each name is loaded when it is first used. Paddle's names also exist in this package, for programs that use
`import opscope as paddle`. `dir(opscope)` lists only opscope's own names.
"""

# The names are in __all__ and nowhere else: an import, even one for types, would tie cli to notebook.
# pyright: reportUnsupportedDunderAll=false
from __future__ import annotations

import importlib
from typing import Any

from opscope._version import __version__ as __version__
from opscope.as_paddle import as_paddle, install
from opscope.own_names import OWN

__all__ = [*OWN, "as_paddle"]

install()


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module 'opscope' has no attribute {name!r}")
    module, _, member = OWN.get(name, f"opscope.paddle:{name}").partition(":")
    found = importlib.import_module(module)
    try:
        value = getattr(found, member) if member else found
    except AttributeError as e:
        if type(e) is not AttributeError:  # Paddle's name, known and not supported
            raise
        raise AttributeError(f"module 'opscope' has no attribute {name!r}") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def load_ipython_extension(ip: Any) -> None:
    """Load the magics, for `%load_ext opscope`."""
    importlib.import_module("opscope.notebook.magics").load(ip)


def unload_ipython_extension(ip: Any) -> None:
    """Remove the magics, for `%unload_ext opscope`."""
    importlib.import_module("opscope.notebook.magics").unload(ip)
