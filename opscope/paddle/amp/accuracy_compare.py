"""paddle.amp.accuracy_compare: compares the [PRECISION] lines of a float32 run and of a float16 run."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ModeError, UnsupportedError


def is_infinite(value: Any, dtype: Any = np.float16) -> bool:
    """True if a number is NaN, or infinite in this dtype."""
    with np.errstate(over="ignore"):
        return not bool(np.isfinite(np.asarray(value).astype(dtype)))


def is_allclose(actual: Any, expected: Any, atol: float = 1e-2, rtol: float = 1e-2) -> bool:
    """True if two numbers are equal within the precision of float16."""
    return bool(np.allclose(np.array([actual]), np.array([expected]), atol=atol, rtol=rtol))


@dataclass
class TensorInfo:
    """A line of the log: the statistics of one result of an op."""

    device: str | None = None
    op_type: str | None = None
    tensor_name: str | None = None
    dtype: str | None = None
    numel: Any = None
    max_value: Any = None
    min_value: Any = None
    mean_value: Any = None
    has_inf: int | None = None
    has_nan: int | None = None
    num_zero: Any = None

    def __str__(self) -> str:
        return (
            f"[TensorInfo] device={self.device}, op_type={self.op_type}, tensor_name={self.tensor_name}, "
            f"dtype={self.dtype}, numel={self.numel}, num_inf={self.has_inf}, num_nan={self.has_nan}, "
            f"num_zero={self.num_zero}, max_value={self.max_value:.6f}, min_value={self.min_value:.6f}, "
            f"mean_value={self.mean_value:.6f}"
        )

    def key(self) -> str:
        """The part that is equal in matching lines of two runs."""
        return f"{self.op_type}/{self.tensor_name}"

    def init_from_string(self, line: str) -> TensorInfo:
        """Set the fields from a line. Returns self. If a word is not a number, its field does not change."""
        for word in line.strip().split(" "):
            name, _, value = word.translate({ord(c): None for c in "[],"}).partition("=")
            field, kind = _FIELDS.get(name, ("", str))
            if field:
                try:
                    setattr(self, field, kind(value))
                except ValueError:
                    continue
        return self


_FIELDS: dict[str, tuple[str, Any]] = {
    "op": ("op_type", str),
    "device": ("device", str),
    "tensor": ("tensor_name", str),
    "dtype": ("dtype", str),
    "numel": ("numel", np.int64),
    "max": ("max_value", np.float32),
    "min": ("min_value", np.float32),
    "mean": ("mean_value", np.float32),
    "num_inf": ("has_inf", int),
    "num_nan": ("has_nan", int),
    "num_zero": ("num_zero", np.int64),
}


class MixedPrecisionTensorInfo(Described):
    """A result in both runs. `is_normal` is False if the result is lost in float16."""

    def __init__(
        self,
        fp32_tensor_info: TensorInfo | None,
        fp16_tensor_info: TensorInfo | None,
        fp32_idx: int = 0,
        grad_scale: float = 1.0,
    ) -> None:
        fp32, fp16 = fp32_tensor_info, fp16_tensor_info
        self.fp32, self.fp16, self.fp32_idx = fp32, fp16, fp32_idx
        one = fp16 or fp32 or TensorInfo()
        self.op_type, self.numel = one.op_type, one.numel
        if fp32 is not None and fp16 is not None and (fp32.op_type, fp32.numel) != (fp16.op_type, fp16.numel):
            raise ModeError(
                "the two runs must compute the same values, but these two values have different operators or sizes",
                facts={"fp32": str(fp32), "fp16": str(fp16)},
            )
        scaled = fp32 is not None and "GRAD" in (fp32.tensor_name or "")
        self.scaled_fp32_max_value = fp32.max_value * grad_scale if fp32 is not None and scaled else None
        self.scaled_fp32_min_value = fp32.min_value * grad_scale if fp32 is not None and scaled else None
        self.is_normal = self._normal()

    def get_tensor_name(self) -> str:
        """Return the name in the float16 run, and the name in the float32 run with which it is compared."""
        if self.fp16 is None:
            return f"{self.fp32.tensor_name if self.fp32 else None}#{self.fp32_idx}"
        name = str(self.fp16.tensor_name)
        return name if self.fp32 is None else f"{name.replace('.cast_fp16', '/.cast_fp16/')}#{self.fp32_idx}"

    def ratio(self, field: str) -> Any:
        """Return float16's number divided by float32's number. Return None if one of the numbers is missing."""
        if self.fp32 is None or self.fp16 is None:
            return None
        a, b = getattr(self.fp16, field), getattr(self.fp32, field)
        return None if a is None or b is None else a / b if b != 0 else 1

    def _normal(self) -> bool:
        if self.numel is not None and self.numel > np.iinfo(np.int32).max:
            return False
        values = [getattr(t, f) for t in (self.fp32, self.fp16) if t is not None for f in ("max_value", "min_value")]
        values += [self.scaled_fp32_max_value, self.scaled_fp32_min_value]
        if any(v is not None and is_infinite(v) for v in values):
            return False
        if self.fp16 is None:
            return True
        if self.fp16.has_inf or self.fp16.has_nan:
            return False
        pairs = (self.fp16.max_value, self.scaled_fp32_max_value), (self.fp16.min_value, self.scaled_fp32_min_value)
        return all(a is None or b is None or is_allclose(a, b) for a, b in pairs)


def parse_lines(lines: Iterable[str], specified_op_list: Collection[str] | None = None) -> list[TensorInfo]:
    """Parse the [PRECISION] lines. If a list of ops is given, keep only the lines of these ops."""
    found = [TensorInfo().init_from_string(line) for line in lines if "[PRECISION]" in line]
    return [t for t in found if specified_op_list is None or t.op_type in specified_op_list]


def parse_log(
    log_dir: str | None, filename: str | None, specified_op_list: Collection[str] | None = None
) -> list[TensorInfo] | None:
    """Parse a file of [PRECISION] lines. None if the file does not exist."""
    path = None if log_dir is None or filename is None else Path(log_dir) / filename
    if path is None or not path.exists():
        return None
    return parse_lines(path.read_text().splitlines(), specified_op_list)


def merge_tensor_info_list(
    fp32_tensor_info_list: Sequence[TensorInfo] | None,
    fp16_tensor_info_list: Sequence[TensorInfo] | None,
    grad_scale: float,
) -> list[MixedPrecisionTensorInfo]:
    """Pair the lines of the same op and name: the first with the first, the second with the second, and so on."""
    if fp16_tensor_info_list is None:
        return [
            MixedPrecisionTensorInfo(t, None, n, grad_scale) for t, n in _numbered(fp32_tensor_info_list or (), str)
        ]
    full = {(t.key(), n): t for t, n in _numbered(fp32_tensor_info_list or (), str)}

    def plain(key: str) -> str:
        return key.replace(".cast_fp16", "").replace(".cast_fp32", "")

    return [
        MixedPrecisionTensorInfo(full.get((plain(t.key()), n)), t, n, grad_scale)
        for t, n in _numbered(fp16_tensor_info_list, plain)
    ]


def _numbered(infos: Iterable[TensorInfo], key: Any) -> list[tuple[TensorInfo, int]]:
    counts: dict[str, int] = {}
    found: list[tuple[TensorInfo, int]] = []
    for info in infos:
        number = counts.get(key(info.key()), 0)
        counts[key(info.key())] = number + 1
        found.append((info, number))
    return found


_NUMBERS = ("dtype", "max_value", "min_value", "mean_value", "num_zero")
_RATIOS = ("max_value", "min_value", "mean_value")


def compare_accuracy(
    dump_path: str,
    another_dump_path: str,
    output_filename: str,
    loss_scale: float = 1,
    dump_all_tensors: bool = False,
) -> None:
    """Write a row for each result in the logs (`worker_*`) of two folders: float32, float16, and their ratios.

    Raises ModeError (an AssertionError) for dump_all_tensors=True. Raises UnsupportedError for a file that is not .csv,
    because Excel files need another package.
    """
    if dump_all_tensors:
        raise ModeError(
            "compare_accuracy does not support dump_all_tensors=True", site=site(), fix="pass dump_all_tensors=False"
        )
    if not output_filename.endswith(".csv"):
        raise UnsupportedError(
            f"compare_accuracy writes only CSV files, but {output_filename!r} does not end in .csv", site=site(),
            fix=f"pass {output_filename.rpartition('.')[0] or output_filename}.csv, which Excel can open",
        )  # fmt: skip
    titles = ["log", "op_type", "tensor_name", "numel", "infinite"]
    titles += [f"fp32 {n}" for n in _NUMBERS]
    titles += [f"fp16 (scale={loss_scale}) {n}" for n in (*_NUMBERS, "num_inf", "num_nan")]
    titles += [f"fp16 / fp32 {n}" for n in _RATIOS]
    with open(output_filename, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(titles)
        for log in sorted(p.name for p in Path(dump_path).iterdir() if "worker_" in p.name):
            for info in merge_tensor_info_list(
                parse_log(dump_path, log), parse_log(another_dump_path, log), loss_scale
            ):
                writer.writerow([log, *_row(info)])


def _row(info: MixedPrecisionTensorInfo) -> list[Any]:
    def of(tensor: TensorInfo | None, names: Iterable[str]) -> list[Any]:
        return ["" if tensor is None else getattr(tensor, name) for name in names]

    return [
        info.op_type, info.get_tensor_name(), info.numel, 0 if info.is_normal else 1, *of(info.fp32, _NUMBERS),
        *of(info.fp16, (*_NUMBERS, "has_inf", "has_nan")),
        *("" if (ratio := info.ratio(f)) is None else ratio for f in _RATIOS),
    ]  # fmt: skip
