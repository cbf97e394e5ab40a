"""Settings that a statement changes for the whole process, and that a `with` block changes only for its context.

A context is a thread, or a task of asyncio. Blocks in two contexts do not affect each other. A statement changes the
whole process, because a ContextVar that an async notebook cell sets would be lost in the next cell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any, Generic, Self, TypeVar, overload

from opscope.core.block_decorators import run_in_block

T = TypeVar("T")
OpenBlock = tuple[object, Mapping[str, Any]]  # its key, and the changed settings


class Setting(Generic[T]):
    """A setting in a ContextSettings class.

    A read returns the value in this context. An assignment changes the value for the whole process.
    """

    __slots__ = ("default", "name")

    def __init__(self, default: T) -> None:
        self.default = default
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, settings: None, owner: type) -> Setting[T]: ...
    @overload
    def __get__(self, settings: ContextSettings, owner: type) -> T: ...
    def __get__(self, settings: ContextSettings | None, owner: type) -> Setting[T] | T:
        return self if settings is None else getattr(settings.current(), self.name)

    def __set__(self, settings: ContextSettings, value: T) -> None:
        settings.change({self.name: value})


class _Values:
    """The values of all settings in a context.

    Only the object with the values of the process can change. The objects of blocks never change.
    """

    __slots__ = ("blocks",)

    blocks: tuple[OpenBlock, ...]  # the open blocks of the context, the outermost first


class ContextSettings:
    """A group of settings, which a subclass defines as class attributes: `grad = Setting(True)`.

    `current()` returns an object with the values in this context. Code that must be fast reads the attributes of this
    object.
    """

    def __init__(self) -> None:
        found = {n: s.default for c in type(self).__mro__[::-1] for n, s in vars(c).items() if isinstance(s, Setting)}
        self._names = tuple(found)
        self._class: type[Any] = type(f"{type(self).__name__}Values", (_Values,), {"__slots__": self._names})
        self._process: Any = self._class()
        self._process.blocks = ()
        self._variable: ContextVar[Any] = ContextVar(type(self).__name__, default=self._process)
        self.current: Callable[[], Any] = self._variable.get
        self.reset()

    def reset(self, **values: Any) -> None:
        """Set all settings to their defaults, or to `values`, and remove the open blocks of this context."""
        for cls in type(self).__mro__:
            for name, setting in vars(cls).items():
                if isinstance(setting, Setting):
                    setattr(self._process, name, values.get(name, setting.default))
        self._variable.set(self._process)

    def block(self, **values: Any) -> SettingsBlock:
        """Return a context manager that sets values inside its block, only in this context."""
        return SettingsBlock(self, values)

    def enter(self, key: object, values: Mapping[str, Any]) -> None:
        """Open a block in this context. `key` identifies the block."""
        self._variable.set(self._resolve((*self.current().blocks, (key, values))))

    def leave(self, key: object) -> None:
        """Close the innermost block with this key in this context. Blocks may end in any order."""
        blocks = self.current().blocks
        for i in range(len(blocks) - 1, -1, -1):
            if blocks[i][0] is key:
                self._variable.set(self._resolve(blocks[:i] + blocks[i + 1 :]))
                return

    def change(self, values: Mapping[str, Any]) -> None:
        """Change settings for the process.

        If an open block of this context has set the same setting, the change lasts only until the end of this block.
        """
        for name, value in values.items():
            blocks: tuple[OpenBlock, ...] = self.current().blocks
            within = [i for i, (_, changed) in enumerate(blocks) if name in changed]
            if within:
                key, changed = blocks[within[-1]]
                blocks = (*blocks[: within[-1]], (key, {**changed, name: value}), *blocks[within[-1] + 1 :])
            else:
                setattr(self._process, name, value)
            self._variable.set(self._resolve(blocks))

    def _resolve(self, blocks: tuple[OpenBlock, ...]) -> Any:
        if not blocks:
            return self._process
        made, process = self._class(), self._process
        for name in self._names:
            setattr(made, name, getattr(process, name))
        for _, changed in blocks:
            for name, value in changed.items():
                setattr(made, name, value)
        made.blocks = blocks
        return made


class SettingsBlock:
    """Result of `settings.block(...)`: a context manager and a decorator, which can be used several times."""

    def __init__(self, settings: ContextSettings, values: Mapping[str, Any]) -> None:
        self.settings = settings
        self.values = values

    def __enter__(self) -> None:
        self.settings.enter(self, self.values)

    def __exit__(self, *_: object) -> None:
        self.settings.leave(self)

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return run_in_block(func, lambda: SettingsBlock(self.settings, self.values))


class StatementOrBlock:
    """Base class for calls that work as a statement (`set_grad_enabled(False)`) or in `with set_grad_enabled(False):`.

    At first, a call is treated as a block. The call becomes a statement when no code refers to its object any longer,
    because then no `with` can use the object. The call also becomes a statement when a prompt displays the object,
    because a prompt stores displayed objects.
    """

    def __init__(self, settings: ContextSettings, values: Mapping[str, Any]) -> None:
        self._block = SettingsBlock(settings, values)
        self._undecided = True
        self._block.__enter__()

    def __enter__(self) -> Self:
        if not self._undecided:
            self._block.__enter__()
        self._undecided = False
        return self

    def __exit__(self, *_: object) -> None:
        self._block.__exit__()

    def _retract(self) -> None:
        """Undo the change if the call is not yet known to be a block or a statement."""
        if self._undecided:
            self._undecided = False
            self._block.__exit__()

    def _state(self) -> None:
        if self.__dict__.get("_undecided"):
            self._retract()
            self._block.settings.change(self._block.values)

    __del__ = _state

    def __repr__(self) -> str:
        self._state()
        return f"<{type(self).__name__} {', '.join(f'{n}={v}' for n, v in self._block.values.items())}>"
