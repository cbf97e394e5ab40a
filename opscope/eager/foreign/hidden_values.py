"""Names of tensors of other libraries with elements that opscope cannot show, and the reasons."""

from __future__ import annotations

from typing import NamedTuple


class HiddenValue(NamedTuple):
    """The reason why a tensor is not shown, and what the user can do."""

    why: str
    fix: str


_MOST = 10_000  # names

_hidden: dict[str, HiddenValue] = {}


def note_hidden(name: str, value: HiddenValue) -> None:
    """Remember a name of a tensor that is not shown."""
    if len(_hidden) < _MOST:
        _hidden[name] = value


def hidden_value(name: str) -> HiddenValue | None:
    """Return the reason why the tensor with a name was not shown; None for other names."""
    return _hidden.get(name)


def forget_hidden() -> None:
    """Forget the names of former runs."""
    _hidden.clear()
