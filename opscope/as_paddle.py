"""`paddle` by another name: existing programs run unchanged.

`import opscope as paddle` gives the names; a following `from paddle.autograd import PyLayer` asks the import
system for a module called `paddle`, which this finder answers with opscope's own modules. `paddle` itself is a front
of opscope that differs in one thing: its `__version__`, which programs compare, is Paddle's. The finder answers
  * always, once `as_paddle()` was called (what `python -m opscope run` does),
  * in a module that has said `import opscope as paddle`,
  * where no Paddle is installed.
Otherwise `import paddle` is the real one.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import sys
from types import ModuleType
from typing import Any

from opscope.errors import RunError
from opscope.version import full_version


class _Front(ModuleType):
    """The module `paddle`: everything that opscope has; what is set here is set there."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__("paddle", module.__doc__)
        own = {name: value for name, value in vars(module).items() if not name.startswith("__")}
        vars(self).update(own, __version__=full_version, __path__=module.__path__, __file__=module.__file__)
        vars(self)["_module"] = module

    def __getattr__(self, name: str) -> Any:
        return getattr(vars(self)["_module"], name)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if not name.startswith("__"):
            setattr(vars(self)["_module"], name, value)

    def __dir__(self) -> list[str]:
        return dir(vars(self)["_module"])


def _is_ours(module: object) -> bool:
    return isinstance(module, _Front) or getattr(module, "__name__", "") == "opscope"


class _Alias:  # a finder and loader by duck type: importlib.abc would cost as much as all of opscope.ir
    """Finds `paddle.x` as `opscope.x`: the same module objects under a second name."""

    def __init__(self) -> None:
        self.always = False
        self.real: bool | None = None

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if fullname != "paddle" and not fullname.startswith("paddle."):
            return None
        if fullname == "paddle":
            if not (self.always or _said_so() or not self._installed()):
                return None
        elif not _is_ours(sys.modules.get("paddle")):
            return None
        own = "opscope" + fullname.removeprefix("paddle")
        if not _is_there(own):
            return None
        loader: Any = self  # typeshed's Loader and importlib.abc's are two to pyright
        return importlib.machinery.ModuleSpec(fullname, loader, is_package=True)

    def _installed(self) -> bool:
        if self.real is None:
            self.real = importlib.machinery.PathFinder.find_spec("paddle") is not None
        return self.real

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module("opscope" + spec.name.removeprefix("paddle"))
        if spec.name == "paddle":
            return _Front(module)
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # the import system has just put the alias's spec on the module: give it its own back
        spec = module.__spec__
        if spec is not None and spec.name != module.__name__:
            module.__spec__ = spec.loader_state
        _below(module.__name__)


def _below(module: str) -> None:
    """The modules that came with it are there under both names.

    An import would set each as an attribute of the one it is in, where a function of the same name may stand.
    """
    for name, found in list(sys.modules.items()):
        if name.startswith(f"{module}."):
            sys.modules.setdefault("paddle" + name.removeprefix("opscope"), found)


def _is_there(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # what it would be in is not there either: someone else may have that
        return False


def _said_so() -> bool:
    """True if the module that is importing has bound the name `paddle` to opscope."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if not name.startswith(("importlib", "opscope")):
            return _is_ours(frame.f_globals.get("paddle"))
        frame = frame.f_back
    return False


_alias = _Alias()


def as_paddle() -> None:
    """From now on `import paddle` gives opscope, in this process.

    Raises RunError if the real Paddle has been imported already.
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
    """Put the finder where `import` asks first; done by `import opscope`."""
    if _alias not in sys.meta_path:
        sys.meta_path.insert(0, _alias)
