"""Answers to the panel's requests: the stack, the variables of a frame, values of expressions, and source lines."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import partial

from opscope.core.source import display_name
from opscope.core.source_text.notebook_cells import typed_lines
from opscope.debug.drivers.frame_driver import FrameDriver
from opscope.debug.frames.frame_stack import FrameStack
from opscope.debug.frames.stack import StackFrame
from opscope.debug.lines.source_file import executable_lines
from opscope.debug.session import place_expressions
from opscope.debug.state.program_threads import ProgramThreads
from opscope.errors import NotFound, OpscopeError, error_text
from opscope.events import SourceSeen, StackSeen, VariablesSeen
from opscope.ir.program.program import Operator
from opscope.names.generated_names import is_generated
from opscope.names.shown_name import name_beside

MAX_VARIABLES = 200
MAX_LINES = 1500  # lines of a file sent at once
MAX_OUTPUT = 4000  # characters


def stack_seen(driver: FrameDriver, frames: FrameStack, threads: ProgramThreads) -> StackSeen:
    """Return the stack at the current position, or the stack of another thread that the user has chosen."""
    found, listed = frames.frames(), threads.listed()
    run, tick = _place(driver)
    return StackSeen(
        run=run,
        tick=tick,
        kinds=tuple(f.kind for f in found),
        functions=tuple(f.function for f in found),
        paths=tuple(display_name(f.path) if f.path else "" for f in found),
        lines=tuple(f.line for f in found),
        texts=tuple(f.operator or f.source for f in found),
        ops=tuple(f.op for f in found),
        now=tuple(f.now for f in found),
        threads=tuple(t.number for t in listed),
        thread_names=tuple(t.name for t in listed),
        thread_states=tuple(t.state for t in listed),
        chosen=next((t.number for t in listed if t.chosen), 0),
    )


def variables_seen(driver: FrameDriver, frames: FrameStack, frame: int) -> VariablesSeen:
    """Return the variables of one frame of the stack. Raises NotFound, RunError."""
    found = [v for v in frames.local_variables(frame).values() if not v.name.startswith("__")]
    run, tick = _place(driver)
    here = driver.navigator.shown_cursor
    name_of = None if here is None else partial(name_beside, here.program, names=here.record.value_names())
    called = {v.name: name_of(v.name) if name_of is not None and v.name == v.tensor else "" for v in found}
    own = {v.name for v in found if not v.is_definition and (called[v.name] or not is_generated(v.name))}
    shown = sorted(found, key=lambda v: v.name not in own)[:MAX_VARIABLES]
    return VariablesSeen(
        run=run,
        tick=tick,
        frame=frame,
        total=len(found),
        names=tuple(v.name for v in shown),
        texts=tuple(v.summary for v in shown),
        tensors=tuple(v.tensor for v in shown),
        called=tuple(called[v.name] for v in shown),
        now=tuple(v.now for v in shown),
        own=min(len(own), len(shown)) if len(own) < len(found) else -1,
    )


def _place(driver: FrameDriver) -> tuple[int, int]:
    here = driver.navigator.shown_cursor
    return (-1, -1) if here is None else (here.record.run, here.tick)


# --- code ---------------------------------------------------------------------------------------------


def answer(driver: FrameDriver, frames: FrameStack, code: str, frame: int) -> str:
    """Evaluate an expression in a frame and return its value as text, or run a statement and return its output.

    If the user's code raises an error, this function raises NotFound with the text of this error.
    """
    code = code.strip()
    try:
        if code.startswith("!") or _is_statement(code):
            done = frames.execute(code.removeprefix("!").strip(), frame)
            if done.error is not None:
                raise done.error
            return repr(done)[:MAX_OUTPUT] or "done"
        return place_expressions.answer(driver, frames, code, frame)
    except OpscopeError:
        raise
    except Exception as e:  # noqa: BLE001 (the user's code may raise anything)
        raise NotFound(error_text(e)) from None


def _is_statement(code: str) -> bool:
    for mode in ("eval", "exec"):
        try:
            ast.parse(code, mode=mode)
        except (SyntaxError, ValueError):
            continue
        return mode == "exec"
    return False


# --- source -------------------------------------------------------------------------------------------


def source_seen(driver: FrameDriver, frames: FrameStack, path: str, line: int) -> SourceSeen:
    """Return the lines of a file around a given line, with the operators that these lines have made.

    If `path` is "", the current file is used. Raises NotFound if the file cannot be read.
    """
    navigator = driver.navigator
    here = navigator.shown_cursor
    files: dict[str, dict[int, list[Operator]]] = defaultdict(lambda: defaultdict(list))
    for operator in navigator.programs().operators:
        if (site := operator.site) is not None:
            files[site.filename][site.line].append(operator)
    stack = [f for f in frames.frames() if f.path]
    filename = _file(path, [*files, *(f.path for f in stack)]) if path else _file_of_place(stack, files)
    made = files.get(filename, {})
    lines = typed_lines(filename) or _recorded_lines(made)
    if not lines:
        raise NotFound(f"{display_name(filename)} cannot be read", fix="copy the file to this machine")
    first = max(1, min(line - MAX_LINES // 2, len(lines) - MAX_LINES + 1))
    shown = range(first, min(len(lines), first + MAX_LINES - 1) + 1)
    of_lines = {number: made[number] for number in sorted(made) if number in shown}
    return SourceSeen(
        path=display_name(filename),
        first=first,
        lines=tuple(lines[number - 1] for number in shown),
        op_lines=tuple(of_lines),
        ops=tuple(" ".join(str(o.id) for o in operators) for operators in of_lines.values()),
        op_types=tuple(" ".join(o.type for o in operators) for operators in of_lines.values()),
        code_lines=tuple(number for number in executable_lines(filename) if number in shown),
        static=bool(made) and (here is None or "foresee" in here.can),
        paths=tuple(dict.fromkeys(display_name(each) for each in (filename, *files))),
    )


def _file(path: str, known: list[str]) -> str:
    """Return the file of the program that the panel shows under the name `path`.

    Raises NotFound for an unknown name.
    """
    found = next((each for each in known if display_name(each) == path), None)
    if found is not None:
        return found
    raise NotFound(
        f"{path} is not a file of this program", fix=f"choose one of {', '.join(map(display_name, known[:5]))}"
    )


def _file_of_place(stack: list[StackFrame], files: dict[str, dict[int, list[Operator]]]) -> str:
    if stack:
        return stack[-1].path
    if files:
        return next(iter(files))
    raise NotFound("no line of a file is known yet, because nothing has run", fix="run a program first")


def _recorded_lines(made: dict[int, list[Operator]]) -> list[str]:
    """Return the known lines of a missing file: the recorded source lines that have made operators."""
    texts = {number: site.code for number, operators in made.items() if (site := operators[0].site) is not None}
    return [texts.get(number, "") for number in range(1, max(texts, default=0) + 1)] if any(texts.values()) else []
