"""Attributes of the object `self` of the user's functions, read without running code of the object."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def attributes_of_self(variables: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the attributes of the object `self` among the local variables of a function. Return {} if there are none.

    The methods for attribute access of the object are not called: a method of a proxy object may fail, or may depend
    on the state of the program.
    """
    if "self" not in variables:
        return {}
    try:
        return object.__getattribute__(variables["self"], "__dict__")
    except Exception:  # noqa: BLE001 (objects with slots have no attributes, and `__dict__` may be a property)
        return {}
