"""Table of the names in the user's functions, with the values that they have now and had at earlier places."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Mapping
from typing import Any

from opscope.core.source import CodePosition, UserCall, is_library_file
from opscope.names.assignment_targets import normalized
from opscope.names.binding import Binding, SeenNames
from opscope.names.layer_attributes import layer_attribute
from opscope.names.rebinding import is_changed_with
from opscope.names.rebound_elsewhere import rebound_elsewhere
from opscope.names.user_functions import (
    BASE,
    RECEIVERS,
    class_of,
    classes_with,
    is_called_by,
    is_parameter,
    local_names,
    owner_of,
)
from opscope.names.value_name import OF_STEP, value_name

NEVER = 1 << 61  # a tick behind all others
_NO_ARGUMENTS: dict[str, PassedArgument] = {}
_ELEMENT = re.compile(r"""\[(\d+|'[^'\\]*'|"[^"\\]*")\]""")
_CONSTANT_INDEX = re.compile(r"""\[(\d[\d.e+-]*|True|False|'[^']*'|"[^"]*")\]""")


class PassedArgument:
    """The text of the argument that a caller has passed to a parameter. The text is "" if the argument has no name.

    The text is valid until the tick `until`, at which the parameter is rebound.
    """

    __slots__ = ("text", "until")

    def __init__(self, text: str) -> None:
        self.text, self.until = text, NEVER


class NameTable:
    """The bindings of names, in the order of the program. The names of each value are also added to `seen`."""

    def __init__(self, seen: SeenNames) -> None:
        self.seen = seen
        self.bindings: dict[str, list[Binding]] = {}  # by name, in the order of the program
        self.names: dict[str, dict[str, None]] = {}  # by value
        self._now: dict[tuple[UserCall, str], str] = {}  # current values of names; "": unknown
        self._elements: dict[UserCall, dict[str, None]] = {}  # names with a dot or an index, by call
        self._changed: list[tuple[UserCall, str, int]] = []  # names whose elements may have changed, and the tick
        self._unknown_change = NEVER  # the first tick at which a parameter changes that stands for an unknown object
        self._first_bound: dict[tuple[UserCall, str], int] = {}  # the first tick at which a name got a value
        self._shared: set[tuple[UserCall, str]] = set()  # names of lists that have other names, too
        self._aliases: dict[tuple[UserCall, str], tuple[UserCall, str]] = {}  # arguments of parameters
        self._passed: dict[UserCall, dict[str, PassedArgument]] = {}  # by parameter, and `self`: its name in the caller
        self._ticks = 0  # number of places that have been read
        self._ended = False  # True if the record is complete

    def find(self, name: str, tick: int, call: UserCall | None) -> list[Binding]:
        """Return the bindings of a name at a tick in the function `call`.

        The result is one binding, several bindings if the name is ambiguous, or [] if the name is not found. If a
        binding has no value, the value of the name is unknown. If the value of a binding is OF_STEP, the name has the
        value that it had in this function at the end of the previous step.

        The binding in the innermost function that has the name is returned. If all functions with the name have ended,
        the last binding in the function that called the other functions is returned. If no function called all other
        functions, the name is ambiguous. Ended functions of installed libraries count only if no other ended function
        has the name.
        """
        name = normalized(name)
        base = BASE.split(name, maxsplit=1)[0]
        found = ended = [b for b in self.bindings.get(name, ()) if b.tick <= tick]
        over = self._ended and tick >= self._ticks - 1
        while call is not None:
            if own := [b for b in found if b.call is call]:
                return own[-1:]
            if base in local_names(call.code):  # its own variable, whose value is unknown
                if not over and (outside := self._outside(name, call, tick)) is not None:
                    return self.find(outside[1], tick, outside[0])
                known = classes_with(base, call)
                ended = [b for b in ended if _is_parameter_of_another(b, base, known)]
                if not over:
                    break
            call = call.outer
        last = {b.function: b for b in ended if b.value != OF_STEP}  # which object this is depends on the function
        last = {function: b for function, b in last.items() if not _is_of_library(b)} or last
        values = list({b.value: b for b in last.values() if b.value}.values()) or list(last.values())[:1]
        outermost = [b for b in values if all(is_called_by(other.call, b.call) for other in values)]
        return outermost or values

    def owner(self, name: str, tick: int, call: UserCall | None) -> tuple[UserCall, str] | None:
        """Return the running function that owns the variable `name`, and the name of the variable in this function.

        Return None if there is no such function.
        """
        base = BASE.split(name, maxsplit=1)[0]
        while call is not None and base not in local_names(call.code):
            call = call.outer
        if call is None:
            return None
        outside = self._outside(name, call, tick)
        return (call, name) if outside is None else self.owner(outside[1], tick, outside[0])

    def has_changed(self, name: str, call: UserCall, tick: int) -> bool:
        """Return True if the value of a name in the function `call` may have changed up to a tick.

        Call this method only for a name that has no known value in this record.
        """
        if self._first_bound.get((call, name), NEVER) <= tick:  # its value was taken back
            return True
        if BASE.split(name, maxsplit=1)[0] == name:
            return False
        changed = (of for at, of, when in self._changed if at is call and when <= tick)
        return self._unknown_change <= tick or any(is_changed_with(name, of) for of in changed)

    def _is_moved(self, name: str, call: UserCall, tick: int) -> bool:
        """Return True if a statement has set an element at a tick, or has moved the elements of its list."""
        owner = owner_of(name, call)
        moved = (of for at, of, when in self._changed if when == tick and at is owner)
        return any(of == name or (of.endswith("[") and is_changed_with(name, of)) for of in moved)

    # --- changes ------------------------------------------------------------------------------------

    def _bind(self, name: str, value: str, tick: int, call: UserCall, position: CodePosition) -> list[Binding]:
        """Bind a name to a value. Returns the new bindings, which `_unbind` can remove."""
        if "[" in _CONSTANT_INDEX.sub("", name):  # `outs[i]` is another element when i changes
            return []
        call = owner_of(name, call)
        if name.endswith("]") and (call, name.partition("[")[0]) in self._shared:
            return []
        self._now[call, name] = value
        self._first_bound.setdefault((call, name), tick)
        if "." in name or "[" in name:
            self._elements.setdefault(call, {})[name] = None
        made = [Binding(name, value, tick, call, position, self._root(call, name))]
        self.bindings.setdefault(name, []).append(made[0])
        if value != OF_STEP:
            self.names.setdefault(value, {})[name] = None
            self.seen.names.setdefault(value, {})[name] = None
        self._leave_argument(name, tick, call)
        if (outside := self._outside(name, call)) is not None:
            outer, text = outside
            made += self._bind(text, value, tick, outer, (outer.code, call.called_at))
        elif name not in local_names(call.code) and is_parameter(name, call.code):
            self._unknown_change = min(self._unknown_change, tick)
        return made

    def _outside(self, name: str, call: UserCall, tick: int = NEVER - 1) -> tuple[UserCall, str] | None:
        """Return the caller of a function, and the caller's name for an element of a parameter.

        For example, the element `batch['x']` of the parameter `batch` has the name `st['x']` in a caller that passes
        `st`.
        """
        base = BASE.split(name, maxsplit=1)[0]
        argument = self._passed.get(call, _NO_ARGUMENTS).get(base)
        if argument is None or not argument.text or base == name or call.outer is None or argument.until <= tick:
            return None
        return call.outer, argument.text + name[len(base) :]

    def _leave_argument(self, name: str, tick: int, call: UserCall) -> None:
        """Record that a parameter is rebound, so that it no longer shares elements with the argument."""
        if (argument := self._passed.get(call, _NO_ARGUMENTS).get(name)) is not None:
            argument.until = min(argument.until, tick)

    def _unbind(self, binding: Binding) -> None:
        """Remove a binding, because the name still has its earlier value."""
        found = self.bindings.get(binding.name, [])
        if binding.call is None or not any(each is binding for each in found):
            return
        found[:] = [each for each in found if each is not binding]
        if self._now.get((binding.call, binding.name)) == binding.value:
            former = next((each.value for each in reversed(found) if each.call is binding.call), None)
            if former is None:
                del self._now[binding.call, binding.name]
            else:
                self._now[binding.call, binding.name] = former

    def _root(self, call: UserCall, name: str) -> tuple[Any, str] | None:
        found: tuple[Any, str] | None = None
        while (base := BASE.split(name, maxsplit=1)[0]) != name and base in self._passed.get(call, _NO_ARGUMENTS):
            outside = self._outside(name, call)
            if outside is None:
                return call.code, name
            found = call, name = outside
        return found

    def _bind_anew(self, name: str, value: str, tick: int, call: UserCall) -> None:
        """Give a name a new value, as an assignment does. The value "" means that the new value is unknown."""
        self._forget_elements(name, tick, call, ())
        if not name.endswith(("[", ".")):
            self._forget(name, tick, call)
            if value:
                self._bind(name, value, tick, call, (call.code, 0))

    def _forget_rebound(self, instructions: Mapping[UserCall, int], tick: int) -> None:
        """Remove the values of variables that a function which executes no operator may have rebound meanwhile."""
        for call, instruction in instructions.items():
            for name in rebound_elsewhere(call.code, instruction):
                self._bind_anew(name, "", tick, call)

    def _share(self, name: str, other: str, tick: int, call: UserCall) -> None:
        """Record that two names may refer to the same list.

        If an element is set through one name, the element's value under the other name is unknown.
        """
        elements = self._elements.get(owner_of(name, call), ())
        if any(is_changed_with(each, f"{name}[") for each in elements):
            self._forget_elements(f"{name}[", tick, call, ())
            self._shared.update((owner_of(n, call), n) for n in (name, other))

    def _forget_elements(self, name: str, tick: int, call: UserCall, kept: Collection[str]) -> None:
        self._changed.append((owner_of(name, call), name, tick))
        for each in [*self._elements.get(owner_of(name, call), ())]:
            if each == name or not is_changed_with(each, name) or each in kept:
                continue
            if not (name.endswith(".") and layer_attribute(self._value_of(each, call))):  # a parameter is kept
                self._forget(each, tick, call)
        if (outside := self._outside(name, call)) is not None:
            others = [found[1] for each in kept if (found := self._outside(each, call)) is not None]
            self._forget_elements(outside[1], tick, outside[0], others)

    def _forget(self, name: str, tick: int, call: UserCall) -> None:
        self._aliases.pop((call, name), None)
        call = owner_of(name, call)
        self._leave_argument(name, tick, call)
        if self._now.get((call, name)) != "":
            self._now[call, name] = ""
            binding = Binding(name, "", tick, call, (call.code, 0), self._root(call, name))
            self.bindings.setdefault(name, []).append(binding)
            if (outside := self._outside(name, call)) is not None:
                self._forget(outside[1], tick, outside[0])

    def _take_back(self, call: UserCall, name: str, value: str) -> None:
        """Remove a predicted name of a value, because the value did not get this name."""
        self.bindings[name] = [b for b in self.bindings.get(name, ()) if b.value != value or b.call is not call]
        self.names.get(value, {}).pop(name, None)
        self.seen.names.get(value, {}).pop(name, None)
        if self._now.get((call, name)) == value:
            del self._now[call, name]

    def _value_of(self, name: str, call: UserCall) -> str:
        """Return the current value of a name in a function. Return "" if the value is unknown."""
        value = self._now.get((owner_of(name, call), name))
        if value is None and (outside := self._outside(name, call)) is not None:
            return self._value_of(outside[1], outside[0])
        return value or ""

    def _elements_of(self, name: str, call: UserCall) -> dict[Any, str]:
        """Return the known elements of a list or dict, as a dict from indices or keys to values."""
        found = {n: self._value_of(n, call) for n in self._elements.get(owner_of(name, call), ())}
        keys = {n: _ELEMENT.fullmatch(n.removeprefix(name)) for n in found if n.startswith(f"{name}[")}
        return {ast.literal_eval(key[1]): found[n] for n, key in keys.items() if key is not None and found[n]}

    def _is_known(self, value: str, call: UserCall) -> bool:
        return any(self._now.get((call, name)) == value for name in self.names.get(value, ()))


def _is_of_library(binding: Binding) -> bool:
    return binding.call is not None and is_library_file(binding.call.code.co_filename)


def _is_parameter_of_another(binding: Binding, base: str, known: Collection[str]) -> bool:
    """Return True for a parameter such as `self.fc.weight` of a Layer whose class is not among some classes.

    Parameters are shown by such names, also while `self` is an object of another class.
    """
    is_of_layer = base in RECEIVERS and bool(layer_attribute(value_name(binding.value)[0]))
    return is_of_layer and binding.call is not None and class_of(binding.call.code) not in known
