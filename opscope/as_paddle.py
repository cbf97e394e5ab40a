"""Import finder for other names of the modules in `opscope.paddle`, such as `paddle.nn` and `opscope.nn`.

One finder handles both names. `opscope.nn.functional` is always the same module object as
`opscope.paddle.nn.functional`. If a real Paddle is installed, `paddle.nn` may belong to it. `paddle.nn` is
`opscope.paddle.nn` in these cases:

  * `as_paddle()` was called, as `python -m opscope run` does.
  * The importing module has executed `from opscope import paddle` or `import opscope as paddle`.
  * No real Paddle is installed, and the program uses opscope.

Otherwise, `import paddle` imports the real Paddle.
"""

from __future__ import annotations

import functools
import importlib
import importlib.machinery
import importlib.util
import sys
from types import ModuleType
from typing import Any

from opscope.errors import RunError

OURS = "opscope.paddle"


def _is_ours(module: object) -> bool:
    return getattr(module, "__name__", "") in (OURS, "opscope")


class _Alias:  # a finder and loader by duck type: importlib.abc would cost as much as all of opscope.ir
    """Finder that imports `paddle.x` and `opscope.x` as `opscope.paddle.x`: the same module object has another name."""

    def __init__(self) -> None:
        self.always = False
        self.real: bool | None = None

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        first, _, rest = fullname.partition(".")
        if first == "opscope":
            if _is_own(rest.partition(".")[0]):
                return None
        elif fullname == "paddle":
            if not (self.always or _said_so() or (_is_in_use() and not self._installed())):
                return None
        elif first != "paddle" or not _is_ours(sys.modules.get("paddle")):
            return None
        if not _is_there(_own(fullname)):
            return None
        loader: Any = self  # typeshed's Loader and importlib.abc's are two to pyright
        return importlib.machinery.ModuleSpec(fullname, loader, is_package=True)

    def _installed(self) -> bool:
        if self.real is None:
            self.real = importlib.machinery.PathFinder.find_spec("paddle") is not None
        return self.real

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module(_own(spec.name))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # the import system has just put the alias's spec on the module: give it its own back
        spec = module.__spec__
        if spec is not None and spec.name != module.__name__:
            module.__spec__ = spec.loader_state
            _below(module.__name__, spec.name)


def _is_in_use() -> bool:
    """Return False if only pytest has loaded opscope, for the pytest plugin."""
    return "opscope.pytest_plugin" not in sys.modules or "opscope.core" in sys.modules


def _own(fullname: str) -> str:
    """Return the name of a module in opscope.paddle."""
    return OURS + fullname.removeprefix(fullname.partition(".")[0])


@functools.cache
def _is_own(package: str) -> bool:
    """Return True if opscope itself contains a package with this name, for example `opscope.debug`."""
    path: Any = sys.modules["opscope"].__path__
    return importlib.machinery.PathFinder.find_spec(f"opscope.{package}", path) is not None


def _below(module: str, alias: str) -> None:
    """Register the submodules that the import of a module has loaded, also under the module's other name.

    A normal import would set a submodule as an attribute of the parent module. The parent may have a function with the
    same name.
    """
    for name, found in list(sys.modules.items()):
        if name.startswith(f"{module}."):
            sys.modules.setdefault(alias + name.removeprefix(module), found)


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # what it would be in is not there either: someone else may have that
        return False


def _said_so() -> bool:
    """Return True if the importing module has bound the name `paddle` to opscope."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if not name.startswith(("importlib", "opscope")):
            return _is_ours(frame.f_globals.get("paddle"))
        frame = frame.f_back
    return False


_alias = _Alias()


def as_paddle() -> None:
    """Make `import paddle` import opscope's modules from now on, in this process.

    Raises RunError if the real Paddle has already been imported.
    """
    loaded = sys.modules.get("paddle")
    if loaded is not None and not _is_ours(loaded):
        raise RunError(
            "paddle has been imported already", facts={"from": getattr(loaded, "__file__", "?")},
            fix="call opscope.as_paddle() before anything imports paddle",
        )  # fmt: skip
    install()
    _alias.always = True


def install() -> None:
    """Put the finder at the start of Python's list of import finders. `import opscope` calls this function."""
    if _alias not in sys.meta_path:
        sys.meta_path.insert(0, _alias)
