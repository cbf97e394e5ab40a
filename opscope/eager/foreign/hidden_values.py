"""Names of tensors of other libraries that opscope cannot show, with the reasons."""

from __future__ import annotations

from typing import NamedTuple


class HiddenValue(NamedTuple):
    """The reason why a tensor is not shown, and a fix for the user."""

    why: str
    fix: str


_MOST = 10_000  # names

_hidden: dict[str, HiddenValue] = {}


def note_hidden(name: str, value: HiddenValue) -> None:
    """Store the name of a tensor that is not shown, with the reason."""
    if len(_hidden) < _MOST:
        _hidden[name] = value


def hidden_value(name: str) -> HiddenValue | None:
    """Return the reason why the tensor with this name was not shown. Return None for other names."""
    return _hidden.get(name)


def forget_hidden() -> None:
    """Delete the names and reasons that earlier runs have stored."""
    _hidden.clear()
