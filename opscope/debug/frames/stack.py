"""Stack of a stopped run: the frames of the user's Python code, and the blocks of programs between these frames."""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from types import CodeType
from typing import NamedTuple

from opscope.core.source import Site, site_of
from opscope.core.source_text.notebook_cells import typed_line
from opscope.debug.frames.python_frames import PythonFrame
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.program_frame import ProgramFrame
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.taps.value_events import site_text
from opscope.errors import printable
from opscope.ir.program.program import Operator


class StackFrame(NamedTuple):
    """A frame of the stack.

    `kind` is "python" (the user's code), "library", "block" (a block of a program, also of `cond`, `while_loop` and
    `static_pylayer`) or "gradient" (the rule of a gradient). `function`, `path`, `line` and `source` describe the
    current line of the frame. For a block, `function`, `path`, `line` and `source` describe the user's line that made
    the operator to which the block belongs. `operator` is a text with the operator that runs next, or is running, in
    this frame. `op` is the number of this operator. If the frame is a block, `program` and `block` are the numbers of
    the program and of the block. Otherwise, both are -1. `hidden` is the number of library frames between this frame
    and the next frame in the list. `now` is True if the shown position is in the past, but the frame is a present frame
    of the program. `depth` is the number of Python frames outside of this frame.
    """

    kind: str
    function: str
    path: str
    line: int
    source: str
    site: str
    operator: str = ""
    op: int = -1
    program: int = -1
    block: int = -1
    hidden: int = 0
    now: bool = False
    depth: int = -1

    @property
    def is_python(self) -> bool:
        """True if the frame is a Python frame, which has local variables."""
        return self.kind in ("python", "library")

    def __str__(self) -> str:
        marks = "  (now)" if self.now else ""
        return printable(f"{self.function}  {self.operator or self.source}  {self.site}".rstrip() + marks)

    def __repr__(self) -> str:
        return f"<frame {self}>"


def stack_frames(navigator: Navigator, python: Sequence[PythonFrame], library: bool = False) -> list[StackFrame]:
    """Return the stack at the current position of a run, beginning with the outermost frame.

    `python` contains the Python frames of the program's thread, or of the error that has ended the program. If
    `library` is True, library frames are also listed.
    """
    past = navigator.past is not None
    found: list[StackFrame] = []
    placed: set[int] = set()  # ids of the blocks that were found among the Python frames
    entry: int | None = None  # index where the run of a program begins
    for each in python:
        if each.kind == "debugger":
            if entry is None and any(f.kind == "python" for f in found):
                entry = len(found)
            entered = None if past or navigator.live is None else navigator.live.entered_by(each.frame)
            if entered is not None and id(entered) not in placed:
                placed.add(id(entered))
                found.append(_block_frame(entered))
        elif each.kind == "python" or library:
            found.append(_python_frame(each, past))
        elif found:
            found[-1] = found[-1]._replace(hidden=found[-1].hidden + 1)
    cursor = navigator.cursor if python else navigator.shown_cursor
    if cursor is not None and cursor.record.kind.interleaved:
        return _with_operators(found, cursor, past, navigator.waiting_frame is not None)
    if cursor is not None:
        blocks = [_block_frame(level) for level in cursor.frames() if id(level) not in placed]
        if past and entry is not None:  # later calls by the run do not belong to the past
            del found[entry:]
        at = len(found) if entry is None or placed else entry
        found[at:at] = blocks
    if navigator.gradient is not None:
        found.append(_gradient_frame(navigator))
    return found


def thread_frames(python: Sequence[PythonFrame], library: bool = False) -> list[StackFrame]:
    """Return the stack of a thread that has not stopped at the current position.

    The result contains only Python frames.
    """
    found: list[StackFrame] = []
    for each in python:
        if each.kind == "python" or (library and each.kind == "library"):
            found.append(_python_frame(each, False))
        elif found and each.kind == "library":
            found[-1] = found[-1]._replace(hidden=found[-1].hidden + 1)
    return found


def _python_frame(each: PythonFrame, now: bool) -> StackFrame:
    code = each.frame.f_code
    site = Site(code.co_filename, each.line, code.co_name)
    linecache.lazycache(site.filename, each.frame.f_globals)  # for code in a zip file, its loader provides the text
    source = typed_line(site.filename, site.line).strip()
    name = _qualified_name(code)
    return StackFrame(each.kind, name, site.filename, site.line, source, site.where, now=now, depth=each.depth)


# --- programs -------------------------------------------------------------------------------------------


def _block_frame(level: ProgramFrame) -> StackFrame:
    block = level.block
    owner = next((o for o in block.program.operators if block in o.blocks), None)
    name = f"block {block.idx}" + ("" if owner is None else f" of {owner.type}")
    if level.iteration:
        name += f", iteration {level.iteration}"
    return _operator_frame("block", name, level.next_operator, "the end")._replace(
        program=block.program.id, block=block.idx
    )


def _gradient_frame(navigator: Navigator) -> StackFrame:
    inside = navigator.gradient
    assert inside is not None
    operator, site = inside.cursor.next_operator, inside.operator.site
    made = _operator_frame("gradient", f"rule of {inside.operator.type}", operator, "the end")
    path, line, source = ("", 0, "") if site is None else (site.filename, site.line, site.code)
    return made._replace(path=path, line=line, source=source, site=site_text(site))


def _operator_frame(kind: str, function: str, operator: Operator | None, text: str, prefix: str = "") -> StackFrame:
    site = None if operator is None else operator.site
    path, line, source = ("", 0, "") if site is None else (site.filename, site.line, site.code)
    text = text if operator is None else prefix + repr(operator)
    op = -1 if operator is None else operator.id
    return StackFrame(kind, function, path, line, source, site_text(site), text, op)


# --- eager code -----------------------------------------------------------------------------------------


def _with_operators(found: list[StackFrame], cursor: Cursor, past: bool, at_line: bool) -> list[StackFrame]:
    """Add the ops that eager code has called to the frames of this code. The gradient of an op gets its own frame.

    At a past position, the list contains the present frames up to the function that called the op. For this function,
    the list shows the line of the call. If the run has stopped at a line of Python, the function that called the last
    op may have returned. A function that has returned gets no frame.
    """
    for each in cursor.frames():
        operator, prefix = each.next_operator, ""
        if operator is None and each.previous_operator is not None:
            operator, prefix = each.previous_operator, "behind "
        position = each.called_at
        code = None if position is None else position[0]
        at = _innermost(found, code)
        is_gradient = operator is not None and operator.type.endswith("_grad")
        if at_line and prefix and (is_gradient or at < 0):
            continue
        if operator is not None and is_gradient:
            name = f"gradient of {operator.type.removesuffix('_grad')}"
            found.insert(at + 1 or len(found), _operator_frame("gradient", name, operator, "", prefix))
        elif past or at < 0:
            frame = _operator_frame("python", _qualified_name(code), operator, "the end", prefix)
            if (site := site_of(position)) is not None:
                frame = frame._replace(path=site.filename, line=site.line, source=site.code, site=site.where)
            found[at if at >= 0 else len(found) :] = [frame._replace(depth=found[at].depth if at >= 0 else -1)]
        elif operator is not None:
            found[at] = found[at]._replace(operator=prefix + repr(operator), op=operator.id)
    return found


def _innermost(found: Sequence[StackFrame], code: CodeType | None) -> int:
    """Return the index of the innermost frame of a function, or -1 if there is no such frame."""
    if code is None:
        return -1
    path, name = code.co_filename, _qualified_name(code)
    return max((i for i, f in enumerate(found) if f.path == path and f.function == name), default=-1)


def _qualified_name(code: CodeType | None) -> str:
    return "" if code is None else code.co_qualname.replace("<locals>.", "")
