"""Conversion of an optimizer's state to a dict by name, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, NotFound, OpscopeWarning, RunError
from opscope.paddle.converted_copies import converted_copy
from opscope.paddle.optimizer.homes import Kept
from opscope.runtime.scope import global_scope

MASTERS = "master_weights"


def read(kept: Iterable[Kept]) -> dict[str, Any]:
    """Return values by name, and master copies by the name of their parameter."""
    found: dict[str, Any] = {}
    masters: dict[str, Any] = {}
    for one in kept:
        found.update({value.name: _value(value) for value in one.values})
        if one.master is not None:
            masters[one.parameter.name] = _value(one.master)
    return {**found, MASTERS: masters} if masters else found


def _value(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value
    array = global_scope().snapshot(value.name)
    if array is None:
        raise RunError(f"{value.name} has no value yet", site=value.site, fix="run the startup program first")
    return DenseTensor(array)


class Given:
    """State dict to read. Names are compared without the number that makes them unique in a process."""

    def __init__(self, state_dict: Mapping[str, Any]) -> None:
        self.masters = dict(state_dict.get(MASTERS, {}))
        self.values = {k: v for k, v in state_dict.items() if k not in (MASTERS, "LR_Scheduler")}
        self.plain = {_plain(name): name for name in self.values}
        self.unused = set(self.values)

    def has(self, names: Iterable[str]) -> bool:
        """True if there is a value for one of these names."""
        return any(name in self.plain for name in names)

    def write(self, kept: Kept) -> None:
        """Fill the state of a parameter. Raises NotFound, ArgumentError."""
        for value in kept.values:
            name = value.name if value.name in self.values else self.plain.get(_plain(value.name))
            if name is None:
                raise NotFound(
                    f"the state dict has no value for the optimizer variable {value.name}", site=site(),
                    fix="load the state dict of an optimizer of the same class, whose parameters have the same names",
                )  # fmt: skip
            self.unused.discard(name)
            _write(value, self.values[name])
        if kept.master is not None and kept.parameter.name in self.masters:
            _write(kept.master, self.masters[kept.parameter.name])

    def warn_of_rest(self, owner: str) -> None:
        """Warn of names that belong to no parameter."""
        if self.unused:
            some = ", ".join(sorted(self.unused)[:3])
            warn(
                OpscopeWarning(
                    f"{len(self.unused)} values of the state dict do not belong to any parameter of this "
                    f"{owner}: {some}",
                    site=site(), fix="create the parameters in the same order, or with names of your own",
                ),
                stacklevel=3,
            )  # fmt: skip


def _plain(name: str) -> str:
    return re.sub(r"_\d+$", "", name)


def _write(value: Any, given: Any) -> None:
    host = np.asarray(places.to_host(given._value) if isinstance(given, Tensor) else given)
    shape = tuple(value._value.shape) if isinstance(value, Tensor) else value.spec.shape
    if host.shape != shape:
        raise ArgumentError(
            f"the shape of {value.name} in the state dict does not match the shape in this optimizer",
            facts={"in this optimizer": list(shape), "in the state dict": list(host.shape)},
            site=site(),
        )
    if isinstance(value, Tensor):
        given = given if isinstance(given, Tensor) else Tensor(host)
        value._take_array(places.to_device(converted_copy(given, value._value.dtype)._value, value.place))
    else:
        global_scope().var(value.name).get_tensor().set(host.astype(value.dtype.dtype))
