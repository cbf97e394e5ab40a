"""Decoder of the structure of a condensed step.

    {"structure": {"calls": [[op, means, inputs, made or null, attrs, node, edges, edge, partial, phase, updating,
                              depth, position, call, layer or null, result name, writes, until, operator], ...],
                   "events": [number of a call, ["held", ...], ["write", ...], ["own write", ...], ["memory", ...],
                              ["copy", ...] or ["view", ...]],
                   "initial": [held], "tensors": [[name, edge, slot]], "nodes": [[op, position]],
                   "end": [position, call, writes], "sizes": [bytes of each slot],
                   "scalars": [[call, slot, shape, dtype], ...], "ticks", "parameters", "paths",
                   "names": see `record_names.py`, "codes", "functions": see `code_table.py`, "ops"}}

The fields of a structure are the fields of the classes in `debug/eager/condensed_step.py`. An input in the JSON data is
[Tensor, slot], [slot], [] for a number that may differ in each step, or {"value": attribute}. If a call of another
library can be repeated, its `operator` is [library, full name, [lengths of arguments], number of threads]. Otherwise,
`operator` is null. Format 6 does not have the field `operator`. Numbers in the attributes of such calls may differ in
each step.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from opscope.core.layer_calls import LayerCall
from opscope.debug.disk.array_file import dtype_of_text
from opscope.debug.disk.checksummed_jsonl import DamagedFileError, decode_line
from opscope.debug.disk.code_table import CodeTable, RecordedCodes
from opscope.debug.disk.op_table import read_ops
from opscope.debug.disk.plain_data import below, count, counts, flag, list_of, number, text, texts
from opscope.debug.disk.record_decoder import UNFIT
from opscope.debug.disk.record_names import decode_record_names
from opscope.debug.eager.attribute_numbers import marks_in, without_numbers
from opscope.debug.eager.condensed_step import (
    CallForm,
    Copy,
    Event,
    HeldChange,
    Means,
    OwnWrite,
    ResultMemory,
    StepStructure,
    TensorForm,
    View,
    Write,
)
from opscope.eager.foreign.recorded_operators import RecordedRepeat, is_known
from opscope.errors import OpscopeError
from opscope.ir.serialize.attribute_json import decode
from opscope.ir.serialize.untrusted import Untrusted
from opscope.names.stored_names import StoredNames
from opscope.ops.repeats import OperatorReference

_RANK = 64
_MEANS: dict[str, Means] = {"op": "op", "gradient": "gradient", "sum": "sum", "repeat": "repeat", "": ""}


class RecordedStructure(NamedTuple):
    """The structure of a condensed step in a recording.

    `names` contains the names in the user's code, `ticks` is the number of positions, and `numbers` is the number of
    Python numbers in a step. `library` is the library that is needed to compute the step again, or "" if no library is
    needed.
    """

    structure: StepStructure
    names: StoredNames
    ticks: int
    parameters: tuple[str, ...]
    paths: tuple[str, ...]
    numbers: int
    library: str


def decode_structure(line: bytes, codes: RecordedCodes) -> RecordedStructure:
    """Decode the structure of a step from a line. Raises DamagedFileError if the line is damaged."""
    data = decode_line(line)
    try:
        return _Reader(data["structure"], codes).structure()
    except (OpscopeError, *UNFIT) as e:
        raise DamagedFileError(f"is not a structure of a step ({getattr(e, 'summary', repr(e))})") from e


class _Reader:
    def __init__(self, data: Any, codes: RecordedCodes) -> None:
        self.data = data
        self.codes = CodeTable(data, codes)
        self.ops = read_ops(data["ops"])
        self.sizes = counts(data["sizes"])
        self.slots, self.tensors = len(self.sizes), len(list_of(data["tensors"]))
        self.nodes = len(list_of(data["nodes"]))
        self.numbers = 0
        self.library = ""

    def structure(self) -> RecordedStructure:
        data = self.data
        calls = [self.call(*list_of(each)) for each in list_of(data["calls"])]
        position, user, writes = list_of(data["end"])
        made = StepStructure(
            calls=calls,
            events=[self.event(each, len(calls)) for each in list_of(data["events"])],
            initial=[self.held(*list_of(each)) for each in list_of(data["initial"])],
            tensors=[self.tensor(*list_of(each)) for each in list_of(data["tensors"])],
            nodes=[self.node(*list_of(each)) for each in list_of(data["nodes"])],
            returned=(),
            end=((self.codes.code_position(position), self.codes.call(user)), count(writes)),
            sizes=self.sizes,
            scalars=[self.scalar(*list_of(each)) for each in list_of(data["scalars"])],
            limited=True,
        )
        ticks = count(data["ticks"])
        names = decode_record_names(data["names"], self.codes, ticks)
        parameters, paths = texts(data["parameters"]), texts(data["paths"])
        return RecordedStructure(made, names, ticks, parameters, paths, self.numbers, self.library)

    def call(self, *row: Any) -> CallForm:
        op, means, inputs, made, attrs, node, edges, edge, partial, phase, updating, depth, *rest = row
        position, user, layer, result_name, writes, until, *reference = rest
        given = tuple(self.value(each) for each in list_of(inputs))
        self.numbers += given.count(())
        results = None if made is None else tuple(self.value(each) for each in list_of(made))
        if phase not in ("forward", "backward") or (results is not None and () in results):
            raise ValueError("the phase of a call must be forward or backward, and no result may be a Python number")
        attributes = decode(Untrusted(attrs))
        if type(attributes) is not dict:
            raise TypeError("attributes must be a dict")
        called = self.ops[below(op, len(self.ops))]
        if not called.is_computed_here:
            attributes = without_numbers(attributes)
            self.numbers += marks_in(attributes)
        repeat = self.repeat(*reference)
        if (means == "repeat") != (repeat is not None) or (repeat is not None and called.is_computed_here):
            raise ValueError("a call to another library must refer to an operator of this library")
        if repeat is not None:
            called.kernel = repeat.kernel
        return CallForm(
            op=called, means=_MEANS[means], inputs=given, made=results, repeat=repeat,
            attrs=attributes, node=None if node is None else below(node, self.nodes),
            edges=tuple(self.edge(each) for each in list_of(edges)), edge=self.edge(edge), partial=counts(partial),
            phase=phase, updating=flag(updating), depth=count(depth),
            caller=(self.codes.code_position(position), self.codes.call(user)), called=None,
            layer=None if layer is None else LayerCall.of_path(text(layer)), result_name=text(result_name),
            writes=number(writes), until=number(until),
        )  # fmt: skip

    def repeat(self, reference: Any = None) -> RecordedRepeat | None:
        """Return an object that repeats a call of another library."""
        if reference is None:
            return None
        library, operator, lengths, threads = list_of(reference)
        if not is_known(text(library)) or self.library not in ("", library):
            raise ValueError("the library of a call is unknown")
        self.library = library
        members = tuple(None if each is None else count(each) for each in list_of(lengths))
        return RecordedRepeat(OperatorReference(library, text(operator), members, count(threads)))

    def value(self, data: Any) -> tuple[Any, ...]:
        if type(data) is dict:
            return "value", decode(Untrusted(data["value"]))
        if len(list_of(data)) == 2:
            return below(data[0], self.tensors), self.slot(data[1])
        return () if not data else (self.slot(*data),)

    def slot(self, data: Any) -> int:
        return below(data, self.slots, -1)

    def edge(self, data: Any) -> Any:
        if data is None:
            return None
        if type(data) is int:
            return below(data, self.tensors)
        node, position = list_of(data)
        return below(node, self.nodes), count(position)

    def scalar(self, call: Any, slot: Any, shape: Any, dtype: Any) -> tuple[int, int, tuple[int, ...], Any]:
        dims = counts(shape)
        if len(dims) > _RANK or set(dims) - {1}:
            raise ValueError("a scalar must have one element")
        return count(call), below(slot, self.slots), dims, dtype_of_text(text(dtype))

    def event(self, data: Any, calls: int) -> Event:
        if type(data) is int:
            return below(data, calls)
        kind, *rest = list_of(data)
        if kind == "held":
            return self.held(*rest)
        if kind == "write":
            at, owner, slot, stored, target = rest
            return Write(number(at), below(owner, self.slots), self.slot(slot), number(stored), self.slot(target))
        if kind == "own write":
            at, owner = rest
            return OwnWrite(number(at), below(owner, self.slots))
        if kind == "memory":
            made, of = rest
            return ResultMemory(below(made, self.slots), below(of, self.slots))
        if kind == "copy":
            at, made, of, plus_zero = rest
            return Copy(number(at), below(made, self.slots), below(of, self.slots), flag(plus_zero))
        if kind != "view":
            raise ValueError("an event has an unknown kind")
        made, owner, offset, shape, strides, dtype = rest
        if len(list_of(shape)) > _RANK:
            raise ValueError("a view has too many dims")
        steps = tuple(number(each) for each in list_of(strides))
        owner = below(owner, self.slots)
        return View(below(made, self.slots), owner, count(offset), counts(shape), steps, dtype_of_text(text(dtype)))

    def held(self, at: Any, name: Any, tensor: Any, array: Any, gradient: Any) -> HeldChange:
        of = None if tensor is None else below(tensor, self.tensors, -1)
        return HeldChange(number(at), text(name), of, self.slot(array), self.slot(gradient))

    def tensor(self, name: Any, edge: Any, slot: Any) -> TensorForm:
        made = None
        if edge is not None:
            node, position = list_of(edge)
            made = below(node, self.nodes), count(position)
        return TensorForm(text(name), made, self.slot(slot))

    def node(self, op: Any, position: Any) -> tuple[Any, Any]:
        return self.ops[below(op, len(self.ops))], self.codes.code_position(position)
