"""Inference models: the part of a program between feeds and fetches, and its parameters, in two files.

<prefix>.pdmodel has Paddle's format. If Paddle's format cannot express the program, the file is <prefix>.opscope.json.
<prefix>.pdiparams has Paddle's format. The files contain only data: reading a file runs no code.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from opscope.core.files.untrusted_files import BoundedSource, read_file
from opscope.core.source import site
from opscope.core.strict import warn
from opscope.errors import ArgumentError, MissingFile, OpscopeError, OpscopeWarning, UnsupportedError, UsageError
from opscope.ir.clone_prune import prune
from opscope.ir.program.context import require_static
from opscope.ir.program.program import Program, Variable
from opscope.ir.serialize.program_json import from_data, to_data
from opscope.ir.value_store import find_tensor
from opscope.paddle.model_files.read_program import read_program
from opscope.paddle.model_files.write_program import write_program
from opscope.paddle.saving.from_file import structured_names
from opscope.paddle.saving.model_files import (
    find_named_program,
    find_program,
    is_own_format,
    remove_other_format,
    suffix_of,
)
from opscope.paddle.saving.nearby_files import suggest_file
from opscope.paddle.saving.reader import file_source, named_file
from opscope.paddle.saving.tensor_files import joined_values, read_values
from opscope.paddle.saving.tensors import Rows, written
from opscope.paddle.saving.to_file import opened
from opscope.paddle.static.values import put, valid_program

FORMAT = "opscope inference model 1"
FORMATS = ("paddle", "opscope")


def _variables(value: Any, what: str, refused: type[OpscopeError] = ArgumentError) -> list[Variable]:
    many = list(value) if isinstance(value, list | tuple) else [value]
    for item in many:
        if not isinstance(item, Variable):
            raise refused(
                f"'{what}' should be a Variable or a list of Variables.", facts={"given": repr(item)}, site=site()
            )
    return many


def normalize_program(program: Any, feed_vars: Any, fetch_vars: Any, **kwargs: Any) -> Program:
    """Return a copy with only the operators that compute fetch_vars from feed_vars, for evaluation (is_test is set).

    Raises UsageError if `program` is not a Program, or if the feeds or fetches are not Variables.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/normalize_program_en.html
    """
    if not isinstance(program, Program):
        raise UsageError(f"program must be a Program, but received {type(program)}", site=site())
    _options(kwargs, "normalize_program", "skip_prune_program")
    feeds = _variables(feed_vars, "feed_vars", UsageError)
    fetches = _variables(fetch_vars, "fetch_vars", UsageError)
    if kwargs.get("skip_prune_program"):
        return program.clone(for_test=True)
    return prune(program.clone(for_test=True), [v.name for v in fetches], [v.name for v in feeds])


def _options(given: dict[str, Any], where: str, *known: str) -> None:
    if unknown := [name for name in given if name not in known]:
        raise ArgumentError(
            f"function '{where}' doesn't support argument '{unknown[0]}'",
            site=site(),
            fix=f"use only the arguments {', '.join(known)}",
        )


def serialize_program(feed_vars: Any, fetch_vars: Any, **kwargs: Any) -> bytes:
    """Return the normalized program as bytes; program=None means the default main program.

    format: "paddle", a ProgramDesc that Paddle 2.6 can load; or "opscope", JSON of this project. By default, the format
    is "paddle" if Paddle's operators can express the program, otherwise "opscope", with a warning.

    Raises UnsupportedError for format="paddle" and an operator that Paddle's operators cannot express. Warns of
    py_func, because Python functions are not saved.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/serialize_program_en.html
    """
    _options(kwargs, "serialize_program", "program", "legacy_format", "format")
    if (kind := kwargs.get("format")) not in (None, *FORMATS):
        raise ArgumentError(f"unknown format {kind!r}", site=site(), fix=f"use one of {', '.join(FORMATS)}")
    given = _variables(feed_vars, "feed_vars"), _variables(fetch_vars, "fetch_vars")
    program = normalize_program(valid_program(kwargs.get("program")), *given)
    names = [[v.name for v in many] for many in given]
    if kind == "paddle":
        return write_program(program, *names)
    functions = [operator for operator in program.operators if operator.op.function is not None]
    for operator in functions:
        warn(
            OpscopeWarning(
                f"{operator!r} is a Python function of this process, and a loaded model cannot run the function",
                site=operator.site,
                fix="fetch a value that is computed before the function, or write the function with operators",
            )
        )
    if kind is None and not functions:
        try:
            content = write_program(program, *names)
            _check_read_back(content, program, names)
            return content
        except UnsupportedError as e:
            warn(
                OpscopeWarning(
                    "the model is written in opscope's own format, because Paddle's format is not possible: "
                    f"{e.summary}",
                    site=e.site or site(), fix="pass format='opscope' to accept this format",
                )
            )  # fmt: skip
    content = {"format": FORMAT, "feeds": names[0], "fetches": names[1], "program": to_data(program)}
    return json.dumps(content, allow_nan=False, separators=(",", ":")).encode()


def _check_read_back(content: bytes, program: Program, names: list[list[str]]) -> None:
    """Raise UnsupportedError if the bytes are not read as a program with the same inputs and outputs."""
    try:
        found, *again = read_program(content)
    except OpscopeError as e:
        raise UnsupportedError(f"the written model could not be read back: {e.summary}", site=e.site) from e
    if again != names:
        raise UnsupportedError(
            f"the written model cannot be read back correctly: its inputs and outputs would be {again}"
        )
    for name in (n for many in names for n in many):
        kinds = [p.global_block().var_of(name).spec for p in (program, found)]
        if kinds[0].dtype is not kinds[1].dtype or len(kinds[0].shape) != len(kinds[1].shape):
            raise UnsupportedError(
                f"the written model cannot be read back correctly: {name} would be {kinds[1]}, not {kinds[0]}"
            )


def deserialize_program(data: bytes) -> Program:
    """Return the program from the bytes of `serialize_program`. Raises ArgumentError for other bytes."""
    return _model(data)[0]


def _model(data: bytes | BoundedSource) -> tuple[Program, list[str], list[str]]:
    if not _is_json(data):
        return read_program(data)
    refused = ArgumentError("this is not an inference model", site=site(), fix="load a model from save_inference_model")
    try:
        content = json.loads(data.text() if isinstance(data, BoundedSource) else bytes(data))
    except (TypeError, ValueError, RecursionError):
        raise refused from None
    if not isinstance(content, dict) or content.get("format") != FORMAT or "program" not in content:
        raise refused
    program = from_data(content["program"])
    block = program.global_block()
    names = [content.get("feeds"), content.get("fetches")]
    for many in names:
        if not isinstance(many, list) or not all(isinstance(n, str) and block.has_var(n) for n in many):
            raise refused
    return program, names[0], names[1]  # type: ignore[return-value]


def _is_json(data: bytes | BoundedSource) -> bool:
    return data.starts_with(b"{") if isinstance(data, BoundedSource) else is_own_format(bytes(data[:1]))


def serialize_persistables(feed_vars: Any, fetch_vars: Any, executor: Any = None, **kwargs: Any) -> bytes:
    """Return the parameters that the normalized program reads, as bytes, from the global scope.

    Raises ArgumentError for a parameter without a value.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/serialize_persistables_en.html
    """
    _options(kwargs, "serialize_persistables", "program")
    given = _variables(feed_vars, "feed_vars"), _variables(fetch_vars, "fetch_vars")
    program = normalize_program(valid_program(kwargs.get("program")), *given)
    chosen = [v for v in program.global_block().vars.values() if v.persistable]
    return written(Rows(np.array(find_tensor(name))) for name in sorted(v.name for v in chosen))


def deserialize_persistables(program: Program, data: bytes, executor: Any = None) -> None:
    """Set the parameters of a program in the global scope to the values from `serialize_persistables`.

    The bytes contain no names: the values are in the order of the parameters' names. Raises ArgumentError for bytes of
    another kind, another number of parameters, or another shape.
    """
    require_static("deserialize_persistables")
    _set_parameters(program, data)


def _set_parameters(program: Program, data: bytes | BoundedSource) -> None:
    kept = {v.name: v for v in program.global_block().vars.values() if v.persistable}
    for name, value in joined_values(kept, data, "the file of parameters").items():
        put(kept[name], value)


def save_to_file(path: str, content: bytes) -> None:
    """Write bytes to a file, completely or not at all. Raises ArgumentError if `content` is not bytes."""
    if not isinstance(content, bytes):
        raise ArgumentError("'content' type should be bytes.", site=site())
    with opened(path) as file:
        file.write(content)


def load_from_file(path: str) -> bytes:
    """Return the bytes of a file. Raises MissingFile (a ValueError and a FileNotFoundError)."""
    _require(path)
    with named_file(path):
        return read_file(path)


def _require(path: str) -> None:
    if not Path(path).exists():
        fix = f"give the prefix that it was saved with; {suggest_file(Path(path))}"
        raise MissingFile(f"There is no file named {path}", site=site(), fix=fix)


def save_inference_model(path_prefix: str, feed_vars: Any, fetch_vars: Any, executor: Any, **kwargs: Any) -> None:
    """Write the operators that compute fetch_vars from feed_vars to .pdmodel, their parameters to .pdiparams.

    Paddle 2.6 can also load these files. If Paddle's format cannot express an operator, the program is written to
    <path_prefix>.opscope.json, with a warning that names the operator. format="opscope" always writes this file;
    format="paddle" raises an error instead. Without parameters, only the first file is written.

    Raises ArgumentError if feeds or fetches are not Variables, or for a parameter without a value; UnsupportedError for
    operators that format="paddle" cannot write.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/save_inference_model_en.html
    """
    _options(kwargs, "save_inference_model", "program", "clip_extra", "legacy_format", "format")
    if not isinstance(path_prefix, str) or not Path(path_prefix).name:
        raise ArgumentError("'path_prefix' should be a string.", site=site(), fix="pass dirname/filename")
    if path_prefix.endswith("/"):
        raise ArgumentError("'path_prefix' should not be a directory", site=site(), fix="pass dirname/filename")
    program = valid_program(kwargs.get("program"))
    content = serialize_program(feed_vars, fetch_vars, program=program, format=kwargs.get("format"))
    model = deserialize_program(content)
    has_parameters = any(v.persistable for v in model.global_block().vars.values())
    parameters = serialize_persistables(feed_vars, fetch_vars, executor, program=program) if has_parameters else None
    suffix = suffix_of(content)
    save_to_file(path_prefix + suffix, content)
    remove_other_format(path_prefix, suffix)
    if parameters is not None:
        save_to_file(path_prefix + ".pdiparams", parameters)
    else:
        Path(path_prefix + ".pdiparams").unlink(missing_ok=True)  # of another model: it would not fit


def load_inference_model(path_prefix: str | None, executor: Any, **kwargs: Any) -> list[Any]:
    """Load a saved model, and set its parameters in the global scope.

    Return [program, names to feed, variables to fetch]. model_filename and params_filename name files in the directory
    path_prefix; without path_prefix, they are the bytes of serialize_program and serialize_persistables. Raises
    FileNotFoundError, ArgumentError for other contents.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/load_inference_model_en.html
    """
    _options(kwargs, "load_inference_model", "model_filename", "params_filename")
    with _content(path_prefix, kwargs.get("model_filename"), "model") as source:
        program, feeds, fetches = _model(source)
    block = program.global_block()
    about = Path(f"{path_prefix}.pdiparams.info")
    if path_prefix is not None and about.exists():
        _name_layers(program, structured_names(about))
    if any(v.persistable for v in block.vars.values()):
        with _content(path_prefix, kwargs.get("params_filename"), "params") as source:
            _set_parameters(program, source)
    return [program, feeds, [block.var(n) for n in fetches]]


def _name_layers(program: Program, structured: Mapping[str, str]) -> None:
    """Give operators that read a parameter the path of the parameter's Layer, unless the file has set the path."""
    for operator in program.operators:
        if not operator.layer_path:
            owners = (structured[n].rpartition(".")[0] for n in operator.inputs if n is not None and n in structured)
            operator.layer_path = next(owners, "")


def load_model(path: str, folder: str, params_filename: str | None) -> list[Any]:
    """Load an inference model from a folder.

    params_filename: one file of all parameters; None: a file for each parameter.
    """
    file = find_named_program(path)
    with _content(str(file.parent), file.name, "model") as source:
        program, feeds, fetches = _model(source)
    block = program.global_block()
    kept = {v.name: v for v in block.vars.values() if v.persistable}
    for name, value in (read_values(kept, folder, params_filename) if kept else {}).items():
        put(kept[name], value)
    return [program, feeds, [block.var(n) for n in fetches]]


@contextmanager
def _content(prefix: str | None, given: Any, kind: str) -> Iterator[BoundedSource]:
    """Return the content of a model: of a file at the prefix or in the directory of this name, or the given bytes."""
    if prefix is None:
        if not isinstance(given, bytes):
            raise ArgumentError(
                f"{kind}_filename must be the content of the file (bytes) if path_prefix is None.",
                site=site(),
                fix="pass bytes",
            )
        yield BoundedSource(io.BytesIO(given), len(given))
        return
    if given:
        path = str(find_named_program(Path(prefix) / given))
    else:
        path = str(find_program(prefix)) if kind == "model" else f"{prefix}.pdiparams"
    _require(path)
    with file_source(path) as source:
        yield source


__all__ = [
    "deserialize_persistables",
    "deserialize_program",
    "load_from_file",
    "load_inference_model",
    "normalize_program",
    "save_inference_model",
    "save_to_file",
    "serialize_persistables",
    "serialize_program",
]
