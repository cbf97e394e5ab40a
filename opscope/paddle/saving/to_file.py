"""save: converts Tensors to arrays, refuses objects that are not data, and writes a file completely or not at all."""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from opscope.core import place as places
from opscope.core.dtype import DType
from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor, require_element_type
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, FolderGiven, UnsupportedError, UsageError
from opscope.ir.program.program import Program
from opscope.ir.serialize.program_json import to_bytes
from opscope.paddle.saving.replaced import DEPTH
from opscope.paddle.saving.tensors import Rows, written

NAMES = "StructuredToParameterName@@"  # the entry of a state dict that says what its parameters are called
Target = str | os.PathLike[str] | io.BytesIO


def save(obj: Any, path: Target, protocol: int = 4, **configs: Any) -> None:
    """Write nested dicts, lists and tuples of Tensors, arrays, numbers, strings and None to a file or a BytesIO.

    A dict of Tensors (a state dict) is written as arrays and the names of its parameters, other Tensors as (name,
    array), and a Program as its text (which `Program.parse_from_string` also reads). Missing directories are made. A
    file is replaced only after the new file is complete. `protocol` (formerly pickle_protocol) is the protocol of
    pickle: 2, 3 or 4. use_binary_format=True writes one Tensor in the format of Paddle's runtime. Raises
    UnsupportedError for an object that is not data, with its position; UsageError, ArgumentError.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/save_en.html
    """
    if unknown := [name for name in configs if name not in ("use_binary_format", "pickle_protocol")]:
        raise ArgumentError(f"save() has no argument {unknown[0]}", site=site())
    protocol = configs.get("pickle_protocol", protocol)  # what Paddle 2.0 called it
    if configs.get("use_binary_format"):
        _save_tensor(obj, path)
        return
    if isinstance(protocol, bool) or not isinstance(protocol, int):
        raise ArgumentError(f"protocol must be an int, but received {type(protocol)}", site=site())
    if not 1 < protocol < 5:
        raise ArgumentError(f"protocol must be 2, 3 or 4, but it is {protocol}", site=site())
    if isinstance(obj, Program):
        content = to_bytes(obj)
        with opened(path) as file:
            file.write(content)
        return
    writer = _Writer()
    plain = writer.state(obj) if _is_state(obj) else writer.plain(obj, "the value", 0)
    with opened(path) as file:
        pickle.dump(plain, file, protocol)  # of plain values: it asks no object how it wants to be pickled


def _save_tensor(obj: Any, path: Target) -> None:
    if not isinstance(obj, Tensor | DenseTensor):
        raise UnsupportedError(
            f"With use_binary_format=True, paddle.save can save only a Tensor, but received {type(obj)}.", site=site(),
            fix="leave use_binary_format out",
        )  # fmt: skip
    content = written([Rows(_array(obj, "the value"), obj.lod() if isinstance(obj, DenseTensor) else ())])
    with opened(path) as file:
        file.write(content)


@contextlib.contextmanager
def opened(path: Target) -> Iterator[BinaryIO]:
    """Open a file that gets its name after the block succeeds; return a BytesIO unchanged."""
    if isinstance(path, io.BytesIO):
        yield path
        return
    if not isinstance(path, str | os.PathLike):
        raise UsageError(f"save() needs a path or a BytesIO, but received {type(path)}", site=site())
    target = Path(os.path.realpath(path))  # a link stays one
    if not target.name or str(path).endswith(("/", os.sep)):
        raise ArgumentError(
            f"The path must have the form dirname/filename, but its filename is an empty string: {path!s}", site=site(),
            fix="pass the path of a file",
        )  # fmt: skip
    if target.is_dir():
        raise FolderGiven(
            f"{path!s} is a directory", site=site(), fix="choose another name for the file, or remove the directory"
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with temporary.open("xb") as file:
            yield file
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _is_state(obj: Any) -> bool:
    """Return True for a state dict of Paddle: Tensors by name, and possibly dicts without Tensors."""
    if not isinstance(obj, Mapping) or not obj:
        return False
    return all(
        not _has_tensors(v, set()) if isinstance(v, Mapping) else isinstance(v, Tensor | DenseTensor)
        for v in obj.values()
    )


def _has_tensors(value: Any, seen: set[int]) -> bool:
    if isinstance(value, Tensor | DenseTensor):
        return True
    if not isinstance(value, Mapping | list | tuple) or id(value) in seen:
        return False
    seen.add(id(value))
    return any(_has_tensors(v, seen) for v in (value.values() if isinstance(value, Mapping) else value))


class _Writer:
    """Converts values to dicts, lists, tuples, arrays and literals of Python; shared values stay shared."""

    def __init__(self) -> None:
        self.done: dict[int, Any] = {}

    def state(self, obj: Mapping[Any, Any]) -> dict[Any, Any]:
        made: dict[Any, Any] = {}
        named: dict[Any, str] = {}
        for key, value in obj.items():
            inside = f"the value at {key!r}"
            _key(key, inside)
            if isinstance(value, Tensor | DenseTensor):
                made[key] = _array(value, inside)
                if isinstance(value, Tensor):
                    named[key] = value.name
            else:
                made[key] = self.plain(value, inside, 1)
        return {**made, NAMES: named}

    def plain(self, value: Any, inside: str, depth: int) -> Any:
        if depth > DEPTH:
            raise UnsupportedError(f"containers that are nested deeper than {DEPTH} cannot be saved", site=site())
        if value is None or type(value) in (bool, int, float, complex, str, bytes):
            return value
        if isinstance(value, DType):
            return value.name
        if id(value) not in self.done:
            self.done[id(value)] = self._made(value, inside, depth)
        return self.done[id(value)]

    def _made(self, value: Any, inside: str, depth: int) -> Any:
        if isinstance(value, Tensor):
            return value.name, _array(value, inside)
        if isinstance(value, DenseTensor | np.ndarray | np.generic):
            return _array(value, inside)
        if isinstance(value, Mapping):
            return {_key(k, inside): self.plain(v, f"{inside}, at {k!r}", depth + 1) for k, v in value.items()}
        if type(value) in (list, tuple):
            return type(value)(self.plain(v, f"{inside}, at {i}", depth + 1) for i, v in enumerate(value))
        is_layer = hasattr(value, "sublayers")
        what = "nn.Layer" if is_layer else type(value).__name__
        raise (ArgumentError if is_layer else UnsupportedError)(
            f"paddle.save cannot save an object of the type `{what}`.", facts={"found": inside}, site=site(),
            fix="save the state_dict() of the object" if hasattr(value, "state_dict") else "save numbers, "
            "strings and Tensors",
        )  # fmt: skip


def _key(key: Any, inside: str) -> Any:
    if key is None or type(key) in (bool, int, float, str, bytes):
        return key
    raise UnsupportedError(
        f"a dict with keys of type {type(key).__name__} cannot be saved", facts={"found": inside}, site=site(),
        fix="use strings as keys",
    )  # fmt: skip


def _array(value: Any, inside: str) -> Any:
    source = value._value if isinstance(value, Tensor) else value.array if isinstance(value, DenseTensor) else value
    host = np.asarray(places.to_host(source))
    try:
        host = require_element_type(host)
    except ArgumentError as e:
        raise UnsupportedError(
            f"an array with the dtype {host.dtype} cannot be saved", facts={"found": inside}, site=site(),
            fix="convert the array to a dtype of numbers",
        ) from e  # fmt: skip
    return host[()] if isinstance(value, np.generic) else host
