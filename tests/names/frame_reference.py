"""What the user's names mean, by the variables of the user's functions: the objects, or copies of their elements.

`seen_in_eager(body)` runs a program and notes at each operator, before and behind it, the Tensors among the variables
of the functions that are running; `seen_in_program(build)` notes the Variables when an operator is appended.
"""

import ast
import sys
from operator import getitem

import numpy as np

from opscope.core.source import user_files
from opscope.eager.tape import Tracked
from opscope.eager.watch import watched
from opscope.ir.program.program import Block, Variable

MAX_ELEMENTS = 6


def user_frame(frame):
    """The innermost frame of the tests' programs around a frame."""
    while frame is not None and not (user_files[frame.f_code.co_filename] and "program" in frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def names_of(variables, kind):
    """Names of objects of a class: variables, attributes, elements of lists and tuples and dicts."""
    found = {}
    for name, value in list(variables.items()):
        if name.startswith(("_", ".")):
            continue
        if isinstance(value, kind):
            found[name] = value
        elif isinstance(value, list | tuple):
            found |= {f"{name}[{i}]": v for i, v in enumerate(value[:MAX_ELEMENTS]) if isinstance(v, kind)}
        elif isinstance(value, dict):
            found |= {f"{name}[{k!r}]": v for k, v in list(value.items())[:MAX_ELEMENTS] if isinstance(v, kind)}
        elif type(value).__module__.startswith("tests"):
            found |= {f"{name}.{k}": v for k, v in list(vars(value).items()) if isinstance(v, kind)}
    return found


def absent_names(variables, kind):
    """Variables that are not objects of the class, and hold none."""
    return {n for n, v in list(variables.items()) if v is None or isinstance(v, int | float | str)}


class _Notes:
    """A watcher that notes what the names of the innermost function mean."""

    def __init__(self):
        self.places = []

    def note(self):
        frame = user_frame(sys._getframe(2))
        if frame is None:
            self.places.append((None, {}, set()))
            return
        found = names_of(frame.f_locals, Tracked)
        copies = {name: np.array(tensor._value) for name, tensor in found.items()}
        self.places.append((frame, copies, absent_names(frame.f_locals, Tracked)))

    def before(self, call):
        self.note()

    def after(self, call):
        self.note()

    def failed(self, call, error):
        """The record has no place here."""


def seen_in_eager(body):
    """The names and elements at each place of a dygraph program: frame, elements by name, other variables."""
    notes = _Notes()
    with watched(notes):
        body()
    return notes.places


# a function of opscope's, by its file: one of the tests would be taken for the user's code
_APPENDED = """
def appended(block, *args, **kwargs):
    return note(sys._getframe(1), block, insert(block, *args, **kwargs))
"""


def seen_in_program(build):
    """What `build` returns, and by the id of each operator the names of variables, before it was appended."""
    seen, appended_as = {}, {}
    insert = Block.append

    def note(frame, block, made):
        frame = user_frame(frame)
        variables = {} if frame is None else names_of(frame.f_locals, Variable)
        others = set() if frame is None else absent_names(frame.f_locals, Variable)
        where = None if frame is None else (frame.f_code, frame.f_lasti)
        seen.setdefault(block.program, {})[made.id] = where, {n: v.name for n, v in variables.items()}, others
        appended_as[made] = made.inputs
        return made

    space = {"sys": sys, "note": note, "insert": insert}
    exec(compile(_APPENDED, sys.modules[Block.__module__].__file__, "exec"), space)
    appended = space["appended"]
    Block.append = appended
    try:
        result = build()
    finally:
        Block.append = insert
    return result, {program: _in_loops(noted, program, appended_as) for program, noted in seen.items()}


def _in_loops(noted, program, appended_as):
    """The same, with the variables of loops as they are called inside: there a loop renames what it assigns."""
    renamed = {}
    for operator in program.operators:
        pairs = zip(appended_as.get(operator, ()), operator.inputs, strict=False)
        renamed.setdefault(operator.block, {}).update({a: b for a, b in pairs if a != b})
    blocks = {operator.id: operator.block for operator in program.operators}
    return {
        number: (where, {n: renamed.get(blocks.get(number), {}).get(v, v) for n, v in names.items()}, others)
        for number, (where, names, others) in noted.items()
    }


MISSING = object()


class FrameNames:
    """A watcher that evaluates names at each place of a dygraph program, each in the function that owns it.

    `places` has for each place the values by name: a copy of the elements of a Tensor, None for other objects and for
    names that are not bound; a name is left out where no running function has its variable.
    """

    def __init__(self, names):
        self._parts = {name: parts for name in names if (parts := parts_of(name)) is not None}
        self.places = []

    def _note(self):
        frame = user_frame(sys._getframe(2))
        found = {}
        for name, (base, steps) in self._parts.items():
            owner = frame
            while owner is not None and base not in (*owner.f_code.co_varnames, *owner.f_code.co_cellvars):
                owner = user_frame(owner.f_back)
            if owner is not None:
                value = element_of(owner.f_locals.get(base, MISSING), steps, Tracked)
                found[name] = np.array(value._value) if isinstance(value, Tracked) else None
        self.places.append(found)

    def before(self, call):
        self._note()

    def after(self, call):
        self._note()

    def failed(self, call, error):
        """The record has no place here."""


def parts_of(name):
    """The variable of a name, and the attributes and constant keys behind it; None for other expressions."""
    node, steps = ast.parse(name, mode="eval").body, []
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            steps.insert(0, (getattr, node.attr))
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            steps.insert(0, (getitem, node.slice.value))
        else:
            return None
        node = node.value
    return node.id, steps


def element_of(value, steps, tensor_class):
    """The object that attributes and keys lead to from a variable; MISSING if there is none, or inside of a tensor."""
    for read, key in steps:
        if isinstance(value, tensor_class):
            return MISSING
        try:
            value = read(value, key)
        except (AttributeError, LookupError, TypeError):
            return MISSING
    return value


def compared(records, noted, is_same):
    """The names at places of records that mean something else than in the frames, and the share that has a value.

    `noted` has the right values by name, for each place.
    """
    places = [(r, tick) for r in records for tick, place in enumerate(r.places) if place.operator is not None]
    found = asked = 0
    wrong = []
    for (record, tick), names in zip(places, noted, strict=True):
        made = record.places[tick].operator.outputs if record.places[tick].after else ()
        for name, right in names.items():
            bound = record.bindings(name, tick)
            value = record.value(bound[0].value, tick) if len(bound) == 1 else None
            asked += right is not None
            found += right is not None and value is not None
            if value is None or bound[0].value in made:  # the statement that binds the name is not over
                continue
            if right is None or not is_same(value, right):
                wrong.append((record.step, tick, name, bound[0].value))
    return wrong, found / asked
