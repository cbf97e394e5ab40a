"""Base classes of the messages in the protocol, and the decorators that add a class to the protocol."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar, dataclass_transform

from opscope.events.fold_rules import FoldRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Base class of events and commands. In an encoded message, `kind` is the name of the class."""

    registry: ClassVar[dict[str, type[Message]]] = {}
    fold_rules: ClassVar[tuple[FoldRule, ...]] = ()

    @property
    def kind(self) -> str:
        """The name of the class. Encoded messages contain this name."""
        return type(self).__name__


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Message):
    """Base class of messages about something that has happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Message):
    """Base class of messages that request an action.

    The answer to each command is one `Response`, which has the same number `request` as the command.
    """

    request: int


E = TypeVar("E", bound=type[Event])
C = TypeVar("C", bound=type[Command])


@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(*fold_rules: FoldRule) -> Callable[[E], E]:
    """Add an event to the protocol. The rules define how a view stores the event."""

    def register(cls: E) -> E:
        record = dataclass(frozen=True, slots=True, kw_only=True)(cls)
        record.fold_rules = fold_rules
        Message.registry[record.__name__] = record
        return record

    return register


@dataclass_transform(frozen_default=True, kw_only_default=True)
def command(cls: C) -> C:
    """Add a command to the protocol."""
    record = dataclass(frozen=True, slots=True, kw_only=True)(cls)
    Message.registry[record.__name__] = record
    return record
