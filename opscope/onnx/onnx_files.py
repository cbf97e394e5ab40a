"""Reads `.onnx` files: the protobuf, checked as untrusted data, and weights in other files, as memory maps."""

from __future__ import annotations

import math
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.checks.argument_checks import file_path
from opscope.core.dtype import NAMES, NUMPY_ONLY
from opscope.core.files.untrusted_files import NO_PATH, file_size, open_regular, path_problem, regular_size
from opscope.errors import ArgumentError, MissingFile, MissingPackage, UnsupportedError
from opscope.onnx.message_fields import require_fields
from opscope.ops.elementwise.narrow_formats import HELD_IN, INTEGERS

MAX_PROTOBUF = 1 << 31  # bytes: protobuf's own limit
MAX_RANK = 32  # NumPy's arrays have at most so many dims (64 since 2.0)
DENSE, SPARSE = 1 << 20, 100  # elements of a sparse tensor that becomes dense: so many in any case, or for each given


def onnx_package() -> ModuleType:
    """Return the package `onnx`. No other function imports it. Raises MissingPackage."""
    try:
        import onnx
    except ImportError as e:
        raise MissingPackage("ONNX files need the package onnx", fix="pip install onnx") from e
    return onnx


def read_model(path: str | os.PathLike[str] | bytes) -> tuple[Any, Path]:
    """Return the ModelProto of a file (or of its bytes), and the folder of its external data.

    Raises MissingFile, and ArgumentError for data that is not an ONNX model.
    """
    onnx = onnx_package()
    if isinstance(path, bytes):
        content, folder, name = path, Path.cwd(), "the model"
    else:
        file = file_path(path, "the file of a model")
        content, folder, name = _content(file), file.parent, str(file)
    model = onnx.ModelProto()
    try:
        model.ParseFromString(content)
    except Exception as e:  # noqa: BLE001 (protobuf's DecodeError is not a public name of onnx)
        raise ArgumentError(f"{name} is not an ONNX model: {e}", fix="give a file that onnx.save wrote") from None
    del content
    if not model.HasField("graph") or not model.opset_import:
        raise ArgumentError(f"{name} is not an ONNX model: it has no graph, or no opset", fix="give an .onnx file")
    if text := _broken_text(model):
        raise ArgumentError(f"{name} is not an ONNX model: the text {text!r:.60} in it is not UTF-8")
    return model, folder


def _content(path: Path) -> bytes:
    """Return the bytes of a model's file. Raises MissingFile, ArgumentError."""
    cure = "give the path of an .onnx file"
    try:
        file = open_regular(path)
    except FileNotFoundError:
        raise MissingFile(f"no such file: {path}", fix=cure) from None
    except NO_PATH as e:
        raise ArgumentError(f"{str(path)!r:.200} cannot be read: {path_problem(e)}", fix=cure) from None
    with file:
        size = file_size(file)
        if size > MAX_PROTOBUF:
            raise ArgumentError(
                f"{path} has {size:,} bytes, which is too large for a protobuf file",
                fix="save the weights in another file: onnx.save(model, path, save_as_external_data=True)",
            )
        try:
            require_fields(
                file, size, onnx_package().ModelProto.DESCRIPTOR
            )  # the holes of a sparse file are not fields
        except ValueError as e:
            raise ArgumentError(f"{path} is not an ONNX model: {e}", fix=cure) from None
        file.seek(0)
        return file.read(size)


def _broken_text(message: Any) -> bytes | None:
    """Return a text in a message, or in an inner message, that is not UTF-8: protobuf returns bytes for it."""
    for field, value in message.ListFields():
        if field.type not in (field.TYPE_STRING, field.TYPE_MESSAGE):
            continue
        for part in value if hasattr(value, "append") or hasattr(value, "add") else (value,):
            found = part if isinstance(part, bytes) else None if isinstance(part, str) else _broken_text(part)
            if found is not None:
                return found
    return None


def element_dtype(code: int, where: str) -> str:
    """Return the name of an element type: a dtype, or a format that NumPy lacks.

    Raises UnsupportedError for strings.
    """
    onnx = onnx_package()
    try:
        kind = onnx.helper.tensor_dtype_to_string(code).removeprefix("TensorProto.")
        name = onnx.helper.tensor_dtype_to_np_dtype(code).name
    except (KeyError, TypeError, ValueError):
        raise ArgumentError(f"{where}: there is no element type {code}") from None
    if kind in ("STRING", "UNDEFINED") or name not in (*NAMES, *NUMPY_ONLY, *HELD_IN):
        raise UnsupportedError(
            f"{where}: tensors of {kind.lower()} are not supported", fix=f"convert the model to {', '.join(NAMES)}"
        )
    return name


def numpy_dtype(name: str) -> Any:
    """Return the dtype with this name; formats that NumPy lacks are taken from ml_dtypes, which onnx installs."""
    if name not in HELD_IN:
        return np.dtype(name)
    import ml_dtypes

    return np.dtype(getattr(ml_dtypes, name))


def tensor_array(tensor: Any, folder: Path, where: str) -> Array:
    """Return the array of a TensorProto. External data are a memory map, which is read at its first use.

    Elements of a format that NumPy lacks have a dtype of the package ml_dtypes.

    Raises ArgumentError if the dims do not match the data, or if the data are outside of the model's folder.
    """
    onnx = onnx_package()
    name = element_dtype(tensor.data_type, where)
    dims = tuple(tensor.dims)
    if len(dims) > MAX_RANK or any(d < 0 for d in dims):
        raise ArgumentError(f"{where}: {list(dims)[:8]} is not a valid shape")
    count = 1
    for d in dims:
        count *= d
    packed = 8 // INTEGERS[name].bits if name in INTEGERS else 2 if name == "float4_e2m1fn" else 1  # elements a byte
    if tensor.data_location == onnx.TensorProto.EXTERNAL:
        if packed > 1:
            raise UnsupportedError(
                f"{where}: {name} in a separate file is not supported", fix="save the model in one file"
            )
        return _mapped(tensor, folder, where, numpy_dtype(name), dims, count)
    given = _elements_given(tensor, numpy_dtype(name).itemsize)
    if given != -(-count // packed):
        raise ArgumentError(
            f"{where}: the shape {list(dims)} needs {count:,} elements, but the file has {given:,}",
            fix="export the model again",
        )
    try:
        return onnx.numpy_helper.to_array(tensor)
    except (ValueError, TypeError) as e:
        raise ArgumentError(f"{where}: its data cannot be read: {e}") from None


def _elements_given(tensor: Any, itemsize: int) -> int:
    """Return the number of elements in the TensorProto itself."""
    if tensor.HasField("raw_data"):
        return len(tensor.raw_data) // itemsize if len(tensor.raw_data) % itemsize == 0 else -1
    found = max(
        len(getattr(tensor, f)) for f in ("float_data", "int32_data", "int64_data", "double_data", "uint64_data")
    )
    return found // 2 if tensor.data_type in (14, 15) else found  # complex: two numbers an element


def _mapped(tensor: Any, folder: Path, where: str, dtype: Any, dims: tuple[int, ...], count: int) -> Array:
    info = {entry.key: entry.value for entry in tensor.external_data}
    file, size = _data_file(info.get("location", ""), folder, where)
    try:
        offset = int(info.get("offset", 0))
        length = int(info.get("length", count * dtype.itemsize))
    except ValueError:
        raise ArgumentError(f"{where}: the offset or the length of the data is not a number") from None
    if length != count * dtype.itemsize or offset < 0 or offset + length > size:
        raise ArgumentError(
            f"{where}: the {length:,} bytes at {offset:,} in {file.name} do not match the shape {list(dims)}",
            fix="copy the data file again",
        )
    return np.memmap(file, dtype, "r", offset, dims) if count else zeros(dims, dtype, where)


def _data_file(location: str, folder: Path, where: str) -> tuple[Path, int]:
    """Return a file beside a model, and its size. Raises ArgumentError for a file elsewhere, or an irregular file."""
    shown = f"{location!r:.200}"
    try:
        root = folder.resolve()
        file = (root / location).resolve()
        inside = root in file.parents
        size = regular_size(file) if inside else 0
    except FileNotFoundError:
        raise MissingFile(f"{where}: no such file: {shown}", fix=f"copy the file into {folder}") from None
    except NO_PATH as e:
        raise ArgumentError(f"{where}: its data in {shown} cannot be read: {path_problem(e)}") from None
    if not inside:
        raise ArgumentError(f"{where}: the data is outside the folder of the model: {shown}")
    return file, size


def zeros(dims: tuple[int, ...], dtype: Any, where: str) -> Array:
    """Return an array of zeros. Raises ArgumentError for impossible dims."""
    try:
        return np.zeros(dims, dtype)
    except ValueError:  # negative, too many, or a product that no integer holds
        raise ArgumentError(f"{where}: {list(dims)[:8]} is not a valid shape") from None


def sparse_array(tensor: Any, folder: Path, where: str) -> Array:
    """Return the dense array of a SparseTensorProto.

    Raises ArgumentError if its positions do not match dims or values.
    """
    values, places = tensor_array(tensor.values, folder, where), tensor_array(tensor.indices, folder, where)
    dims = tuple(tensor.dims)
    size = math.prod(dims)
    if size > max(SPARSE * values.size, DENSE):
        raise ArgumentError(
            f"{where}: {list(dims)[:8]} is too large to be dense: the file has {values.size:,} of {size:,} elements",
            fix="export the tensor as a dense one",
        )
    out = zeros(dims, values.dtype, where)
    if places.dtype.kind not in "iu" or places.shape not in ((values.size,), (values.size, len(dims))):
        raise ArgumentError(
            f"{where}: indices {places.dtype}{list(places.shape)} do not match {values.size} values of {list(dims)}"
        )
    try:
        flat = np.ravel_multi_index(tuple(places.T), dims) if places.ndim == 2 else places
    except ValueError:
        flat = np.array([-1])
    if flat.size and not 0 <= flat.min() <= flat.max() < out.size:
        raise ArgumentError(f"{where}: an index is outside the shape {list(dims)}")
    out.reshape(-1)[flat] = values.reshape(-1)
    return out
