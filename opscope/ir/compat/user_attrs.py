"""Attributes that the user sets on a Variable. opscope only stores them."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import NotFound, UnsupportedError, nearest


class UserAttrs:
    """Mixin of Variable for attributes that the user sets."""

    __dict__: dict[str, Any]

    @property
    def attr_names(self) -> list[str]:
        """The names of the attributes that were set, sorted."""
        return sorted(self._user_dict("_attributes"))

    def attr(self, name: str) -> Any:
        """The value of an attribute that was set. Raises NotFound."""
        found = self._user_dict("_attributes")
        if name not in found:
            raise NotFound(
                f"Attribute {name} is not found.", site=site(), fix=nearest(name, found) or "set the attribute first"
            )
        return found[name]

    def _set_attr(self, name: str, val: Any) -> None:
        self.__dict__["_attributes"] = {**self._user_dict("_attributes"), name: val}

    _update_desc_attr = _set_attr

    def _has_attr(self, name: str) -> bool:
        return name in self._user_dict("_attributes")

    def _remove_attr(self, name: str) -> None:
        self.__dict__["_attributes"] = {n: v for n, v in self._user_dict("_attributes").items() if n != name}

    def _set_info(self, key: str, value: Any) -> None:
        self.__dict__["_information"] = {**self._user_dict("_information"), key: value}

    def _get_info(self, key: str) -> Any:
        return self._user_dict("_information").get(key)

    def _set_error_clip(self, error_clip: Any) -> None:
        if error_clip is not None:
            raise UnsupportedError("a Variable has no error_clip", site=site(), fix="clip in backward by register_hook")

    def _user_dict(self, kind: str) -> dict[str, Any]:
        return self.__dict__.get(kind, {})
