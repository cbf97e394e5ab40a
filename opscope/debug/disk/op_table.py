"""Op table of a recording: the ops of eager calls, written as references (`ir.serialize.op_references`).

Some ops cannot be found again, for example the op of a PyLayer. Such an op is replaced by a stand-in, which has the
name of the op and cannot run: `{"stands for": name, "inputs", "outputs", "variadic", "doc"}`. For an op of another
library, the stand-in also contains "meaning", "type", "library" and four flags. "in place" is true if the op writes to
its first input. "writes" is true if the op writes to any input. "makes memory" is true if the results have their own
memory. "random" is true if the op draws random numbers. Ops that exist only in eager code are written as `{"eager":
name}`.
"""

from __future__ import annotations

from typing import Any

from opscope.debug.disk.plain_data import flag, list_of, text, texts
from opscope.eager.op_calls import GRADIENT_SUM, SET_VALUE
from opscope.eager.pylayer import opaque_op
from opscope.errors import RunError, UnsupportedError
from opscope.ir.serialize.op_references import OpReader, OpWriter
from opscope.ir.serialize.untrusted import Untrusted
from opscope.ops.registry import Op

_EAGER = {"set_value": SET_VALUE, "grad_add": GRADIENT_SUM}
_FEW_OPERANDS = 1 << 14  # of gradient ops, for each op of the table


class OpTableWriter:
    """Encoder that numbers ops in the order of their first use."""

    def __init__(self) -> None:
        self._ops: dict[int, int] = {}
        self._kept: list[Op] = []  # which keeps the ids unique
        self._writer = OpWriter()
        self.data: list[Any] = []

    def op(self, op: Op, must_run: bool = False) -> int:
        """Return the number that an op has in the op table.

        Raises UnsupportedError if `must_run` is True and the op cannot be found again in another process.
        """
        found = self._ops.get(id(op))
        if found is None:
            found = self._ops[id(op)] = len(self._kept)
            self._kept.append(op)
            self.data.append(self._reference(op))
        if must_run and not _can_run(self.data[found]):
            raise UnsupportedError(
                f"the op {op.name} cannot be recorded: it would not exist when the recording is opened"
            )
        return found

    def _reference(self, op: Op) -> Any:
        eager = next((name for name, known in _EAGER.items() if known is op), None)
        if eager is not None:
            return {"eager": eager}
        if not op.opaque and _is_of_opscope(op):
            try:
                return self._writer.write(op)
            except UnsupportedError:
                pass
        names = {"inputs": list(op.inputs), "outputs": list(op.outputs), "variadic": op.variadic}
        return {"stands for": op.name, **names, "doc": op.__doc__, **({} if op.is_computed_here else _of_library(op))}


def _of_library(op: Op) -> dict[str, Any]:
    return {
        "meaning": op.meaning, "type": op.own_type, "in place": op.writes_first_input, "random": op.random,
        "writes": op.writes_inputs, "makes memory": op.makes_memory, "library": op.library,
    }  # fmt: skip


def _can_run(reference: Any) -> bool:
    return type(reference) is not dict or "stands for" not in reference


def _is_of_opscope(op: Op) -> bool:
    of = op if op.forward is None else op.forward.op
    return of.__module__.partition(".")[0] == "opscope" and (of is op or _is_of_opscope(of))


def read_ops(data: Any) -> list[Op]:
    """Read an op table from JSON data.

    Raises ArgumentError, KeyError, TypeError, ValueError if the data does not have the format of an op table.
    """
    references = list_of(data)
    reader = OpReader(Untrusted([]), _FEW_OPERANDS * len(references))
    return [_op(each, reader) for each in references]


def _op(data: Any, reader: OpReader) -> Op:
    if type(data) is not dict or "gradient of" in data:
        return reader.read(Untrusted(data))
    if "eager" in data:
        return _EAGER[data["eager"]]
    name, doc = text(data["stands for"]), data["doc"] and text(data["doc"])
    made = opaque_op(name, doc)
    made.inputs, made.outputs = texts(data["inputs"]), texts(data["outputs"])
    made.variadic = text(data["variadic"])
    if not made.outputs:
        raise ValueError("an op must have an output")
    made.kernel = _refuse
    if "meaning" in data:
        made.opaque, made.is_computed_here = False, False
        made.meaning, made.own_type = text(data["meaning"]), text(data["type"])
        made.writes_first_input, made.random = flag(data["in place"]), flag(data["random"])
        # recordings made before 2026-11-28 lack these, and the library
        made.library = text(data.get("library", ""))
        made.writes_inputs, made.makes_memory = flag(data.get("writes", True)), flag(data.get("makes memory", False))
    return made


def _refuse(*values: Any, **attrs: Any) -> Any:
    raise RunError(
        "this op cannot be computed, because the recording contains only the results of the op, not the code"
    )
