"""Execution of an ONNX model as if it were a script, such as `opscope run model.onnx --feed x=images.npy`."""

from __future__ import annotations

import argparse
import os
import sys
import zipfile
from collections.abc import Sequence

import numpy as np

from opscope.cli.script import Script
from opscope.core.annotations import Array
from opscope.errors import ArgumentError, MissingFile, OpscopeError

SUFFIX = ".onnx"


def is_model(path: str) -> bool:
    """Return True for the path of an ONNX file."""
    return path.endswith(SUFFIX) and os.path.isfile(path)


class OnnxScript(Script):
    """Script that loads an ONNX model, runs it on its inputs, and prints a summary of its outputs.

    The arguments are --feed NAME=FILE.npy for each input, --dim NAME=SIZE, --steps N and --seed N. An input without a
    file gets random numbers.
    """

    def __init__(self, path: str, args: Sequence[str]) -> None:
        super().__init__(path, args)
        parser = _parser(path)
        self.options, unknown = parser.parse_known_args(list(args))
        if unknown:
            parser.error(f"{unknown[0]} is not an option of a model. Write options of opscope before {path}")
        self.dims = dict(map(dim_size, self.options.dim))
        self.feed = dict(map(fed_array, self.options.feed))

    def _execute(self) -> None:
        """Load the model, run it and print a line for each output."""
        from opscope import onnx  # slow to import
        from opscope.debug.comparison.model_difference import random_feed

        model = onnx.load(self.path, dims=self.dims)
        feed = {**random_feed(model, self.options.seed), **self.feed}
        outputs: list[Array] = []
        for _ in range(self.options.steps):
            outputs = model.run(feed)
        for name, value in zip(model.output_names, outputs, strict=True):
            _print_value(name, value)

    def traceback(self, error: BaseException) -> str:
        """Return the text of an error.

        If the error is about the inputs or the model, return only the message, because no line of code caused the
        error.
        """
        return f"{type(error).__name__}: {error}\n" if isinstance(error, OpscopeError) else super().traceback(error)


def _parser(path: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"opscope ... {path}", epilog="Write the options of the opscope subcommand before the file."
    )
    parser.add_argument("--feed", action="append", default=[], metavar="NAME=FILE.npy", help="the value of an input")
    parser.add_argument("--dim", action="append", default=[], metavar="NAME=SIZE", help="the size of a symbolic dim")
    parser.add_argument("--steps", type=int, default=1, metavar="N", help="how often the model runs")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the seed of the random numbers for inputs that are not fed"
    )
    return parser


def dim_size(text: str) -> tuple[str, int]:
    """Parse `batch=1` to ("batch", 1). Raises ArgumentError."""
    name, _, size = text.partition("=")
    if not size.isdecimal():
        raise ArgumentError(f"--dim {text}: the size is not a whole number", fix="for example: --dim batch=1")
    return name, int(size)


def fed_array(text: str) -> tuple[str, Array]:
    """Load `x=images.npy` as ("x", array).

    Raises MissingFile, or ArgumentError if the file does not contain one array.
    """
    name, _, path = text.partition("=")
    if not os.path.isfile(path):
        what = "this path is a folder" if os.path.isdir(path) else "no such file"
        raise MissingFile(f"--feed {text}: {what}", fix="write --feed NAME=FILE.npy")
    try:
        with open(path, "rb") as file:
            found = np.load(file, allow_pickle=False)
    except (EOFError, MemoryError, OSError, ValueError, zipfile.BadZipFile):
        raise ArgumentError(f"--feed {text}: the file is not an array", fix="write the file with numpy.save") from None
    if not isinstance(found, np.ndarray):
        raise ArgumentError(f"--feed {text}: the file contains several arrays", fix="write one array with numpy.save")
    return name, found


def _print_value(name: str, value: object) -> None:
    if isinstance(value, list):
        for position, element in enumerate(value):
            _print_value(f"{name}[{position}]", element)
        return
    array = np.asarray(value)
    wide = array.astype("float64") if array.dtype.kind in "fiub" else np.abs(array)
    text = f"min {wide.min():.6g}  mean {wide.mean():.6g}  max {wide.max():.6g}" if array.size else "no elements"
    print(f"{name}  {array.dtype}{list(array.shape)}  {text}", file=sys.stdout)
