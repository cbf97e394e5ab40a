"""Decoder of eager records from the lines of a recording.

The decoder makes the places of a record at the first access to them. A segment of eager code has these lines after
its summary:

    {"sources": [[[slot, is stored, place], ...], ...]}
    {"run", "step", "thread", "call": number of the first call, "ticks", "error", "finite": true if no value is NaN or
     Inf, and for a condensed step
     "structure": its number, "sources": index, "stored": [[1 for a NumPy scalar, entry], ...], "numbers", "checksum",
     "scalars": bytes as hexadecimal digits, or null, for the first step of a segment also
     "links": [[slot, slot in the previous step], ...] of stored arrays that the previous step also has,
     and for a record whose values are stored (a condensed step may also store them, because a reader may not have the
     library that computes them again)
     "ends": true if the step ends with this record,
     "kept": {"places": [[operator, after, parent, position, call, values, states, given, by locals], ...],
              "operators": [[number, op, inputs, outputs, attributes, role, position, layer], ...],
              "parents": [[operator, parent, position, call], ...], "start": [[name, is of before, entry, entry], ...],
              "parameters", "paths", "names", "codes", "functions", "ops"}}

`values` are [[name, entry or null], ...]; `given` is [attributes, [[position, number], ...]], or null.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, cast

from opscope.core.frame_locals import FrameLocals
from opscope.debug.disk.array_file import ArrayReader
from opscope.debug.disk.checksummed_jsonl import DamagedFileError, decode_line
from opscope.debug.disk.code_table import CodeTable
from opscope.debug.disk.lazy_values import LazyValue
from opscope.debug.disk.op_table import read_ops
from opscope.debug.disk.plain_data import below, count, dict_of, flag, list_of, text, texts
from opscope.debug.disk.record_decoder import UNFIT, Read, SegmentSummary
from opscope.debug.disk.record_names import decode_record_names
from opscope.debug.disk.recorded_eager import EagerCode, RecordedEager, can_compute
from opscope.debug.disk.structure_decoder import RecordedStructure
from opscope.debug.eager.condensed_step import CondensedStep, Source, Stretch
from opscope.debug.eager.eager_kind import new_record
from opscope.debug.eager.eager_record import EagerPlace, EagerRecord
from opscope.debug.eager.given_numbers import GivenNumbers
from opscope.eager.array_versions import WritesPart
from opscope.eager.held_arrays import BEFORE, Held
from opscope.eager.op_calls import OpCall
from opscope.errors import OpscopeError
from opscope.ir.serialize.attribute_json import decode
from opscope.ir.serialize.untrusted import Untrusted

Entry = Callable[[Any], LazyValue | None]


def decode_eager(
    lines: list[bytes], summary: SegmentSummary, arrays: ArrayReader, read: Read, to: EagerDecoder
) -> None:
    """Decode the lines after the summary of a segment of eager code, and add the records to the decoder `to`.

    Raises DamagedFileError.
    """
    if len(lines) != summary.lines:
        raise DamagedFileError(f"has {len(lines)} lines, but should have {summary.lines}")

    def entry(data: Any) -> LazyValue | None:
        return None if data is None else LazyValue((arrays.entry(data), None), read)

    first = len(to.records)
    try:
        to.add([*map(decode_line, lines)], entry)
    except (OpscopeError, *UNFIT) as e:
        raise DamagedFileError(
            f"contains an entry that is not a record of eager code ({getattr(e, 'summary', repr(e))})"
        ) from e
    runs = [record.run for record in to.records[first:]]
    if runs != sorted(set(runs)) or not runs or (runs[0], runs[-1]) != (summary.first_run, summary.last_run):
        raise DamagedFileError("has runs that differ from the runs in its summary")


class LazyArrays(Sequence[Any]):
    """The stored arrays of a step, as a sequence that reads an array from the array file at each access.

    The entry of an array is also decoded at the access. Entries are not decoded earlier, because a search needs few
    steps, and most of a step's data on disk are entries.
    """

    __slots__ = ("_data", "_entry")

    def __init__(self, data: list[Any], entry: Entry) -> None:
        self._data, self._entry = data, entry

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, index: Any) -> Any:
        is_scalar, data = list_of(self._data[index])
        value = self._entry(data)
        if value is None:
            raise ValueError("a stored array has no value")
        return value.value()[()] if is_scalar else value.value()


class EagerDecoder:
    """Decoder of the records of eager code in a segment and in the segments that continue it.

    The function `before` returns the previous record of the same thread. Invalid data raises KeyError, TypeError,
    ValueError or IndexError.
    """

    def __init__(
        self,
        code: RecordedEager,
        structure: Callable[[int], RecordedStructure],
        before: Callable[[EagerRecord], EagerRecord | None],
    ) -> None:
        self._before = before
        self._code = code
        self._structure = structure
        self._stretch = Stretch()
        self._last: CondensedStep | None = None
        self._checked: dict[Any, Any] = {}  # tables of sources that were checked, kept so that their ids are theirs
        self.records: list[EagerRecord] = []

    def add(self, lines: Sequence[Any], entry: Entry) -> None:
        """Add the records that the lines of a segment on disk contain."""
        tables, *records = lines
        sources = [tuple(Source(*_source(each)) for each in list_of(table)) for table in list_of(tables["sources"])]
        for data in records:
            record = self._record(data)
            structure = self._structure(count(data["structure"])) if "structure" in data else None
            step = None if structure is None else self._step(record, structure, data, sources, entry)
            if structure is not None and step is not None and can_compute(structure):
                self._condense(record, structure, step)
            elif "kept" in data:
                self._keep(record, data, entry)
            elif structure is not None and step is not None:
                self._code.let_show_calls(record, structure, step)
            else:
                raise ValueError("a record must have a structure, or values")
            self.records.append(record)

    def _keep(self, record: EagerRecord, data: Any, entry: Entry) -> None:
        is_finite = flag(data["finite"])
        record.finite = lambda: is_finite
        record.ends = flag(data["ends"])
        kept = _KeptReader(data["kept"], self._code.of_thread(record.thread), entry)
        record.reread = record.read_log = self._code.reading(record, kept.read)

    def _record(self, data: Any) -> EagerRecord:
        thread, step, first = count(data["thread"]), count(data["step"]), count(data["call"])
        block = self._code.of_thread(thread).program.global_block()
        former = self.records[-1] if self.records else None
        is_same = former is not None and first and (former.thread, former.step) == (thread, step)
        of_step = former.of_step if former is not None and is_same else None
        record = new_record(block, count(data["run"]), step, first, of_step)
        record.former = lambda: self._before(record)
        record.thread, record.ticks, record.error = thread, count(data["ticks"]), text(data["error"])
        return record

    def _step(
        self, record: EagerRecord, found: RecordedStructure, data: Any, sources: list[tuple[Source, ...]], entry: Entry
    ) -> CondensedStep:
        stored = list_of(data["stored"])
        numbers = tuple(decode(Untrusted(each)) for each in list_of(data["numbers"]))
        if len(numbers) != found.numbers or not all(type(each) in (int, float, complex) for each in numbers):
            raise ValueError("the numbers of a step do not match its calls")
        used = sources[below(data["sources"], len(sources))]
        self._check(used, found.structure.slots, len(stored))
        step = CondensedStep(
            found.structure, used, LazyArrays(stored, entry), numbers, count(data["checksum"]), 0, self._stretch,
            self._last, _bytes(data["scalars"], found), flag(data["finite"]),
        )  # fmt: skip
        if not step.index and (links := data.get("links")) is not None:
            own = {source.slot for source in used if source.is_stored}
            pairs = [(count(slot), count(place)) for slot, place in map(list_of, list_of(links))]
            self._stretch.links = {slot: place for slot, place in pairs if slot in own}
        self._stretch.add(step)
        self._last = step
        record.ends = True
        self._code.of_thread(record.thread).note(found)
        return step

    def _condense(self, record: EagerRecord, found: RecordedStructure, step: CondensedStep) -> None:
        code = self._code.of_thread(record.thread)
        record.condensed_bytes = 1 + len(step.numbers)

        def read(to: EagerRecord) -> None:
            to.set_names(found.names)
            code.history.give_values(to, step)

        self._code.let_scan(record, step)
        record.reread = record.read_log = self._code.reading(record, read)

    def _check(self, used: tuple[Source, ...], slots: int, stored: int) -> None:
        """Raise ValueError if a source does not exist. Each table of sources is checked once."""
        known = 0 if self._last is None else self._last.structure.slots
        key = id(used), slots, stored, known
        if key not in self._checked:
            for source in used:
                below(source.slot, slots)
                below(source.place, stored if source.is_stored else known)
            self._checked[key] = used


def _source(data: Any) -> tuple[int, bool, int]:
    slot, is_stored, place = list_of(data)
    return count(slot), flag(is_stored), count(place)


def _bytes(digits: Any, of: RecordedStructure) -> bytes | None:
    """Return the bytes of all one-element results of a step."""
    if digits is None:
        return None
    found = bytes.fromhex(text(digits))
    if len(found) != sum(dtype.itemsize for *_, dtype in of.structure.scalars):
        raise ValueError("the scalars of a step do not match its calls")
    return found


class _Call(NamedTuple):
    """The parts of a call that are needed to make an operator."""

    op: Any
    attrs: dict[str, Any]


class _KeptReader:
    """Decoder of the places (positions with values) of a record."""

    def __init__(self, data: Any, code: EagerCode, entry: Entry) -> None:
        self._data, self._code, self._entry = data, code, entry
        self._codes = CodeTable(data, code.codes)
        self._ops = read_ops(data["ops"])
        self._operators = [self._operator(*list_of(each)) for each in list_of(data["operators"])]
        self._parents: list[EagerPlace] = []
        for row in list_of(data["parents"]):
            operator, around, position, user = list_of(row)
            parent = None if around is None else self._parents[count(around)]
            self._parents.append(EagerPlace(self._of(operator), False, parent, self._caller(position, user), (), 0))
        self._names = decode_record_names(data["names"], self._codes, len(list_of(data["places"])))
        code.note_parameters(texts(data["parameters"]), texts(data["paths"]))
        code.note_names(self._names)

    def read(self, record: EagerRecord) -> None:
        """Decode the places, and add them to a record."""
        record.set_names(self._names)
        record.start = self._start()
        for row in list_of(self._data["places"]):
            operator, after, parent, position, user, values, states, given, by_locals = list_of(row)
            found = self._code.program
            around = None if parent is None else self._parents[count(parent)]
            held = tuple(self._values(states))
            shown = tuple((name, array) for name, array in self._values(values) if array is not None)
            found.declare_values(shown, held)
            record.add(
                self._of(operator), flag(after), around, self._caller(position, user), shown,
                FrameLocals(()) if by_locals else None, None if given is None else self._given(*list_of(given)), held,
            )  # fmt: skip

    def _operator(self, *row: Any) -> Any:
        at, op, inputs, outputs, attrs, role, position, layer = row
        called = _Call(self._ops[below(op, len(self._ops))], self._attributes(attrs))
        names = (tuple(None if n is None else text(n) for n in list_of(each)) for each in (inputs, outputs))
        read, made = names
        program, call = self._code.program, self._codes.position(position)
        return program.operator(cast(OpCall, called), count(at), read, made, count(role), call, text(layer))

    def _of(self, operator: Any) -> Any:
        return None if operator is None else self._operators[count(operator)]

    def _caller(self, position: Any, user: Any) -> Any:
        return self._codes.code_position(position), self._codes.call(user)

    def _values(self, data: Any) -> Iterable[tuple[str, Any]]:
        for name, each in map(list_of, list_of(data)):
            value = self._entry(each)
            yield text(name), None if value is None else value.value()

    def _given(self, attrs: Any, numbers: Any) -> GivenNumbers:
        rows = [list_of(each) for each in list_of(numbers)]
        return GivenNumbers(self._attributes(attrs), {count(i): decode(Untrusted(n)) for i, n in rows})

    def _attributes(self, data: Any) -> dict[str, Any]:
        return {text(name): decode(Untrusted(value)) for name, value in dict_of(data).items()}

    def _start(self) -> WritesPart:
        initial: dict[str, Held] = {}
        for name, is_of_before, *entries in map(list_of, list_of(self._data["start"])):
            array, gradient = (None if value is None else value.value() for value in map(self._entry, entries))
            number = BEFORE if flag(is_of_before) else 0
            initial[text(name)] = Held(number, text(name), None, array, gradient)
        return WritesPart(0, initial)
