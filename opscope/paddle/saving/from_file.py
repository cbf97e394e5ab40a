"""load: returns the content of a file, as Tensors or arrays."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from opscope.core.dtype import BY_NUMPY_DTYPE, NUMPY_ONLY
from opscope.core.files.untrusted_files import BoundedSource
from opscope.core.source import site
from opscope.core.state import mode
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, FolderGiven, MissingFile, NothingLeft, UnsupportedError, UsageError
from opscope.ir.program.program import Program
from opscope.ir.serialize.program_json import from_bytes, from_data
from opscope.paddle.model_files.read_program import read_program
from opscope.paddle.saving.model_files import find_program
from opscope.paddle.saving.nearby_files import suggest_file
from opscope.paddle.saving.reader import damaged, file_source, read
from opscope.paddle.saving.replaced import Replacer
from opscope.paddle.saving.tensor_files import named_files, read_values
from opscope.paddle.saving.tensors import is_tensors, tensors_of
from opscope.paddle.saving.to_file import NAMES, Target
from opscope.paddle.saving.words import Budget, Refused

TIES = 16  # how often a file may need its size again for Tensors that share an array in the file
_PARTS = "UnpackBigParamInfor@@"  # where protocols 2 and 3 cut what is larger than 4 GiB into slices


def load(path: Target, **configs: Any) -> Any:
    """Load a file or BytesIO that `save` (or Paddle) wrote. Arrays become Tensors; in static mode, DenseTensors.

    A saved Program is returned as a Program. For the prefix of a saved model, or for a directory of save_vars, the
    values are returned by name. return_numpy=True returns arrays; keep_name_table=True keeps the entry of a state dict
    with the names of its parameters. Only data are read: a file that names a function or a custom class raises an
    error. Raises ArgumentError for a damaged file or a file of another kind; NothingLeft (an EOFError) at the end of
    the file; UnsupportedError for options of other files.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/load_en.html
    """
    options: dict[str, Any] = {"return_numpy": False, "keep_name_table": False, **configs}
    for name in ("model_filename", "params_filename"):
        if options.pop(name, None) is not None:
            raise UnsupportedError(
                f"load() does not support {name}", site=site(), fix="load a .pdparams file without this argument"
            )
    if unknown := [name for name in options if name not in ("return_numpy", "keep_name_table")]:
        raise ArgumentError(f"load() has no argument {unknown[0]}", site=site())
    as_numpy = bool(options["return_numpy"])
    if (values := _model(path)) is not None:
        return _Finder(as_numpy).values(values)
    if isinstance(path, io.BytesIO):
        source = BoundedSource(path, len(path.getbuffer()) - path.tell())
        return _loaded(source, as_numpy, options, 1)  # and the next `load` goes on behind it
    with file_source(_existing(path)) as source:
        return _loaded(source, as_numpy, options)


def _loaded(source: BoundedSource, as_numpy: bool, options: dict[str, Any], most: int | None = None) -> Any:
    if not source.size:
        lack = "is empty" if most is None else "has no content after the current position of the BytesIO"
        raise NothingLeft(
            f"the file cannot be loaded, because it {lack}",
            site=site(), fix="save to this file first" if most is None else "go to the beginning of the BytesIO: "
            "seek(0)",
        )  # fmt: skip
    if source.starts_with(b"{"):  # as no pickle does
        return _program(source)
    if is_tensors(source):
        return _tensor(source, as_numpy, most)
    found = _Finder(as_numpy, source.size).all(_packed(read(source), source.size))
    if isinstance(found, dict) and not options["keep_name_table"]:
        found.pop(NAMES, None)
    return found


def _model(path: Target) -> dict[str, Any] | None:
    """Return the arrays of a saved model, by the names in its layer, or of a directory; None for other paths."""
    if not isinstance(path, str | os.PathLike) or Path(path).is_file():
        return None
    if Path(path).is_dir():
        return read_values(names, path) if (names := named_files(path)) else None
    values, about = (Path(f"{path!s}.{end}") for end in ("pdiparams", "pdiparams.info"))
    model = find_program(path)
    if not model.exists() or not values.exists():
        return None
    with file_source(model) as source:
        program = _model_program(source)
    arrays = read_values([v.name for v in program.list_vars() if v.persistable], values.parent, values.name)
    given = structured_names(about) if about.exists() else {}
    return {given.get(name, name): array for name, array in arrays.items()}


def _model_program(source: BoundedSource) -> Program:
    if not source.starts_with(b"{"):
        return read_program(source).program
    try:
        return from_data(json.loads(source.text())["program"])
    except (ArgumentError, KeyError, TypeError, ValueError, RecursionError):
        raise damaged("the content is not a model that opscope has written") from None


def structured_names(path: Path) -> dict[str, str]:
    """Return the names of parameters in the layer, by their names in the program, from a .pdiparams.info file."""
    with file_source(path) as source:
        found = read(source)
        names: dict[str, str] = {}
        for name, about in found.items() if isinstance(found, dict) else [("", None)]:
            called = about.get("structured_name", name) if isinstance(about, dict) else None
            if not isinstance(name, str) or not isinstance(called, str):
                raise damaged("the content does not describe parameters")
            names[name] = called
        return names


def _program(source: BoundedSource) -> Program:
    try:
        return from_bytes(source.text())
    except ArgumentError as e:
        raise damaged(f"the content is not a program ({e.summary})") from None
    except ValueError as e:
        raise damaged(f"the content is not a program ({e})") from None


def _tensor(source: BoundedSource, as_numpy: bool, most: int | None) -> Any:
    found = tensors_of(source, most)
    if len(found) != 1:
        raise ArgumentError(
            f"the file contains {len(found)} tensors without names", site=site(),
            fix="call static.load_vars, which takes the names from the program",
        )  # fmt: skip
    array, lod = found[0]
    if as_numpy:
        return array
    if not mode.static:
        return Tensor(array)
    made = DenseTensor(array)
    made.set_lod([list(level) for level in lod])
    return made


def _existing(path: Target) -> Path:
    """Return the path of a file.

    Raises UsageError if it is not a path, MissingFile, and ArgumentError for a directory.
    """
    if not isinstance(path, str | os.PathLike):
        raise UsageError(f"load() needs a path or a BytesIO, but received {type(path)}", site=site())
    file = Path(path)
    if file.is_dir():
        raise FolderGiven(
            f"{path!s} is a directory", site=site(), fix="pass the path of a file, such as model.pdparams"
        )
    if not file.exists():
        text = f"The file to load, {path!s}, does not exist."
        raise MissingFile(text, site=site(), fix=suggest_file(file))
    return file


def _packed(found: Any, size: int) -> Any:
    """Join the cut arrays of a state dict; `size` is the size of the file."""
    if not isinstance(found, dict) or _PARTS not in found:
        return found
    table: Any = found.pop(_PARTS)
    budget = Budget(size)
    try:
        for key, how in table.items():
            parts = [found.pop(name) for name in how["slices"]]
            shape = how["OriginShape"]
            if not all(isinstance(p, np.ndarray) for p in parts) or not all(type(d) is int for d in shape):
                raise TypeError("slices must be arrays, and shapes must consist of integers")
            budget.spend_copy(sum(p.nbytes for p in parts))
            found[key] = np.concatenate([p.ravel() for p in parts]).reshape(shape)
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError, Refused):
        raise damaged(f"the entry {_PARTS} does not match the arrays") from None
    return found


class _Finder:
    """Converts to Tensors where Paddle does: arrays by a table of names, pairs (name, array), or else every array."""

    def __init__(self, as_numpy: bool, size: int = 0) -> None:
        self.as_numpy = as_numpy
        self.taken: set[int] = set()  # arrays that Tensors have: another one gets a copy
        self.copies_left = TIES * size

    def values(self, found: dict[str, Any]) -> dict[str, Any]:
        return {name: self._tensor(array, name) for name, array in found.items()}

    def all(self, found: Any) -> Any:
        if isinstance(found, dict) and NAMES in found:
            return self._state(found)
        return self._made(found, bare=not _any(found, _is_named, set()))

    def _made(self, value: Any, bare: bool) -> Any:
        def replace(inner: Any) -> Any:
            if isinstance(inner, np.ndarray) and bare:
                return self._tensor(inner, "")
            return self._tensor(inner[1], inner[0]) if not bare and _is_named(inner) else inner

        return Replacer(replace).of(value)

    def _state(self, found: dict[Any, Any]) -> dict[Any, Any]:
        table = found[NAMES]
        if not isinstance(table, dict):
            raise damaged(f"{NAMES} is not a dict")
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
        # uint16 is also how Paddle stores bfloat16
        if array.dtype not in BY_NUMPY_DTYPE or array.dtype.name in NUMPY_ONLY:
            raise damaged(
                f"an array has the dtype {array.dtype}, which a Tensor cannot have (load the file with "
                "return_numpy=True)"
            )
        own = self._copy(array) if id(array) in self.taken else array
        self.taken.add(id(array))
        return DenseTensor(own) if mode.static else Tensor(own, name=name)

    def _copy(self, array: Any) -> Any:
        self.copies_left -= array.nbytes
        if self.copies_left < 0:
            raise damaged(
                f"the copies of shared arrays would need more than {TIES} times the size of the file (load the "
                "file with return_numpy=True)"
            )
        return array.copy()


def _is_named(value: Any) -> bool:
    """Return True for a Tensor in its written form: (name, array)."""
    return (
        isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], np.ndarray)
    )


def _any(value: Any, which: Any, seen: set[int]) -> bool:
    """Return True if `which` is true for the value or an inner value."""
    if which(value):
        return True
    if not isinstance(value, dict | list | tuple) or id(value) in seen:
        return False
    seen.add(id(value))
    return any(_any(v, which, seen) for v in (value.values() if isinstance(value, dict) else value))
