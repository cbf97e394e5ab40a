"""Conversion of programs to JSON and back. Another process can read the JSON.

The read program has the same names, ids, lines and text, and computes the same results. Python functions are not
included (see `op_references`).
"""

from __future__ import annotations

import json
import os
from typing import Any

from opscope.core.source import Site, display_name
from opscope.core.source import site as user_site
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ir.compat.program_methods import PaddleProgramMethods
from opscope.ir.program.program import Block, Operator, Parameter, Program, Variable
from opscope.ir.serialize.attribute_json import encode
from opscope.ir.serialize.deserialize import FORMAT, read_program
from opscope.ir.serialize.op_references import OpWriter, write_spec
from opscope.ir.serialize.untrusted import Untrusted


def to_data(program: Program) -> dict[str, Any]:
    """Return the program as dicts, lists, strings and finite numbers, for `json.dumps(to_data(p), allow_nan=False)`.

    Equal programs give equal data. No code of the user is run.
    Raises UnsupportedError, with operator and attribute, for an attribute that cannot be written as data.
    """
    return _ProgramWriter(program).program()


def from_data(data: Any) -> Program:
    """Read a program that `to_data` wrote. A call of a py_func function then raises RunError.

    The data may be untrusted. No code in it runs, and its size limits the memory use. Raises ArgumentError with the
    path of the invalid part.
    """
    return read_program(Untrusted(data))


def to_bytes(program: Program) -> bytes:
    """Return `to_data` of a program as JSON bytes."""
    return json.dumps(to_data(program), allow_nan=False, separators=(",", ":")).encode()


def from_bytes(content: bytes) -> Program:
    """Read a program with `from_data` from JSON bytes.

    Raises UsageError if `content` is not bytes, and ArgumentError for other bytes.
    """
    if not isinstance(content, bytes | bytearray | memoryview):
        raise UsageError(f"a program is read from bytes, but received {type(content)}", site=user_site())
    try:
        data = json.loads(bytes(content))
    except (ValueError, RecursionError):
        raise ArgumentError(
            "the bytes are not a program", site=user_site(), fix="pass the result of desc.serialize_to_string()"
        ) from None
    return from_data(data)


PaddleProgramMethods.codec = to_bytes, from_bytes


class _ProgramWriter:
    def __init__(self, source: Program) -> None:
        self.source = source
        self.ops = OpWriter()
        self.sites: dict[Site, int] = {}
        self.present = {id(operator) for operator in source.operators}

    def program(self) -> dict[str, Any]:
        blocks = [self.block(block) for block in self.source.blocks]
        return {
            "format": FORMAT,
            "version": self.source.version,
            "seed": int(self.source.random_seed),
            "next_op": self.source._next_op,
            "current_block": self.source.current_block_idx,
            "role": self.source.role,
            "namescope": self.source.namescope,
            "device": self.source.device,
            "grad_times": self.source.grad_times,
            "scopes": dict(self.source.scopes),
            "sites": [[site.filename, site.line, site.function, site.text] for site in self.sites],
            "functions": self.ops.functions,
            "blocks": blocks,
        }

    def block(self, block: Block) -> dict[str, Any]:
        return {
            "parent": block.parent_idx,
            "forward": block.forward_block_idx,
            "backward": block.backward_block_idx,
            "vars": [self.variable(variable) for variable in block.vars.values()],
            "ops": [self.operator(operator) for operator in block.ops],
        }

    def variable(self, variable: Variable) -> dict[str, Any]:
        maker = variable.op
        return {
            "name": variable.name,
            "spec": write_spec(variable.spec),
            "stop_gradient": bool(variable.stop_gradient),
            "persistable": bool(variable.persistable),
            "is_data": bool(variable.is_data),
            "need_check_feed": bool(variable.need_check_feed),
            "lod_level": int(variable.lod_level),
            "tensor_array": bool(variable.is_tensor_array),
            "detached": bool(variable.detached),
            "kind": None if variable.kind is None else variable.kind.name,
            "belong_to_optimizer": bool(variable.belong_to_optimizer),
            "op": maker.id if maker is not None and id(maker) in self.present else None,
            "site": self.site(variable.site),
            "parameter": self.parameter(variable) if isinstance(variable, Parameter) else None,
        }

    def parameter(self, parameter: Parameter) -> dict[str, Any]:
        where = f"parameter {parameter.name}"
        return {
            "trainable": bool(parameter.trainable),
            "need_clip": bool(parameter.need_clip),
            "do_model_average": None if parameter.do_model_average is None else bool(parameter.do_model_average),
            "optimize_attr": _encoded(parameter.optimize_attr, f"{where}, optimize_attr", parameter.site),
            "regularizer": _encoded(parameter.regularizer, f"{where}, regularizer", parameter.site),
        }

    def operator(self, operator: Operator) -> dict[str, Any]:
        where, site = f"operator {operator.id} ({operator.type})", operator.site
        try:
            op = self.ops.write(operator.op)
        except UnsupportedError as e:
            raise _not_data(where, e, site) from None
        attrs = {name: _encoded(value, f"{where}, attribute {name!r}", site) for name, value in operator.attrs.items()}
        return {
            "id": operator.id,
            "op": op,
            "called": operator.type_override,
            "inputs": list(operator.inputs),
            "outputs": list(operator.outputs),
            "attrs": attrs,
            "notes": {
                name: _encoded(value, f"{where}, note {name!r}", site) for name, value in operator.user_attrs.items()
            },
            "role": operator.role,
            "namescope": operator.namescope,
            "layer_path": operator.layer_path,
            "device": operator.device,
            "role_var": list(operator.role_var),
            "site": self.site(site),
            "user_site": None if operator.user_site == site else self.site(operator.user_site),
        }

    def site(self, site: Site | None) -> int | None:
        if site is None:
            return None
        portable = Site(portable_filename(site.filename), site.line, site.function, site.code)
        return self.sites.setdefault(portable, len(self.sites))


def portable_filename(filename: str) -> str:
    """Return a file name.

    A notebook cell becomes `cell [3]`, because its file name has no meaning in another process.
    """
    shown = display_name(filename)
    return filename if os.path.basename(filename) == os.path.basename(shown) else shown


def _encoded(value: Any, where: str, site: Site | None) -> Any:
    try:
        return encode(value)
    except UnsupportedError as e:
        raise _not_data(where, e, site) from None


def _not_data(where: str, reason: UnsupportedError, site: Site | None) -> UnsupportedError:
    return UnsupportedError(f"{where} cannot be written as data: {reason.summary}", site=site, fix=reason.fix)
