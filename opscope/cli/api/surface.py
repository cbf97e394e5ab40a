"""Lists Paddle's names in opscope by walking its modules and classes."""

from __future__ import annotations

import functools
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from types import MemberDescriptorType, ModuleType
from typing import Any

from opscope import paddle
from opscope.cli.api.source import only_raises
from opscope.ops.registry import REGISTRY, Op

OWN = {"saving"}  # in opscope.paddle, but not a namespace of Paddle
_LATER = {"base": 1, "fluid": 2}  # old spellings, sorted after current names


@dataclass(frozen=True)
class NameEntry:
    """An object of the API, with all its names.

    `supported` is False if a call of the object only raises UnsupportedError.
    """

    name: str
    aliases: tuple[str, ...]
    kind: str
    lives: str
    says: str
    function: Any
    supported: bool
    value: Any

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the object, with the preferred name first."""
        return (self.name, *self.aliases)


@functools.cache  # reads the whole source
def surface(private: bool = False) -> list[NameEntry]:
    """Return all entries, sorted by name. If `private` is True, include names with a leading underscore."""
    found: dict[Any, list[tuple[str, Any]]] = {}
    for name, value in _members(paddle, "paddle", ()):
        found.setdefault(_identity(name, value), []).append((name, value))
    classes = {value: _first(spellings) for spellings in found.values() if inspect.isclass(value := spellings[0][1])}
    for owner, name in classes.items():
        for attribute, value in _attributes(owner, set(classes)):
            spelling = f"{name}.{attribute}"
            found.setdefault(_identity(spelling, value), []).append((spelling, value))
    owners = set(classes.values())
    shown = ([s for s in spellings if private or _open(s[0])] for spellings in found.values())
    entries = [_entry(spellings, owners) for spellings in shown if spellings]
    return sorted(entries, key=lambda e: (e.name.lower(), e.name))


def look_up(name: str) -> Any:
    """Return the object to which a dotted name refers in a program, such as `nn.Linear` or `paddle.nn.Linear`.

    Raises LookupError if there is no such name.
    """
    parts = name.removeprefix("paddle.").split(".")
    if parts[0] in OWN:
        raise LookupError(name)
    value: Any = paddle
    for part in parts:
        value = _step(value, part)
    return value


def _step(value: Any, part: str) -> Any:
    try:
        return inspect.getattr_static(value, part) if inspect.isclass(value) else getattr(value, part)
    except AttributeError:
        if not isinstance(value, ModuleType):
            raise LookupError(part) from None
    try:
        return importlib.import_module(f"{value.__name__}.{part}")
    except ModuleNotFoundError:
        raise LookupError(f"{value.__name__}.{part}") from None


def _members(module: ModuleType, path: str, inside: tuple[ModuleType, ...]) -> Iterator[tuple[str, Any]]:
    """Yield the public names of a namespace and of the namespaces in it."""
    for name in _listed(module):
        value = _step(module, name)
        if not isinstance(value, ModuleType):
            yield f"{path}.{name}", value
        elif value.__name__.startswith("opscope") and value not in inside:
            yield from _members(value, f"{path}.{name}", (*inside, module))


def _listed(module: ModuleType) -> list[str]:
    """Return the names in `__all__`. If the module has no `__all__`, return the names that it defines."""
    if module is paddle:
        below = [m.name for m in pkgutil.iter_modules(paddle.__path__)]
        return [n for n in dict.fromkeys([*paddle.__all__, *below]) if n not in OWN]
    listed = getattr(module, "__all__", None)
    return listed or [n for n, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__]


def _attributes(owner: type, public: set[type]) -> Iterator[tuple[str, Any]]:
    """Yield methods and properties of a class, without members of its public base classes."""
    told = {name for base in owner.__mro__[1:] if base in public for name in dir(base)}
    for name in sorted({n for cls in owner.__mro__[:-1] for n in vars(cls)} - told):
        value = inspect.getattr_static(owner, name)
        if not name.startswith("__") and _kind(value, owner) not in ("class", "op", "value") and not _borrowed(value):
            yield name, value


def _borrowed(value: Any) -> bool:
    """Return True for another module's function that is used as a method, as in `function = staticmethod(F.relu)`."""
    function = _function(value)
    return isinstance(value, staticmethod) and "." not in getattr(function, "__qualname__", "")


def _identity(name: str, value: Any) -> Any:
    """Return a key that is the same for all names of an object. Each name of a number or a string has its own key."""
    plain = isinstance(value, bool | int | float | str | tuple | None)
    return name if plain else (id(inspect.unwrap(_function(value))), _in_place(name))


def _in_place(name: str) -> bool:
    """Return True for an in-place function such as `relu_`, which is derived from relu, not an alias of it."""
    return name.endswith("_") and not name.endswith("__")


def _open(name: str) -> bool:
    return "._" not in name


def _first(spellings: list[tuple[str, Any]]) -> str:
    return min(spellings, key=_order)[0]


def _order(spelling: tuple[str, Any]) -> tuple[bool, int, bool, int, str]:
    """Return a sort key. Current names come first, then the name in the definition, then shorter paths."""
    name, value = spelling
    own = name.rpartition(".")[2] == getattr(value, "__name__", "")
    return (not _open(name), _LATER.get(name.split(".")[1], 0), not own, name.count("."), name)


def _entry(spellings: list[tuple[str, Any]], owners: set[str]) -> NameEntry:
    spellings = sorted(spellings, key=_order)
    names = list(dict.fromkeys(name for name, _ in spellings))
    value = spellings[0][1]
    function = inspect.unwrap(_function(value))
    method = names[0].rpartition(".")[0] in owners
    supported = not only_raises(function, of="UnsupportedError")
    return NameEntry(
        names[0],
        tuple(names[1:]),
        _kind(value, object if method else None),
        getattr(function, "__module__", None) or type(function).__module__,
        _says(names[0], value),
        function,
        supported,
        value,
    )


def _kind(value: Any, owner: type | None) -> str:
    if isinstance(value, Op):
        return "op"
    if inspect.isclass(value):
        return "class"
    if isinstance(value, property):
        return "property"
    if isinstance(value, MemberDescriptorType):
        return "attribute"
    if callable(_function(value)):
        return "function" if owner is None else "method"
    return "value"


def _function(value: Any) -> Any:
    """Return the function of a property, a class method or a static method. Return any other object itself."""
    if isinstance(value, property):
        return value.fget
    return value.__func__ if isinstance(value, classmethod | staticmethod) else value


def _says(name: str, value: Any) -> str:
    """Return the first line of the docstring.

    For a tensor method without a docstring, return the first line of the function that the method calls.
    """
    if not (callable(_function(value)) or isinstance(value, property)):
        return ""
    last = name.rpartition(".")[2]
    told = inspect.getdoc(value) or inspect.getdoc(REGISTRY.public.get(last)) or ""
    return told.partition("\n")[0]
