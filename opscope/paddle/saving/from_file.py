"""Load: what a file says, as Tensors or arrays."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from opscope.core.dense_tensor import DenseTensor
from opscope.core.dtype import BY_NUMPY_DTYPE
from opscope.core.source import site
from opscope.core.state import mode
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, MissingFile, UnsupportedError, UsageError, nearest
from opscope.ir.program.program import Program
from opscope.ir.serialize.program_json import from_bytes, from_data
from opscope.paddle.saving.reader import damaged, read
from opscope.paddle.saving.tensor_files import named_files, read_values
from opscope.paddle.saving.tensors import is_tensors, tensors_of
from opscope.paddle.saving.to_file import NAMES, Target

_PARTS = "UnpackBigParamInfor@@"  # where protocols 2 and 3 cut what is larger than 4 GiB into slices


def load(path: Target, **configs: Any) -> Any:
    """What `save` (or Paddle's) wrote to a file or a BytesIO, with Tensors for the arrays; in static mode DenseTensors.

    Where a Program was saved, that program; of a saved model (its prefix), or a directory of save_vars, the values by
    name.
    return_numpy=True: arrays; keep_name_table=True: a state dict keeps the entry with its parameters' names. Only
    data is read: a file that names a function or a class of its own is refused.
    Raises ArgumentError for a file that is none of Paddle's, or damaged; UnsupportedError for options of other files.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/load_en.html
    """
    options: dict[str, Any] = {"return_numpy": False, "keep_name_table": False, **configs}
    for name in ("model_filename", "params_filename"):
        if options.pop(name, None) is not None:
            raise UnsupportedError(f"load() does not support {name}", site=site(), fix="load a .pdparams file")
    if unknown := [name for name in options if name not in ("return_numpy", "keep_name_table")]:
        raise UsageError(f"load() does not take {unknown[0]}", site=site())
    if (values := _model(path)) is not None:
        return _Finder(as_numpy=bool(options["return_numpy"])).values(values)
    content = _content(path)
    if content.startswith(b"{"):  # as no pickle does
        return _program(content)
    if is_tensors(content):
        return _tensor(content, bool(options["return_numpy"]))
    found = _Finder(as_numpy=bool(options["return_numpy"])).all(_packed(read(content)))
    if isinstance(found, dict) and not options["keep_name_table"]:
        found.pop(NAMES, None)
    return found


def _model(path: Target) -> dict[str, Any] | None:
    """The arrays of a saved model, by the names that its layer had for them, or of a directory; None of other paths."""
    if not isinstance(path, str | os.PathLike) or Path(path).is_file():
        return None
    if Path(path).is_dir():
        return read_values(names, path) if (names := named_files(path)) else None
    model, values, about = (Path(f"{path!s}.{end}") for end in ("pdmodel", "pdiparams", "pdiparams.info"))
    if not model.exists() or not values.exists():
        return None
    try:
        program = from_data(json.loads(model.read_bytes())["program"])
    except (ArgumentError, KeyError, TypeError, ValueError, RecursionError):
        raise damaged(f"{model} is no model of opscope") from None
    arrays = read_values([v.name for v in program.list_vars() if v.persistable], values.parent, values.name)
    given = read(about.read_bytes()) if about.exists() else {}
    return {given.get(name, {}).get("structured_name", name): array for name, array in arrays.items()}


def _program(content: bytes) -> Program:
    try:
        return from_bytes(content)
    except ArgumentError as e:
        raise damaged(f"it is no program ({e.summary})") from None


def _tensor(content: bytes, as_numpy: bool) -> Any:
    found = tensors_of(content)
    if len(found) != 1:
        raise ArgumentError(
            f"there are {len(found)} tensors in the file, and no names", site=site(),
            fix="static.load_vars knows them by the program",
        )  # fmt: skip
    array, lod = found[0]
    if as_numpy:
        return array
    if not mode.static:
        return Tensor(array)
    made = DenseTensor(array)
    made.set_lod([list(level) for level in lod])
    return made


def _content(path: Target) -> bytes:
    if isinstance(path, io.BytesIO):
        return path.read()
    if not isinstance(path, str | os.PathLike):
        raise UsageError(f"only supports loading from file and `BytesIO`, but received {type(path)}", site=site())
    file = Path(path)
    if file.is_dir():
        raise ArgumentError(f"{path!s} is a directory", site=site(), fix="name a file, e.g. model.pdparams")
    if not file.exists():
        near = nearest(file.name, [other.name for other in file.parent.glob("*")])
        raise MissingFile(f"The ``path`` ({path!s}) to load model not exists.", site=site(), fix=near)
    return file.read_bytes()


def _packed(found: Any) -> Any:
    """A state dict whose largest arrays were cut, with them in one piece."""
    if not isinstance(found, dict) or _PARTS not in found:
        return found
    table: Any = found.pop(_PARTS)
    try:
        for key, how in table.items():
            parts = [found.pop(name) for name in how["slices"]]
            found[key] = np.concatenate([p.ravel() for p in parts]).reshape(how["OriginShape"])
    except (AttributeError, KeyError, TypeError, ValueError):
        raise damaged(f"{_PARTS} does not fit the arrays") from None
    return found


class _Finder:
    """Makes Tensors where Paddle does: of arrays by a table of names, of (name, array), or else of every array."""

    def __init__(self, as_numpy: bool) -> None:
        self.as_numpy = as_numpy
        self.done: dict[int, Any] = {}  # containers that the file has in two places are made once
        self.taken: set[int] = set()  # arrays that Tensors have: another one gets a copy

    def values(self, found: dict[str, Any]) -> dict[str, Any]:
        return {name: self._tensor(array, name) for name, array in found.items()}

    def all(self, found: Any) -> Any:
        if isinstance(found, dict) and NAMES in found:
            return self._state(found)
        return self._made(found, bare=not _any(found, _is_named, set()))

    def _state(self, found: dict[Any, Any]) -> dict[Any, Any]:
        table = found[NAMES]
        if not isinstance(table, dict):
            raise damaged(f"{NAMES} is no dict")
        made: dict[Any, Any] = {}
        for key, value in found.items():
            if isinstance(value, np.ndarray):
                name = table.get(key, "")
                made[key] = self._tensor(value, name if isinstance(name, str) else "")
            else:
                made[key] = value if key == NAMES else self._made(value, bare=True)
        return made

    def _tensor(self, array: Any, name: str) -> Any:
        if self.as_numpy:
            return array
        if array.dtype not in BY_NUMPY_DTYPE:  # uint16 is also how Paddle stores bfloat16
            raise damaged(f"it has an array of {array.dtype}, which no Tensor holds (load it with return_numpy=True)")
        own = array.copy() if id(array) in self.taken else array
        self.taken.add(id(array))
        return DenseTensor(own) if mode.static else Tensor(own, name=name)

    def _made(self, value: Any, bare: bool) -> Any:
        if isinstance(value, np.ndarray):
            return self._tensor(value, "") if bare else value
        if not isinstance(value, dict | list | tuple):
            return value
        if id(value) not in self.done:
            if _is_named(value) and not bare:
                name, array = value
                made: Any = self._tensor(array, name)
            elif isinstance(value, dict):
                made = {k: self._made(v, bare) for k, v in value.items()}
            else:
                made = type(value)(self._made(v, bare) for v in value)
            self.done[id(value)] = made
        return self.done[id(value)]


def _is_named(value: Any) -> bool:
    """True for a Tensor as it is written: (name, array)."""
    return (
        isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], np.ndarray)
    )


def _any(value: Any, which: Any, seen: set[int]) -> bool:
    """True if `which` is true of the value or of one inside."""
    if which(value):
        return True
    if not isinstance(value, dict | list | tuple) or id(value) in seen:
        return False
    seen.add(id(value))
    return any(_any(v, which, seen) for v in (value.values() if isinstance(value, dict) else value))
