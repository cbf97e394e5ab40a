"""paddle.utils.unique_name: the counters for names such as fc_0.w_0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from opscope.core.block_decorators import block_manager
from opscope.core.source import site
from opscope.core.state import mode, names
from opscope.errors import UnsupportedError, UsageError


class UniqueNameGenerator:
    """Counters by key, and the prefix of all their names."""

    def __init__(self, prefix: str | None = None) -> None:
        self.ids: dict[str, int] = {}
        self.prefix = prefix or ""

    def __call__(self, key: str) -> str:
        """Return prefix + key_0, prefix + key_1, and so on."""
        number = self.ids.get(key, 0)
        self.ids[key] = number + 1
        return f"{self.prefix}{key}_{number}"


class _Counting:
    generator: UniqueNameGenerator | None = None


_counting = _Counting()


class DygraphParameterNameChecker:
    """The second result of `switch`; a call with a name returns True if that name was given before."""

    def __init__(self) -> None:
        self._name_set: set[str] = set()

    def __call__(self, name: str) -> bool:
        known = name in self._name_set
        self._name_set.add(name)
        return known


def generate(key: str) -> str:
    """Return key_0, key_1, and so on."""
    return names(key)


def generate_with_ignorable_key(key: str) -> str:
    """Make a name as `generate` does; in dygraph it does not contain the key."""
    return names(key if mode.static else "generated_tensor")


def switch(new_generator: Any = None, new_para_name_checker: Any = None) -> tuple[Any, Any]:
    """Use new counters, or counters (also a pair) from an earlier call. Returns the former counters.

    Raises UsageError for values that are not counters. Raises UnsupportedError for a new_para_name_checker, because
    names of parameters are not counted separately.
    """
    _check_names(new_para_name_checker)
    former = _counting.generator
    if former is None or former.ids is not names.counters:  # begun anew by someone else
        former = UniqueNameGenerator(names.prefix)
        former.ids = names.counters
    made = _generator(new_generator)
    _counting.generator, names.counters, names.prefix = made, made.ids, made.prefix
    return former, DygraphParameterNameChecker()


def _check_names(new_para_name_checker: Any) -> None:
    if new_para_name_checker is not None and not isinstance(new_para_name_checker, DygraphParameterNameChecker):
        raise UnsupportedError(
            "unique_name.switch: new_para_name_checker is not supported", fix="leave new_para_name_checker out"
        )


def _generator(new_generator: Any) -> UniqueNameGenerator:
    made = new_generator[0] if isinstance(new_generator, tuple) else new_generator
    made = UniqueNameGenerator() if made is None else made
    if not isinstance(made, UniqueNameGenerator):
        raise UsageError(
            f"unique_name.switch takes a UniqueNameGenerator, but received {type(made)}", site=site(),
            fix="pass the result of switch(), or nothing",
        )  # fmt: skip
    return made


@block_manager
def guard(new_generator: Any = None) -> Iterator[None]:
    """Use new counters inside the block, with a prefix. Or use the counters that `switch` returned."""
    if isinstance(new_generator, str | bytes):
        new_generator = UniqueNameGenerator(
            new_generator.decode() if isinstance(new_generator, bytes) else new_generator
        )
    made = _generator(new_generator)
    with names.block(counters=made.ids, prefix=made.prefix):
        yield


__all__ = [
    "generate",
    "guard",
    "switch",
]
